import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Visitor } from '#test/app.ts'
import { type IdentityApp, startIdentity } from '#test/identity.ts'
import { expiringStore } from './expiring-store.ts'

let app: IdentityApp
beforeAll(async () => {
  app = await startIdentity({ adminEmail: 'boss@example.org' })
})
afterAll(() => app.close())

const whoAmI = async (visitor: Visitor) => (await visitor.json('GET', '/api/auth/user')).body

/** Opens the sign-in page, as a person without a hint does; gives its address and text. */
async function openPage(visitor: Visitor, start = '/api/auth/google') {
  let answer = await visitor.fetch(start)
  while (answer.status >= 300 && answer.status < 400) {
    answer = await visitor.fetch(new URL(answer.headers.get('location') ?? '', answer.url).href)
  }
  return { answer, url: answer.url, text: await answer.text() }
}

async function send(visitor: Visitor, url: string, fields: Record<string, string>) {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: app.url,
    'sec-fetch-site': 'same-origin',
  }
  let answer = await visitor.fetch(url, { method: 'POST', body: new URLSearchParams(fields).toString(), headers })
  while (answer.status >= 300 && answer.status < 400) {
    answer = await visitor.fetch(new URL(answer.headers.get('location') ?? '', answer.url).href)
  }
  return { answer, text: await answer.text() }
}

describe('signing in with a hint', () => {
  it('is followed by a script with a cookie jar, and lands on the page asked for', async () => {
    const visitor = app.visitor()
    expect((await visitor.json('GET', '/api/auth/user')).status).toBe(401)
    const last = await visitor.follow('/api/auth/google?login_hint=Jane.Doe%40Example.org&return=%2F%3Fshelf%3D1')
    expect(last.url).toBe(`${app.url}/?shelf=1`)
    expect(await last.text()).toBe('the first page')
    expect(await whoAmI(visitor)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: 'jane.doe@example.org',
      firstName: 'jane.doe',
      lastName: null,
      profileImageUrl: null,
      subscriptionTier: 'free',
      subscriptionStatus: 'active',
      isAdmin: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
  })

  it('signs in two people in a row from one browser', async () => {
    const visitor = app.visitor()
    await visitor.follow('/api/auth/google?login_hint=first@example.org')
    const first = await whoAmI(visitor)
    await visitor.follow('/api/auth/google?login_hint=second@example.org')
    const second = await whoAmI(visitor)
    expect([first.email, second.email]).toEqual(['first@example.org', 'second@example.org'])
    expect(first.id).not.toBe(second.id)
    await visitor.follow('/api/auth/google?login_hint=first@example.org')
    expect((await whoAmI(visitor)).id).toBe(first.id)
  })

  it('finishes two sign-ins begun in two tabs, in either order', async () => {
    const visitor = app.visitor()
    const [one, two] = [
      await visitor.fetch('/api/auth/google?login_hint=tab1@example.org'),
      await visitor.fetch('/api/auth/google?login_hint=tab2@example.org'),
    ]
    await visitor.follow(two.headers.get('location') ?? '')
    expect((await whoAmI(visitor)).email).toBe('tab2@example.org')
    await visitor.follow(one.headers.get('location') ?? '')
    expect((await whoAmI(visitor)).email).toBe('tab1@example.org')
  })

  it('makes one account for one e-mail, however often and however many at once', async () => {
    const visitors = await Promise.all(Array.from({ length: 8 }, () => app.signIn('crowd@example.org')))
    const ids = await Promise.all(visitors.map(async (visitor) => (await whoAmI(visitor)).id))
    expect(new Set(ids).size).toBe(1)
  })

  it('asks first where another site sent the browser here', async () => {
    const visitor = app.visitor()
    const start = await visitor.fetch('/api/auth/google?login_hint=mallory@example.org', {
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    const { answer, text } = await openPage(visitor, start.headers.get('location') ?? '')
    expect(answer.status).toBe(200)
    expect(text).toContain('Foolscap’s own sign-in')
    expect(await whoAmI(visitor)).toMatchObject({ code: 'signed_out' })
  })

  it('makes the designated e-mail the administrator, and nobody else', async () => {
    const [boss, clerk] = [await app.signIn('Boss@example.org'), await app.signIn('clerk@example.org')]
    expect((await boss.fetch('/api/admin/only')).status).toBe(204)
    expect((await clerk.json('GET', '/api/admin/only')).body).toMatchObject({ code: 'forbidden' })
    expect((await app.visitor().fetch('/api/admin/only')).status).toBe(401)
  })
})

describe('the page', () => {
  it('says what it is, needs no script, and carries the security headers', async () => {
    const { answer, text } = await openPage(app.visitor())
    expect(answer.status).toBe(200)
    expect(text).toContain('It stands in for Google while Foolscap runs on this machine only')
    expect(text).not.toMatch(/<script|style=|<style| on\w+=/)
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const [, sheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? []
    const css = await app.visitor().fetch(sheet)
    expect([css.status, css.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  it('takes an e-mail and a name, and lists that account from then on', async () => {
    const visitor = app.visitor()
    const page = await openPage(visitor)
    const { answer } = await send(visitor, page.url, { email: ' Emily@Example.org ', name: 'Emily Jane  Brontë' })
    expect(answer.url).toBe(`${app.url}/`)
    expect(await whoAmI(visitor)).toMatchObject({
      email: 'emily@example.org',
      firstName: 'Emily Jane',
      lastName: 'Brontë',
    })

    const another = app.visitor()
    const again = await openPage(another)
    expect(again.text).toContain('<button name="account" value="emily@example.org">')
    await send(another, again.url, { account: 'emily@example.org' })
    expect(await whoAmI(another)).toMatchObject({
      email: 'emily@example.org',
      firstName: 'Emily Jane',
      lastName: 'Brontë',
    })
  })

  it('keeps markup in a name as text', async () => {
    const visitor = app.visitor()
    await send(visitor, (await openPage(visitor)).url, {
      email: '"<b>@example.org',
      name: '<img src=x onerror=alert(1)>',
    })
    expect((await whoAmI(visitor)).firstName).toBe('<img src=x')
    const { text } = await openPage(app.visitor())
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(text).toContain('value="&quot;&lt;b&gt;@example.org"')
    expect(text).not.toContain('<img')
  })

  it.each([
    [{ email: '', name: 'Nobody' }, 'email-error'],
    [{ email: 'no address', name: '' }, 'email-error'],
    [{ email: 'a\0b@example.org', name: '' }, 'email-error'],
    [{ email: `${'x'.repeat(260)}@example.org`, name: '' }, 'email-error'],
    [{ email: 'ok@example.org', name: 'x'.repeat(101) }, 'name-error'],
    [{ email: 'ok@example.org', name: 'a\0b' }, 'name-error'],
  ])('says what is wrong with %j and keeps what was written', async (fields, error) => {
    const visitor = app.visitor()
    const { answer, text } = await send(visitor, (await openPage(visitor)).url, fields)
    expect(answer.status).toBe(400)
    expect(text).toMatch(new RegExp(`aria-invalid="true" aria-describedby="${error}"`))
    expect(text).toContain(`id="${error}"`)
    expect(await whoAmI(visitor)).toMatchObject({ code: 'signed_out' })
  })

  it('prefills a hint that is no e-mail', async () => {
    const { text } = await openPage(app.visitor(), '/api/auth/google?login_hint=jane')
    expect(text).toContain('value="jane"')
  })

  it('leads back without signing in when cancelled', async () => {
    const visitor = app.visitor()
    const page = await openPage(visitor, '/api/auth/google?return=/writer/1')
    const { answer, text } = await send(visitor, page.url, { email: '', cancel: 'yes' })
    expect(answer.status).toBe(403)
    expect(text).toContain('The sign-in was cancelled</h1>')
    expect(text).toContain('href="/api/auth/google?return=%2Fwriter%2F1"')
    expect(await whoAmI(visitor)).toMatchObject({ code: 'signed_out' })
  })

  it('refuses a form sent by another site', async () => {
    const visitor = app.visitor()
    const { url } = await openPage(visitor)
    const body = 'email=mallory%40example.org'
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' }
    expect((await visitor.fetch(url, { method: 'POST', body, headers })).status).toBe(403)
  })

  it('says so when it was left open too long, or belongs to another browser', async () => {
    const { url } = await openPage(app.visitor())
    const { answer, text } = await send(app.visitor(), url, { email: 'late@example.org' })
    expect(answer.status).toBe(400)
    expect(text).toContain('This sign-in has expired')
    const resumed = await app.visitor().fetch(`${app.url}/local-google/auth/unknown`)
    expect(resumed.status).toBe(400)
    expect(await resumed.text()).toContain('This sign-in has expired')
    expect(resumed.headers.get('content-security-policy')).toContain("default-src 'self'")
  })
})

describe('the provider', () => {
  it('gives nothing to a client that it does not know, or without PKCE', async () => {
    const back = encodeURIComponent(`${app.url}/api/auth/google/callback`)
    const visitor = app.visitor()
    const stranger = await visitor.fetch(
      `/local-google/auth?client_id=evil&response_type=code&scope=openid&redirect_uri=${back}`,
    )
    expect(stranger.status).toBe(400)
    const elsewhere = await visitor.fetch(
      '/local-google/auth?client_id=foolscap&response_type=code&scope=openid&redirect_uri=https://evil.example',
    )
    expect(elsewhere.status).toBe(400)
    const plain = await visitor.fetch(
      `/local-google/auth?client_id=foolscap&response_type=code&scope=openid&redirect_uri=${back}`,
    )
    expect(plain.headers.get('location')).toContain('error=invalid_request')
  })

  it('answers unknown addresses with the security headers too', async () => {
    const answer = await app.visitor().fetch('/local-google/nothing')
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
  })

  it('prints nothing', async () => {
    const printed: unknown[] = []
    const kept = { log: console.log, info: console.info, warn: console.warn, error: console.error }
    for (const name of ['log', 'info', 'warn', 'error'] as const) console[name] = (...words) => printed.push(...words)
    const other = await startIdentity()
    try {
      await other.signIn('quiet@example.org')
      await other.visitor().fetch('/local-google/nothing')
      await other.visitor().fetch('/local-google/auth')
    } finally {
      Object.assign(console, kept)
      await other.close()
    }
    expect(printed).toEqual([])
  })

  it('keeps a bounded number of things, and none beyond its time', async () => {
    const { adapter, size } = expiringStore(100)
    const [codes, others] = [adapter('AuthorizationCode'), adapter('Session')]
    for (let n = 0; n < 1000; n++)
      await (n % 2 ? codes : others).upsert(`id${n}`, { uid: `uid${n}`, grantId: `g${n}` }, 60)
    expect(size()).toBe(100)
    expect(await codes.find('id1')).toBeUndefined()
    expect(await codes.find('id999')).toMatchObject({ uid: 'uid999' })
    expect(await others.findByUid('uid998')).toMatchObject({ grantId: 'g998' })
    expect(await codes.findByUid('uid998')).toBeUndefined()
    await codes.revokeByGrantId('g999')
    expect(await codes.find('id999')).toBeUndefined()
    await codes.upsert('old', {}, -1)
    expect(await codes.find('old')).toBeUndefined()
  })
})

describe('a machine that only its own people may reach', () => {
  it.each(['evil.example', 'localhost.evil.example', '192.168.1.5:3000', 'localhost@evil.example'])(
    'refuses the host %j',
    async (host) => {
      const answer = await app.http.inject({ url: '/api/auth/user', headers: { host } })
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({ code: 'forbidden', sentence: expect.stringContaining(app.url) })
    },
  )

  it('tells a browser so in a page', async () => {
    const answer = await app.http.inject({ url: '/', headers: { host: 'evil.example', accept: 'text/html' } })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
  })

  it('refuses other machines, and those that a proxy speaks for', async () => {
    const host = new URL(app.url).host
    expect((await app.http.inject({ url: '/', headers: { host }, remoteAddress: '10.0.0.5' })).statusCode).toBe(403)
    expect((await app.http.inject({ url: '/', headers: { host, 'x-forwarded-for': '203.0.113.9' } })).statusCode).toBe(
      403,
    )
    expect(
      (await app.http.inject({ url: '/', headers: { host, 'x-forwarded-host': 'evil.example' } })).statusCode,
    ).toBe(403)
    expect((await app.http.inject({ url: '/', headers: { host }, remoteAddress: '::ffff:127.0.0.1' })).statusCode).toBe(
      200,
    )
  })

  it('leads browsers from its other names to BASE_URL, and serves scripts under any', async () => {
    const { port } = new URL(app.url)
    for (const name of [`127.0.0.1:${port}`, `[::1]:${port}`, 'localhost:1']) {
      const page = await app.http.inject({ url: '/writer/1?a=b', headers: { host: name, accept: 'text/html,*/*' } })
      expect([page.statusCode, page.headers.location]).toEqual([307, `${app.url}/writer/1?a=b`])
      const script = await app.http.inject({ url: '/api/auth/user', headers: { host: name, accept: '*/*' } })
      expect(script.statusCode).toBe(401)
      const start = await app.http.inject({ url: '/api/auth/google?login_hint=x@example.org', headers: { host: name } })
      const sentTo = new URL(String(start.headers.location))
      expect([start.statusCode, sentTo.origin]).toEqual([302, app.url])
      // Its cookies are of the name that it chose, so it is sent back there.
      const backTo = new URL(sentTo.searchParams.get('redirect_uri') ?? '')
      expect(backTo.host).toBe(name === 'localhost:1' ? new URL(app.url).host : name)
    }
    const visitor = app.visitor()
    const other = app.url.includes('127.0.0.1') ? 'localhost' : '127.0.0.1'
    await visitor.follow(`http://${other}:${port}/api/auth/google?login_hint=other@example.org`)
    expect((await whoAmI(visitor)).email).toBe('other@example.org')
  })
})
