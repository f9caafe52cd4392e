import { spawn } from 'node:child_process'
import { build } from './build.mjs'
import { checkBundle } from './bundle.mjs'
import { install } from './install.mjs'
import { main, node, root, tool, wait } from './run.mjs'

const biome = command('biome', '@biomejs/biome')
const tsc = command('tsc', 'typescript')

/** Remembers between runs what was in order, which makes the next one several times faster. */
const types = (column) =>
  run(tsc, '-p', `tsconfig.${column}.json`, '--incremental', '--tsBuildInfoFile', `node_modules/.cache/types-${column}`)

/** Each looks at one thing and says true when it is in order. */
const checks = [
  ['format and lint', run(biome, 'check', '--error-on-warnings')],
  ['types of the middle', types('shared')],
  ['types of the server', types('server')],
  ['types of the browser', types('web')],
  ['types of the browser tests', types('e2e')],
  ['import law', importLaw],
  ['nothing unused', run(command('knip'))],
  ['build', () => build().then(() => true)],
  ['bundle', checkBundle],
]

await main(async () => {
  await install()
  const failed = []
  for (const [name, check] of checks) {
    const begun = Date.now()
    console.log(`── ${name}`)
    const fine = await check().catch((error) => {
      console.error(error.message)
      return false
    })
    if (!fine) failed.push(name)
    console.log(`   ${fine ? 'in order' : 'FAILED'} (${((Date.now() - begun) / 1000).toFixed(1)} s)`)
  }
  console.log(failed.length === 0 ? `All ${checks.length} checks passed.` : `Failed: ${failed.join(', ')}.`)
  process.exitCode = failed.length === 0 ? 0 : 1
})

/** A package's command, found only when it is run: before the installation there is none. */
function command(name, packageName) {
  return () => tool(name, packageName)
}

function run(program, ...args) {
  return async () => (await node([program(), ...args])) === 0
}

async function importLaw() {
  const program = tool('dependency-cruise', 'dependency-cruiser')
  const child = spawn(process.execPath, [program, 'src', '--config', '.dependency-cruiser.cjs'], { cwd: root })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said += text
    })
  }
  const code = await wait(child)
  process.stdout.write(said.replace(/^\s*$/gm, ''))
  // It is just as content with a folder that it could not read.
  return code === 0 && Number(/\((\d+) modules/.exec(said)?.[1] ?? 0) > 0
}
