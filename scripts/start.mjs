import { build } from './build.mjs'
import { install } from './install.mjs'
import { main } from './run.mjs'

await main(async () => {
  await install()
  await build()
})
process.setSourceMapsEnabled(true)
// In this very process: nothing stands between the server and the signals of a terminal or a process manager.
await import('../dist/server/main.js')
