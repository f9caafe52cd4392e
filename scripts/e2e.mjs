import { build } from './build.mjs'
import { install } from './install.mjs'
import { main, node, tool } from './run.mjs'

await main(async () => {
  await install()
  await build()
  process.exitCode = await node([tool('playwright', '@playwright/test'), 'test', ...process.argv.slice(2)])
})
