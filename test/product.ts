import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

export type Session = { send: <T>(method: string, path: string, body?: unknown) => Promise<{ body: T; bytes: number }> }

/** The built product as an author runs it: its own process, its own durable Postgres, an empty data folder. */
export async function startProduct(): Promise<{
  url: string
  signIn: (email: string) => Promise<Session>
  stop: () => Promise<void>
}> {
  const folder = mkdtempSync(join(tmpdir(), 'foolscap-bench-'))
  const port = await freePort()
  const environment = {
    PORT: String(port),
    DATA_DIR: folder,
    PLAN_OVERRIDES: '{"free":{"projects":-1}}',
    DATABASE_URL: '',
    NODE_ENV: '',
  }
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    server.stdout.once('data', () => resolve())
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
  })
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    signIn: (email) => signIn(url, email),
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function signIn(url: string, email: string): Promise<Session> {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  let next = new URL(`/api/auth/google?login_hint=${encodeURIComponent(email)}`, url).href
  for (let hops = 0; hops < 12; hops++) {
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie: cookie() } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    await answer.arrayBuffer()
    const location = answer.headers.get('location')
    if (!location) break
    next = new URL(location, next).href
  }
  return {
    send: async (method, path, body) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const headers = { cookie: cookie(), ...(text === undefined ? {} : { 'content-type': 'application/json' }) }
      const answer = await fetch(new URL(path, url), { method, headers, body: text })
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
      return {
        body: answer.status === 204 ? undefined : await answer.json(),
        bytes: Buffer.byteLength(text ?? ''),
      } as never
    },
  }
}

/** The value below which a share of the others lies: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const milliseconds = (value: number) => `${value.toFixed(1)} ms`
