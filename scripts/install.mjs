import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Failure, main, root, wait } from './run.mjs'
import { inTurn } from './turns.mjs'

const lockFile = path.join(root, 'package-lock.json')
/** npm's own note of what lies in node_modules, written last: missing after an installation that was broken off. */
const installed = path.join(root, 'node_modules/.package-lock.json')
const record = path.join(root, 'node_modules/.foolscap-lock-hash')

/** Installs the packages when node_modules is missing or older than the lock file. */
export async function install() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Failure(
      `Foolscap needs Node 20.19 or newer and this is ${process.versions.node}: install it from nodejs.org.`,
    )
  }
  if (upToDate()) return
  mkdirSync(path.join(root, 'node_modules'), { recursive: true })
  await inTurn('install', async () => {
    if (upToDate()) return
    console.log('Installing packages (about half a minute the first time) …')
    const code = await npm(['install', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
    if (code !== 0) {
      throw new Failure(
        `npm install failed (exit code ${code}): see above, check the connection to the npm registry and run the command again.`,
      )
    }
    keep()
  })
}

function upToDate() {
  if (!existsSync(installed)) return false
  // By content first: a git checkout gives the same lock file a new time.
  if (existsSync(record) && readFileSync(record, 'utf8') === state()) return true
  if (statSync(installed).mtimeMs < statSync(lockFile).mtimeMs) return false
  keep()
  return true
}

/** Which lock file belongs to which installation: somebody may have called npm by hand in between. */
function state() {
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  return `${hash} ${statSync(installed).mtimeMs}`
}

function keep() {
  writeFileSync(record, state())
}

/** The npm that called us, or the one on the PATH. Not `npm ci`: it fails where one platform's build is not served. */
async function npm(args) {
  const own = process.env.npm_execpath
  const options = { cwd: root, stdio: 'inherit' }
  try {
    if (own && /\.c?js$/.test(own)) return await wait(spawn(process.execPath, [own, ...args], options))
    return await wait(spawn('npm', args, { ...options, shell: process.platform === 'win32' }))
  } catch (error) {
    throw new Failure(`npm could not be run (${error.message}): install Node 20.19 or newer with npm.`)
  }
}

if (process.argv[1] === import.meta.filename) await main(install)
