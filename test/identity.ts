import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import * as z from 'zod/mini'
import { route } from '#base/route.ts'
import { openDatabase } from '#base/server/db.ts'
import { type Http, openHttp, serve } from '#base/server/http.ts'
import { type Accounts, openAccounts, signedIn } from '#core/account/server/account.ts'
import { serveAccounts } from '#core/account/server/routes.ts'
import { newVisitor, type Visitor } from './app.ts'
import { freePort } from './free-port.ts'
import type { Google } from './stand-ins/google.ts'

export const secret = 'a secret of thirty-two characters'

/** Signing in and out without the rest of the product. */
export type IdentityApp = {
  url: string
  http: Http
  accounts: Accounts
  pool: pg.Pool
  visitor: () => Visitor
  /** A visitor who went through the whole sign-in. */
  signIn: (email: string) => Promise<Visitor>
  close: () => Promise<void>
}

const echo = route({
  name: 'echo',
  method: 'POST',
  path: '/api/echo',
  summary: '',
  body: z.looseObject({}),
  reply: z.object({ email: z.string() }),
})
const adminOnly = route({ name: 'adminOnly', method: 'GET', path: '/api/admin/only', summary: '', access: 'admin' })

/**
 * Serves accounts, one route for people and one for the administrator, listening on a fresh database.
 * @param options.google a stand-in in Google's place; without it the embedded provider serves
 * @param options.baseUrl another address than http://localhost with the port listened on
 */
export async function startIdentity(
  options: { google?: Google; adminEmail?: string; baseUrl?: string; database?: pg.PoolConfig } = {},
): Promise<IdentityApp> {
  const name = `t_${randomBytes(6).toString('hex')}`
  await command(`CREATE DATABASE ${name} TEMPLATE tpl`)
  const connection = { ...inject('cluster'), database: name }
  const port = await freePort()
  const baseUrl = options.baseUrl ?? `http://localhost:${port}`
  const google = options.google && { clientId: options.google.clientId, clientSecret: options.google.clientSecret }

  const database = openDatabase({ ...connection, ...options.database })
  const http = await openHttp({ baseUrl, logLevel: 'silent' })
  const accounts = openAccounts(database, { adminEmail: options.adminEmail, google })
  await serveAccounts(http, accounts, { baseUrl, sessionSecret: secret, google, googleIssuer: options.google?.issuer })
  serve(http, echo, async ({ request }) => ({ email: signedIn(request).email }))
  serve(http, adminOnly, async () => undefined)
  http.get('/', { config: { access: 'anyone' } }, async () => 'the first page')
  await http.listen({ port, host: '127.0.0.1' })

  const pool = new pg.Pool({ ...connection, max: 2 })
  pool.on('error', () => {})
  const visitor = () => newVisitor(baseUrl)
  return {
    url: baseUrl,
    http,
    accounts,
    pool,
    visitor,
    signIn: async (email) => {
      const somebody = visitor()
      await somebody.follow(`/api/auth/google?login_hint=${encodeURIComponent(email)}`)
      return somebody
    },
    close: async () => {
      await http.close()
      await database.close()
      await pool.end()
      await command(`DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

async function command(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('cluster'), database: 'postgres' })
  await client.connect()
  await client.query(statement)
  await client.end()
}
