import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openApp } from '#app/server/app.ts'
import { type Config, readConfig } from '#app/server/config.ts'
import { freePort } from './free-port.ts'

/** A person with a browser's cookies, or nobody yet. */
export type Visitor = {
  /** Sends a request; a body that is no string goes as JSON. Redirects are not followed. */
  fetch: (
    path: string,
    init?: { method?: string; body?: unknown; headers?: Record<string, string> },
  ) => Promise<Response>
  /** Sends a request and reads the JSON of its answer, whatever its status. */
  json: <T = any>(method: string, path: string, body?: unknown) => Promise<{ status: number; body: T }>
  /** Follows redirects as a browser does, keeping cookies, and gives the last answer. */
  follow: (path: string) => Promise<Response>
  cookies: Map<string, string>
}

export type TestApp = {
  url: string
  visitor: () => Visitor
  /** A visitor signed in through the embedded provider. */
  signIn: (email: string) => Promise<Visitor>
  pool: pg.Pool
  /** The sweep that otherwise runs every six hours. */
  tidy: () => Promise<void>
  close: () => Promise<void>
}

/**
 * The whole server, listening on loopback, on a fresh database of this test file.
 * @param webRoot folder of a browser's build, where that is to be served too
 */
export async function startApp(environment: Partial<Record<string, string>> = {}, webRoot?: string): Promise<TestApp> {
  const cluster = inject('cluster')
  const name = `t_${randomBytes(6).toString('hex')}`
  await query(cluster, `CREATE DATABASE ${name} TEMPLATE tpl`)
  const connection = { ...cluster, database: name }
  const port = await freePort()
  const config: Config = readConfig({
    PORT: String(port),
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    PLAN_OVERRIDES: '{"free":{"projects":-1}}',
    ...environment,
  })
  const app = await openApp({ ...config, sessionSecret: 'a secret of thirty-two characters' }, connection, webRoot)
  await app.http.listen({ port, host: '127.0.0.1' })
  const pool = new pg.Pool({ ...connection, max: 4 })
  pool.on('error', () => {})
  const url = config.baseUrl
  return {
    url,
    visitor: () => newVisitor(url),
    signIn: async (email) => {
      const visitor = newVisitor(url)
      const answer = await visitor.follow(`/api/auth/google?login_hint=${encodeURIComponent(email)}`)
      const user = await visitor.json('GET', '/api/auth/user')
      if (user.status !== 200) throw new Error(`Signing in as ${email} ended at ${answer.url} with ${answer.status}`)
      return visitor
    },
    pool,
    tidy: app.tidy,
    close: async () => {
      await app.close()
      await pool.end()
      await query(cluster, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

async function query(connection: pg.ClientConfig, statement: string): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  await client.query(statement)
  await client.end()
}

export function newVisitor(url: string): Visitor {
  const cookies = new Map<string, string>()
  const visitor: Visitor = {
    cookies,
    fetch: async (path, { method = 'GET', body, headers = {} } = {}) => {
      const sent = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(new URL(path, url), {
        method,
        redirect: 'manual',
        headers: {
          ...(sent ? { cookie: sent } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      })
      for (const line of answer.headers.getSetCookie()) {
        const [, cookieName = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line) || /max-age=0/i.test(line))
          cookies.delete(cookieName)
        else cookies.set(cookieName, value)
      }
      return answer
    },
    json: async (method, path, body) => {
      const answer = await visitor.fetch(path, { method, body })
      const text = await answer.text()
      return { status: answer.status, body: text ? JSON.parse(text) : undefined }
    },
    follow: async (path) => {
      let answer = await visitor.fetch(path)
      for (let hops = 0; answer.status >= 300 && answer.status < 400 && hops < 12; hops++) {
        answer = await visitor.fetch(new URL(answer.headers.get('location') ?? '/', answer.url).href)
      }
      return answer
    },
  }
  return visitor
}
