import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { install } from './install.mjs'
import { main, root, tool, wait } from './run.mjs'

await main(async () => {
  await install()
  if (existsSync('.env')) process.loadEnvFile('.env')
  const port = process.env.PORT || '3000'
  const inner = await freePort()
  // Browsers meet Vite, which hands what is the server's on: cookies and sign-in see one origin.
  const baseUrl = process.env.BASE_URL || `http://localhost:${port}`
  const api = `http://127.0.0.1:${inner}`
  const start = (args, env) =>
    spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
  const children = [
    start([tool('tsx'), 'watch', '--clear-screen=false', 'src/app/server/main.ts'], {
      PORT: String(inner),
      HOST: '127.0.0.1',
      BASE_URL: baseUrl,
    }),
    start([tool('vite'), '--host', '127.0.0.1', '--port', port, '--strictPort', '--clearScreen', 'false'], {
      FOOLSCAP_API: api,
    }),
  ]
  console.log(`Foolscap reloads at ${baseUrl} (the server itself is on ${inner}).`)
  const stop = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const ends = children.map(wait)
  // One without the other is of no use.
  process.exitCode = await Promise.race(ends)
  stop()
  await Promise.all(ends)
})

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
