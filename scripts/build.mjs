import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { install } from './install.mjs'
import { Failure, main, node, root, tool } from './run.mjs'
import { inTurn } from './turns.mjs'

/** All that a build is made from. */
const sources = ['src', 'migrations', 'scripts/build.mjs', 'package.json', 'package-lock.json', 'vite.config.ts']
sources.push('tsconfig.base.json', 'tsconfig.web.json')
const record = path.join(root, 'dist/.built')
/** What must be there beside the record: somebody may have swept a part of dist. */
const built = ['dist/.built', 'dist/server/main.js', 'dist/web/index.html']
const week = 7 * 24 * 60 * 60 * 1000

/** Builds browser and server into dist when a source differs from what the last build was made from. */
export async function build() {
  if (isBuilt(fingerprint())) return
  await inTurn('build', async () => {
    const now = fingerprint()
    if (isBuilt(now)) return
    console.log('Building …')
    const begun = Date.now()
    rmSync(record, { force: true })
    const [web, server] = await Promise.all([buildWeb(), buildServer()])
    if (!web || !server) throw new Failure(`The build of the ${web ? 'server' : 'browser'}'s part failed: see above.`)
    mkdirSync(path.dirname(record), { recursive: true })
    writeFileSync(record, now)
    console.log(`Built in ${((Date.now() - begun) / 1000).toFixed(1)} s.`)
  })
}

/**
 * Built aside and then laid over what is there: a server that runs meanwhile, and the tabs it has open, still find the
 * older files that they name.
 */
async function buildWeb() {
  const fresh = path.join(root, 'dist/web.new')
  const web = path.join(root, 'dist/web')
  // Whatever the server is to run as: with another NODE_ENV React's development build would be taken.
  const env = { ...process.env, NODE_ENV: 'production' }
  const args = ['build', '--logLevel', 'warn', '--outDir', fresh, '--emptyOutDir']
  if ((await node([tool('vite'), ...args], { env })) !== 0) return false
  compress(fresh)
  const assets = path.join(web, 'assets')
  mkdirSync(assets, { recursive: true })
  for (const name of readdirSync(assets)) {
    const file = path.join(assets, name)
    if (Date.now() - statSync(file).mtimeMs > week) rmSync(file)
  }
  // The page last, when all that it names is there.
  cpSync(path.join(fresh, 'assets'), assets, { recursive: true })
  cpSync(fresh, web, { recursive: true, filter: (file) => path.basename(file) !== 'assets' })
  rmSync(fresh, { recursive: true })
  return true
}

/** Lays a compressed twin beside each file that shrinks. Fonts are compressed already. */
function compress(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.(js|css|html|svg)$/.test(name)) continue
    const content = readFileSync(path.join(folder, name))
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
    writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync(content, quality))
    writeFileSync(path.join(folder, `${name}.gz`), gzipSync(content))
  }
}

async function buildServer() {
  // Only here, as before the first installation there is no esbuild.
  const esbuild = await import('esbuild')
  try {
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: ['src/app/server/main.ts'],
      outfile: 'dist/server/main.js',
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20',
      sourcemap: true,
      logLevel: 'warning',
    })
    return true
  } catch {
    return false
  }
}

function isBuilt(now) {
  return built.every((file) => existsSync(path.join(root, file))) && readFileSync(record, 'utf8') === now
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources) add(path.join(root, source), hash)
  return hash.digest('hex')
}

function add(file, hash) {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isDirectory()) {
    for (const name of readdirSync(file).sort()) add(path.join(file, name), hash)
  } else if (found && !/\.test\.tsx?$/.test(file)) {
    hash.update(`${path.relative(root, file)} ${found.size} ${found.mtimeMs}\n`)
  }
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    await install()
    await build()
  })
}
