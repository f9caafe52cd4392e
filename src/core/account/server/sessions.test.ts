import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Visitor } from '#test/app.ts'
import { freePort } from '#test/free-port.ts'
import { type IdentityApp, secret, startIdentity } from '#test/identity.ts'
import { openTicket, returnPathOf, sealTicket } from './sign-in-ticket.ts'

let app: IdentityApp
beforeAll(async () => {
  app = await startIdentity()
})
afterAll(() => app.close())

const cookieName = () => `foolscap-${new URL(app.url).port}`
const idIn = (visitor: Visitor) => visitor.cookies.get(cookieName()) ?? ''
const hashOf = (id: string) => createHash('sha256').update(id).digest('hex')
const status = async (visitor: Visitor) => (await visitor.fetch('/api/auth/user')).status

/** Follows a sign-in by hand and gives every cookie line of it. */
async function cookieLines(target: IdentityApp, start: string): Promise<string[]> {
  const { host, origin } = new URL(target.url)
  const lines: string[] = []
  const jar = new Map<string, string>()
  for (let url: string | undefined = start; url !== undefined && url !== '/'; ) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer: Awaited<ReturnType<typeof target.http.inject>> = await target.http.inject({
      url,
      headers: { host, cookie },
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      lines.push(line)
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    url = answer.headers.location?.replace(origin, '')
  }
  return lines
}

describe('the session cookie', () => {
  it('is out of reach for scripts and other sites, and named after the port', async () => {
    const lines = await cookieLines(app, '/api/auth/google?login_hint=flags@example.org')
    const session = lines.find((line) => line.startsWith(`${cookieName()}=`)) ?? ''
    expect(session).toMatch(/^foolscap-\d+=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(lines.length).toBeGreaterThan(4)
    for (const line of lines) expect(line).toMatch(/(?=.*; httponly)(?=.*; samesite=lax)/i)
  })

  it('belongs to its host alone on https, and all others are Secure', async () => {
    const secure = await startIdentity({ baseUrl: 'https://localhost:8443' })
    const lines = await cookieLines(secure, '/api/auth/google?login_hint=flags@example.org')
    await secure.close()
    const session = lines.find((line) => line.startsWith('__Host-foolscap=')) ?? ''
    expect(session).toMatch(/^__Host-foolscap=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(lines.find((line) => line.startsWith('__Host-foolscap-sign-in-'))).toContain('Secure')
    for (const line of lines) expect(line.toLowerCase()).toContain('secure')
  })

  it('is known to the database by its hash only', async () => {
    const visitor = await app.signIn('hash@example.org')
    const { rows } = await app.pool.query('select sid, sess from sessions where sid = $1', [hashOf(idIn(visitor))])
    expect(rows).toEqual([{ sid: hashOf(idIn(visitor)), sess: { provider: 'embedded' } }])
    expect(JSON.stringify((await app.pool.query('select * from sessions, user_sessions')).rows)).not.toContain(
      idIn(visitor),
    )
  })

  it('changes at sign-in, and the one before it ends', async () => {
    const visitor = await app.signIn('fixed@example.org')
    const before = idIn(visitor)
    await visitor.follow('/api/auth/google?login_hint=fixed@example.org')
    expect(idIn(visitor)).not.toBe(before)
    const stale = app.visitor()
    stale.cookies.set(cookieName(), before)
    expect(await status(stale)).toBe(401)
  })

  it('is never one that somebody else chose', async () => {
    const visitor = app.visitor()
    const planted = 'A'.repeat(43)
    visitor.cookies.set(cookieName(), planted)
    await visitor.follow('/api/auth/google?login_hint=planted@example.org')
    expect(idIn(visitor)).not.toBe(planted)
    const mallory = app.visitor()
    mallory.cookies.set(cookieName(), planted)
    expect(await status(mallory)).toBe(401)
  })

  it.each(['', 'x', 'A'.repeat(43), "' or 1=1 --", 'A'.repeat(5000)])(
    'that says %.20s signs nobody in',
    async (value) => {
      const visitor = app.visitor()
      visitor.cookies.set(cookieName(), value)
      expect(await status(visitor)).toBe(401)
    },
  )
})

describe('the record of sign-ins', () => {
  it('has address, browser and provider, and the time of signing out', async () => {
    const visitor = app.visitor()
    const start = await visitor.fetch('/api/auth/google?login_hint=record@example.org', {
      headers: { 'user-agent': 'Firefox' },
    })
    let next = start.headers.get('location')
    while (next && next !== '/')
      next = (await visitor.fetch(next, { headers: { 'user-agent': 'Firefox/1' } })).headers.get('location')
    const read = async () =>
      (await app.pool.query('select * from user_sessions where session_id = $1', [hashOf(id)])).rows[0]
    const id = idIn(visitor)
    expect(await read()).toMatchObject({
      ip_address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
      user_agent: 'Firefox/1',
      auth_provider: 'embedded',
      is_active: true,
      logout_time: null,
    })
    await visitor.fetch('/api/logout')
    expect(await read()).toMatchObject({ is_active: false, logout_time: expect.any(Date) })
  })
})

describe('expiry', () => {
  const setExpiry = (id: string, interval: string) =>
    app.pool.query('update sessions set expire = now() + $2::interval where sid = $1', [hashOf(id), interval])
  const daysLeft = async (id: string) => {
    const { rows } = await app.pool.query(
      'select extract(epoch from expire - now()) / 86400 as days from sessions where sid = $1',
      [hashOf(id)],
    )
    return Number(rows[0].days)
  }

  it('ends a session', async () => {
    const visitor = await app.signIn('expired@example.org')
    await setExpiry(idIn(visitor), '-1 second')
    expect((await visitor.json('GET', '/api/auth/user')).body).toEqual({
      code: 'signed_out',
      sentence: 'Please sign in.',
    })
  })

  it('moves on with use, at most once a day, and takes the cookie along', async () => {
    const visitor = await app.signIn('sliding@example.org')
    const id = idIn(visitor)
    await setExpiry(id, '29 days 1 hour')
    expect((await visitor.fetch('/api/auth/user')).headers.getSetCookie()).toEqual([])
    expect(await daysLeft(id)).toBeLessThan(29.1)
    await setExpiry(id, '28 days 23 hours')
    const [line] = (await visitor.fetch('/api/auth/user')).headers.getSetCookie()
    expect(line).toMatch(new RegExp(`^${cookieName()}=${id}; Max-Age=2592000;`))
    expect(await daysLeft(id)).toBeGreaterThan(29.9)
    expect((await visitor.fetch('/api/auth/user')).headers.getSetCookie()).toEqual([])
  })

  it('is tidied away, and its record closed at the time it expired', async () => {
    const [gone, stays] = [await app.signIn('gone@example.org'), await app.signIn('stays@example.org')]
    await setExpiry(idIn(gone), '-2 days')
    await app.accounts.tidy()
    const { rows } = await app.pool.query('select 1 from sessions where sid = $1', [hashOf(idIn(gone))])
    expect(rows).toEqual([])
    const record = async (visitor: Visitor) =>
      (
        await app.pool.query('select is_active, logout_time from user_sessions where session_id = $1', [
          hashOf(idIn(visitor)),
        ])
      ).rows[0]
    expect((await record(gone)).is_active).toBe(false)
    expect(Date.now() - (await record(gone)).logout_time).toBeGreaterThan(47 * 3600 * 1000)
    expect(await record(stays)).toEqual({ is_active: true, logout_time: null })
    expect(await status(stays)).toBe(200)
  })

  it('closes records whose session went otherwise', async () => {
    const visitor = await app.signIn('vanished@example.org')
    await app.pool.query('delete from sessions where sid = $1', [hashOf(idIn(visitor))])
    await app.accounts.tidy()
    const { rows } = await app.pool.query('select is_active from user_sessions where session_id = $1', [
      hashOf(idIn(visitor)),
    ])
    expect(rows).toEqual([{ is_active: false }])
  })

  it('is the end of a deleted user too', async () => {
    const visitor = await app.signIn('deleted@example.org')
    await app.pool.query("delete from users where email = 'deleted@example.org'")
    expect(await status(visitor)).toBe(401)
  })
})

describe('signing out', () => {
  it('ends the session at once and leads to the first page', async () => {
    const visitor = await app.signIn('out@example.org')
    const id = idIn(visitor)
    const answer = await visitor.fetch('/api/logout', {
      headers: { 'sec-fetch-site': 'same-origin', referer: `${app.url}/writer/1` },
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
    expect(visitor.cookies.has(cookieName())).toBe(false)
    visitor.cookies.set(cookieName(), id)
    expect(await status(visitor)).toBe(401)
  })

  it.each([
    [{ 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }, 302],
    [{}, 302],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ referer: 'https://evil.example/page' }, 403],
    [{ referer: 'not an address' }, 403],
    [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }, 403],
    [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }, 403],
    [{ 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }, 403],
    [{ 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch;prerender' }, 403],
    [{ 'sec-fetch-site': 'same-origin', purpose: 'prefetch' }, 403],
  ])('asked with %j answers %i', async (headers, expected) => {
    const visitor = await app.signIn('asked@example.org')
    const answer = await visitor.fetch('/api/logout', { headers: headers as Record<string, string> })
    expect(answer.status).toBe(expected)
    expect(await status(visitor)).toBe(expected === 302 ? 401 : 200)
    if (expected === 403) {
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await answer.text()).toContain('href="/api/logout">Sign out</a>')
    }
  })

  it('is not done by HEAD or POST', async () => {
    const visitor = await app.signIn('head@example.org')
    expect((await visitor.fetch('/api/logout', { method: 'HEAD' })).status).toBe(404)
    expect((await visitor.fetch('/api/logout', { method: 'POST', body: {} })).status).toBe(404)
    expect(await status(visitor)).toBe(200)
  })

  it('is no error for a visitor', async () => {
    expect((await app.visitor().fetch('/api/logout')).status).toBe(302)
  })
})

describe('the guard', () => {
  it('answers 401 before it reads the body', async () => {
    const answer = await app
      .visitor()
      .fetch('/api/echo', { method: 'POST', body: '{ not json', headers: { 'content-type': 'application/json' } })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({ code: 'signed_out', sentence: 'Please sign in.' })
  })

  it('lets a script without Origin write, and refuses another site', async () => {
    const visitor = await app.signIn('writer@example.org')
    expect((await visitor.json('POST', '/api/echo', {})).body).toEqual({ email: 'writer@example.org' })
    for (const [name, value] of [
      ['origin', 'https://evil.example'],
      ['sec-fetch-site', 'cross-site'],
      ['sec-fetch-site', 'same-site'],
    ] as const) {
      const answer = await visitor.fetch('/api/echo', { method: 'POST', body: {}, headers: { [name]: value } })
      expect(answer.status).toBe(403)
    }
  })
})

describe('the way back', () => {
  const base = 'http://localhost:3000'

  it.each([
    ['/', '/'],
    ['/writer/1/2?tab=notes#end', '/writer/1/2?tab=notes#end'],
    ['/a b/ä', '/a%20b/%C3%A4'],
    [undefined, '/'],
    ['', '/'],
    ['writer/1', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/\n/evil.example', '/'],
    ['/..//evil.example', '/'],
    ['/./\\evil.example', '/'],
    ['https://evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['\\\\evil.example', '/'],
    ['/api/logout', '/'],
    ['/API/logout', '/'],
    ['/x/../api/logout', '/'],
    ['/local-google/sign-in/1', '/'],
    ['/apiary', '/apiary'],
    [`/${'x'.repeat(2000)}`, '/'],
  ])('%.30s leads to %s', (asked, path) => {
    expect(returnPathOf(asked, base)).toBe(path)
  })

  it('is kept by the sign-in', async () => {
    const visitor = app.visitor()
    const last = await visitor.follow(
      `/api/auth/google?login_hint=back@example.org&return=${encodeURIComponent('//evil.example/')}`,
    )
    expect(last.url).toBe(`${app.url}/`)
  })
})

describe('the ticket of a sign-in', () => {
  const ticket = { state: 's', nonce: 'n', verifier: 'v', returnPath: '/', expires: Date.now() + 60_000 }

  it('is read only as it was written, in its time, with the same secret', () => {
    const sealed = sealTicket(ticket, secret)
    expect(openTicket(sealed, secret)).toEqual(ticket)
    expect(openTicket(sealed, `${secret}!`)).toBeUndefined()
    expect(openTicket(sealTicket({ ...ticket, expires: Date.now() - 1 }, secret), secret)).toBeUndefined()
    const forged = Buffer.from(JSON.stringify({ ...ticket, returnPath: '//evil.example' })).toString('base64url')
    expect(openTicket(`${forged}.${sealed.split('.')[1]}`, secret)).toBeUndefined()
    for (const rubbish of [undefined, '', '.', 'x.y', sealed.slice(0, -4), `${sealed}.x.y`.slice(1)]) {
      expect(openTicket(rubbish, secret)).toBeUndefined()
    }
  })

  it('that is forged or old leads to a page that says so', async () => {
    const visitor = app.visitor()
    const start = await visitor.fetch('/api/auth/google?login_hint=old@example.org')
    const state = new URL(start.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const name = `${cookieName()}-sign-in-${state.slice(0, 8)}`
    for (const value of [
      sealTicket({ ...ticket, state, expires: Date.now() - 1 }, secret),
      sealTicket({ ...ticket, state }, 'another secret'),
    ]) {
      visitor.cookies.set(name, value)
      const answer = await visitor.fetch(`/api/auth/google/callback?code=x&state=${state}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
      expect(await answer.text()).toContain('This sign-in has expired')
    }
    for (const address of [
      '/api/auth/google/callback',
      '/api/auth/google/callback?error=access_denied',
      '/api/auth/google/callback?state=a&state=b',
    ]) {
      expect((await visitor.fetch(address)).status).toBe(400)
    }
  })

  it('is one of five at most', async () => {
    const visitor = app.visitor()
    for (let n = 0; n < 12; n++) await visitor.fetch('/api/auth/google')
    expect([...visitor.cookies.keys()].filter((name) => name.includes('sign-in-')).length).toBe(5)
  })
})

describe('a database that does not answer', () => {
  let other: IdentityApp
  afterEach(() => other.close())

  it('gives 503, never 401, and pages for people', async () => {
    other = await startIdentity({ database: { host: '127.0.0.1', port: await freePort() } })
    const visitor = other.visitor()
    visitor.cookies.set(`foolscap-${new URL(other.url).port}`, 'A'.repeat(43))
    const answer = await visitor.json('GET', '/api/auth/user')
    expect([answer.status, answer.body.code]).toEqual([503, 'upstream'])
    for (const address of ['/api/logout', '/api/auth/google?login_hint=x@example.org']) {
      const page = await visitor.follow(address)
      expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
      expect(await page.text()).toContain('The database does not answer')
    }
  })

  it('gives 503 within six seconds when it is frozen', async () => {
    other = await startIdentity()
    const visitor = await other.signIn('frozen@example.org')
    const client = await other.pool.connect()
    await client.query('begin; lock table sessions in access exclusive mode')
    const began = Date.now()
    const [api, page] = await Promise.all([visitor.json('GET', '/api/auth/user'), visitor.fetch('/api/logout')])
    expect([api.status, page.status]).toEqual([503, 503])
    expect(Date.now() - began).toBeLessThan(6000)
    await client.query('rollback')
    client.release()
    expect(await status(visitor)).toBe(200)
  })
})
