import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { Failure, main, node, root, tool } from './run.mjs'

await main(async () => {
  await install()
  await build()
  const wanted = process.argv.slice(2)
  const folder = path.join(root, 'bench')
  const all = existsSync(folder) ? readdirSync(folder).filter((file) => /\.(mjs|ts)$/.test(file)) : []
  const chosen = wanted.length === 0 ? all : all.filter((file) => wanted.includes(path.parse(file).name))
  if (chosen.length === 0)
    throw new Failure(`No such benchmark. There are: ${all.map((file) => path.parse(file).name).join(', ')}.`)
  const failed = []
  for (const file of chosen.sort()) {
    console.log(`\n── ${path.parse(file).name}`)
    if ((await node([tool('tsx'), path.join(folder, file)])) !== 0) failed.push(path.parse(file).name)
  }
  if (failed.length > 0) throw new Failure(`Failed: ${failed.join(', ')}.`)
})
