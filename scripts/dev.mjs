import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { install } from './install.mjs'
import { main, root, tool, wait } from './run.mjs'

await main(async () => {
  await install()
  if (existsSync('.env')) process.loadEnvFile('.env')
  const port = process.env.PORT || '3000'
  const inner = await freePort()
  // Browsers meet Vite, which hands what is the server's on: cookies and sign-in see one origin.
  const baseUrl = process.env.BASE_URL || `http://127.0.0.1:${port}`
  const start = (args, env) =>
    spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
  const server = start([tool('tsx'), 'watch', '--clear-screen=false', 'src/app/server/main.ts'], {
    PORT: String(inner),
    HOST: '127.0.0.1',
    BASE_URL: baseUrl,
  })
  let stopped = false
  const children = [server]
  const stop = () => {
    // Once: a second signal makes tsx end the server by force.
    if (!stopped) for (const child of children) child.kill('SIGTERM')
    stopped = true
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  await listening(inner, () => stopped || server.exitCode !== null)
  if (!stopped) {
    const vite = [tool('vite'), '--host', '127.0.0.1', '--port', port, '--strictPort', '--clearScreen', 'false']
    children.push(start(vite, { FOOLSCAP_API: `http://127.0.0.1:${inner}` }))
  }
  // One without the other is of no use.
  const ends = children.map(wait)
  const code = await Promise.race(ends)
  process.exitCode = stopped ? 0 : code
  stop()
  await Promise.all(ends)
})

/** Waits for the server, half a minute at most, as a mistake in the sources may keep it from starting until it is mended. */
async function listening(port, hopeless) {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline && !hopeless(); await sleep(100)) {
    const answered = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.end())
    })
    if (answered) return
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
