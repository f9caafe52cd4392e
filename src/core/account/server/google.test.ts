import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Visitor } from '#test/app.ts'
import { type IdentityApp, startIdentity } from '#test/identity.ts'
import { type Google, type Mood, startGoogle } from '#test/stand-ins/google.ts'

let google: Google
let app: IdentityApp
beforeAll(async () => {
  google = await startGoogle()
  app = await startIdentity({ google, adminEmail: 'boss@example.org' })
})
beforeEach(() => {
  google.mood = 'well'
  google.person = {
    sub: '1001',
    email: 'jane@example.org',
    email_verified: true,
    given_name: 'Jane',
    family_name: 'Austen',
  }
})
afterAll(async () => {
  await app.close()
  await google.close()
})

const whoAmI = async (visitor: Visitor) => (await visitor.json('GET', '/api/auth/user')).body

describe('signing in through Google', () => {
  it('asks with PKCE, state, nonce and the hint, and signs in whom Google names', async () => {
    google.person.picture = 'https://lh3.googleusercontent.com/a/jane'
    const visitor = app.visitor()
    const last = await visitor.follow('/api/auth/google?login_hint=jane@example.org&return=/writer/7')
    expect(last.url).toBe(`${app.url}/writer/7`)
    expect(Object.fromEntries(google.asked)).toMatchObject({
      client_id: google.clientId,
      redirect_uri: `${app.url}/api/auth/google/callback`,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      login_hint: 'jane@example.org',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(google.asked.get(name)).toMatch(/^[\w-]{43}$/)
    expect(await whoAmI(visitor)).toMatchObject({
      email: 'jane@example.org',
      firstName: 'Jane',
      lastName: 'Austen',
      profileImageUrl: 'https://lh3.googleusercontent.com/a/jane',
    })
    const { rows } = await app.pool.query('select auth_provider, is_active from user_sessions')
    expect(rows).toEqual([{ auth_provider: 'google', is_active: true }])
  })

  it('knows a person by their subject, though e-mail and name change', async () => {
    const [before, after] = [app.visitor(), app.visitor()]
    await before.follow('/api/auth/google')
    google.person = { ...google.person, email: 'Jane.Bennet@example.org', family_name: 'Bennet' }
    await after.follow('/api/auth/google')
    expect(await whoAmI(after)).toEqual({
      ...(await whoAmI(before)),
      email: 'jane.bennet@example.org',
      lastName: 'Bennet',
    })
  })

  it('mounts no embedded provider', async () => {
    expect((await app.visitor().fetch('/local-google/.well-known/openid-configuration')).status).toBe(404)
  })

  it('passes the hint on, wherever the browser comes from', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    const start = await app.visitor().fetch('/api/auth/google?login_hint=a%2Bb@example.org', { headers })
    expect(new URL(start.headers.get('location') ?? '').searchParams.get('login_hint')).toBe('a+b@example.org')
  })
})

describe('what is not believed', () => {
  it('refuses an e-mail that Google has not verified', async () => {
    google.person = { sub: '2002', email: 'boss@example.org', email_verified: false }
    const visitor = app.visitor()
    const last = await visitor.follow('/api/auth/google')
    expect(last.status).toBe(403)
    expect(await last.text()).toContain('is not verified yet')
    expect(await whoAmI(visitor)).toMatchObject({ code: 'signed_out' })
    expect((await app.pool.query("select 1 from users where google_id = '2002'")).rowCount).toBe(0)
  })

  it.each<[Mood, number, string]>([
    ['wrong nonce', 403, 'could not be trusted'],
    ['bad signature', 403, 'could not be trusted'],
    ['other audience', 403, 'could not be trusted'],
    ['old token', 403, 'could not be trusted'],
    ['code refused', 403, 'could not be trusted'],
    ['access_denied', 403, 'was cancelled'],
    ['server_error', 503, 'did not answer'],
  ])('tells %s as a page, with a way to try again', async (mood, status, words) => {
    google.mood = mood
    const visitor = app.visitor()
    const last = await visitor.follow('/api/auth/google?return=/writer/7')
    const text = await last.text()
    expect([last.status, last.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
    expect(text).toContain(words)
    expect(text).toContain('href="/api/auth/google?return=%2Fwriter%2F7">Try again</a>')
    expect(text).not.toMatch(/ at .*\.[jt]s|Error:/)
    expect([...visitor.cookies.keys()]).toEqual([])
    expect(await whoAmI(visitor)).toMatchObject({ code: 'signed_out' })
  })

  it('refuses an answer to a sign-in that this browser never began', async () => {
    const [mallory, victim] = [app.visitor(), app.visitor()]
    const start = await mallory.fetch('/api/auth/google')
    const granted = await fetch(start.headers.get('location') ?? '', { redirect: 'manual' })
    const back = granted.headers.get('location') ?? ''
    const answer = await victim.fetch(back)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('This sign-in has expired')
    await victim.fetch('/api/auth/google')
    expect((await victim.fetch(back)).status).toBe(400)
    expect(await whoAmI(victim)).toMatchObject({ code: 'signed_out' })
  })

  it('takes an answer once', async () => {
    const visitor = app.visitor()
    const start = await visitor.fetch('/api/auth/google')
    const granted = await fetch(start.headers.get('location') ?? '', { redirect: 'manual' })
    const kept = new Map(visitor.cookies)
    expect((await visitor.fetch(granted.headers.get('location') ?? '')).status).toBe(302)
    const replay = app.visitor()
    for (const [name, value] of kept) replay.cookies.set(name, value)
    expect((await replay.fetch(granted.headers.get('location') ?? '')).status).toBe(403)
    expect(await whoAmI(replay)).toMatchObject({ code: 'signed_out' })
  })
})

describe('an unreachable Google', () => {
  let other: IdentityApp
  let away: Google
  afterEach(async () => {
    await other.close()
    await away.close()
  })

  it('does not stop the start, is told in a page, and is asked again', async () => {
    away = await startGoogle()
    other = await startIdentity({ google: away })
    expect(away.requests).toBe(0)
    away.mood = 'html instead of json'
    const first = await other.visitor().fetch('/api/auth/google?return=/writer/7')
    expect([first.status, first.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(await first.text()).toContain('href="/api/auth/google?return=/writer/7">Try again</a>')
    away.mood = 'well'
    const visitor = other.visitor()
    await visitor.follow('/api/auth/google')
    expect((await whoAmI(visitor)).email).toBe('jane@example.org')
    expect(away.requests).toBeLessThanOrEqual(5)
    await visitor.follow('/api/auth/google')
    expect(away.requests).toBeLessThanOrEqual(8)
  })

  it('is not waited for beyond five seconds', async () => {
    away = await startGoogle()
    away.mood = 'silent'
    other = await startIdentity({ google: away })
    const began = Date.now()
    const answers = await Promise.all([1, 2, 3].map(() => other.visitor().fetch('/api/auth/google')))
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
    expect(Date.now() - began).toBeLessThan(5000)
    expect(away.requests).toBe(1)
  })

  it('is told as a page when nothing listens there', async () => {
    away = await startGoogle()
    other = await startIdentity({ google: away })
    await away.close()
    const answer = await other.visitor().fetch('/api/auth/google')
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('cannot be reached')])
  })
})

describe('taking over an embedded account', () => {
  const claims = {
    issuer: 'https://accounts.google.com',
    firstName: 'E',
    lastName: 'B',
    picture: null,
    emailVerified: true,
  }
  const facts = { ip: '127.0.0.1', userAgent: 'a test' }
  const asEmbedded = (email: string) =>
    app.accounts.signIn({ ...claims, subject: email, email }, { ...facts, provider: 'embedded' })
  const asGoogle = (subject: string, email: string) =>
    app.accounts.signIn({ ...claims, subject, email }, { ...facts, provider: 'google' })
  const idOf = async (session: string) => (await app.accounts.whoIs(session))?.user.id
  const usersOf = async (email: string) =>
    (await app.pool.query('select id, issuer, google_id from users where email = $1 order by issuer', [email])).rows

  it('gives the first Google sign-in with that e-mail the account, and ends its embedded sessions', async () => {
    const old = await asEmbedded('emily@example.org')
    const [{ id }] = await usersOf('emily@example.org')
    const session = await asGoogle('3001', 'Emily@Example.org')
    expect(await idOf(session)).toBe(id)
    expect(await usersOf('emily@example.org')).toEqual([{ id, issuer: claims.issuer, google_id: '3001' }])
    const { rows } = await app.pool.query(
      'select auth_provider, is_active from user_sessions where user_id = $1 order by 1',
      [id],
    )
    expect(rows).toEqual([
      { auth_provider: 'embedded', is_active: false },
      { auth_provider: 'google', is_active: true },
    ])
    expect(await idOf(old)).toBeUndefined()
  })

  it('gives a second Google account with that e-mail an account of its own', async () => {
    const first = await asGoogle('4001', 'anne@example.org')
    const second = await asGoogle('4002', 'anne@example.org')
    expect(await idOf(first)).not.toBe(await idOf(second))
    expect(await usersOf('anne@example.org')).toHaveLength(2)
  })

  it('never gives the embedded provider an account of Google', async () => {
    const session = await asGoogle('5001', 'charlotte@example.org')
    const id = await idOf(session)
    await asEmbedded('charlotte@example.org')
    const found = await usersOf('charlotte@example.org')
    expect(found.map(({ issuer }) => issuer)).toEqual(['embedded', claims.issuer])
    expect(await idOf(session)).toBe(id)
    // That person of Google has an account already, so that the embedded one stays what it is.
    expect(await idOf(await asGoogle('5001', 'charlotte@example.org'))).toBe(id)
    expect(await usersOf('charlotte@example.org')).toEqual(found)
  })

  it('makes one account of many first sign-ins at once', async () => {
    await asEmbedded('maria@example.org')
    const [{ id }] = await usersOf('maria@example.org')
    const sessions = await Promise.all(Array.from({ length: 8 }, () => asGoogle('6001', 'maria@example.org')))
    expect(new Set(await Promise.all(sessions.map(idOf)))).toEqual(new Set([id]))
  })

  it('counts sessions of the embedded provider for nothing once Google is set', async () => {
    const session = await asEmbedded('boss@example.org')
    expect(await idOf(session)).toBeUndefined()
  })
})
