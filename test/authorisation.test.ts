import diagnostics from 'node:diagnostics_channel'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/app.ts'

/** One of everything that a route can name. */
type Ids = { project: string; chapter: string; version: string; trashedChapter: string; trashedProject: string }
type Call = { path: string; body?: unknown }

/** Routes that name somebody's record, in their path or their body: the author's alone. */
const own: Record<string, (ids: Ids) => Call> = {
  'GET /api/projects/:id': ({ project }) => ({ path: `/api/projects/${project}` }),
  'PATCH /api/projects/:id': ({ project }) => ({ path: `/api/projects/${project}`, body: { title: 'Renamed' } }),
  'DELETE /api/projects/:id': ({ project }) => ({ path: `/api/projects/${project}` }),
  'POST /api/trash/projects/:id/restore': ({ trashedProject }) => ({
    path: `/api/trash/projects/${trashedProject}/restore`,
  }),
  'DELETE /api/trash/projects/:id': ({ trashedProject }) => ({ path: `/api/trash/projects/${trashedProject}` }),
  'GET /api/projects/:projectId/chapters': ({ project }) => ({ path: `/api/projects/${project}/chapters` }),
  'GET /api/projects/:projectId/chapters/metadata': ({ project }) => ({
    path: `/api/projects/${project}/chapters/metadata`,
  }),
  'POST /api/projects/:projectId/chapters': ({ project }) => ({
    path: `/api/projects/${project}/chapters`,
    body: { title: 'New' },
  }),
  'POST /api/chapters': ({ project }) => ({ path: '/api/chapters', body: { projectId: project, title: 'New' } }),
  'POST /api/projects/:projectId/front-matter': ({ project }) => ({ path: `/api/projects/${project}/front-matter` }),
  'PUT /api/projects/:projectId/chapters/reorder': ({ project, chapter }) => ({
    path: `/api/projects/${project}/chapters/reorder`,
    body: { chapters: [{ id: chapter, order: 1, section: 'back_matter' }] },
  }),
  'POST /api/chapters/:id/move': ({ chapter }) => ({
    path: `/api/chapters/${chapter}/move`,
    body: { section: 'back_matter', order: 1 },
  }),
  'GET /api/chapters/:id': ({ chapter }) => ({ path: `/api/chapters/${chapter}` }),
  'GET /api/chapters/:id/revision': ({ chapter }) => ({ path: `/api/chapters/${chapter}/revision` }),
  'PATCH /api/chapters/:id': ({ chapter }) => ({
    path: `/api/chapters/${chapter}`,
    body: { content: '<p>overwritten</p>' },
  }),
  'DELETE /api/chapters/:id': ({ chapter }) => ({ path: `/api/chapters/${chapter}` }),
  'GET /api/projects/:projectId/trash': ({ project }) => ({ path: `/api/projects/${project}/trash` }),
  'DELETE /api/projects/:projectId/trash': ({ project }) => ({ path: `/api/projects/${project}/trash` }),
  'POST /api/trash/chapters/:id/restore': ({ trashedChapter }) => ({
    path: `/api/trash/chapters/${trashedChapter}/restore`,
  }),
  'DELETE /api/trash/chapters/:id': ({ trashedChapter }) => ({ path: `/api/trash/chapters/${trashedChapter}` }),
  'GET /api/chapters/:id/versions': ({ chapter }) => ({ path: `/api/chapters/${chapter}/versions` }),
  'POST /api/chapters/:id/versions': ({ chapter }) => ({
    path: `/api/chapters/${chapter}/versions`,
    body: { content: '<p>mine</p>' },
  }),
  'GET /api/chapters/:id/versions/:versionId': ({ chapter, version }) => ({
    path: `/api/chapters/${chapter}/versions/${version}`,
  }),
  'POST /api/chapters/:id/versions/:versionId/restore': ({ chapter, version }) => ({
    path: `/api/chapters/${chapter}/versions/${version}/restore`,
  }),
}

/** Routes that name no record: whoever is signed in meets their own things alone. */
const personal: Record<string, Call> = {
  'GET /api/auth/user': { path: '/api/auth/user' },
  'GET /api/projects': { path: '/api/projects' },
  'POST /api/projects': { path: '/api/projects', body: { title: 'One more' } },
  'GET /api/trash/projects': { path: '/api/trash/projects' },
  'DELETE /api/trash/projects': { path: '/api/trash/projects' },
}

/** Routes for anyone, with what they answer: to all the same. */
const open: Record<string, Call & { status: number }> = {
  'GET /api/health': { path: '/api/health', status: 200 },
  'GET /api/auth/google': { path: '/api/auth/google', status: 302 },
  'GET /api/auth/google/callback': { path: '/api/auth/google/callback?state=x&code=x', status: 400 },
  'GET /api/auth/pages.css': { path: '/api/auth/pages.css', status: 200 },
  'GET /api/logout': { path: '/api/logout', status: 302 },
  'GET /local-google/sign-in/:uid': { path: '/local-google/sign-in/unknown', status: 400 },
  'POST /local-google/sign-in/:uid': { path: '/local-google/sign-in/unknown', status: 400 },
  'GET /api/docs': { path: '/api/docs', status: 200 },
  'HEAD /api/docs/': { path: '/api/docs/', status: 200 },
  'GET /api/docs/json': { path: '/api/docs/json', status: 200 },
  'GET /api/docs/yaml': { path: '/api/docs/yaml', status: 200 },
  'GET /api/docs/static/index.html': { path: '/api/docs/static/index.html', status: 302 },
  'GET /api/docs/static/swagger-initializer.js': { path: '/api/docs/static/swagger-initializer.js', status: 200 },
  'GET /api/docs/static/*': { path: '/api/docs/static/swagger-ui.css', status: 200 },
  'GET /index.html': { path: '/index.html', status: 200 },
  'GET /assets/app-1.js': { path: '/assets/app-1.js', status: 200 },
  // The embedded provider answers under any method; those that it has no use for it refuses itself.
  'GET /local-google/*': { path: '/local-google/.well-known/openid-configuration', status: 200 },
  ...Object.fromEntries(
    ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'TRACE'].map((method) => [
      `${method} /local-google/*`,
      { path: '/local-google/nothing', status: 404 },
    ]),
  ),
}

const missing = '00000000-0000-4000-8000-000000000000'
const routes = new Map<string, RouteOptions>()
/** The router itself tells what there is: every server that is made announces itself here. */
const listen = (message: unknown) =>
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) routes.set(`${method} ${route.url}`, route)
  })

let app: TestApp
let webRoot: string
let nobody: Visitor
let expired: Visitor
let owner: Visitor
let other: Visitor
let admin: Visitor
let others: Ids
beforeAll(async () => {
  webRoot = mkdtempSync(path.join(tmpdir(), 'foolscap-web-'))
  mkdirSync(path.join(webRoot, 'assets'))
  writeFileSync(path.join(webRoot, 'index.html'), '<!doctype html>')
  writeFileSync(path.join(webRoot, 'assets/app-1.js'), '')
  diagnostics.subscribe('fastify.initialization', listen)
  app = await startApp({ ADMIN_EMAIL: 'chief@example.org' }, webRoot)
  diagnostics.unsubscribe('fastify.initialization', listen)
  nobody = app.visitor()
  expired = await app.signIn('expired@example.org')
  await app.pool.query(
    `update sessions set expire = now() - interval '1 second'
     where user_id = (select id from users where email = 'expired@example.org')`,
  )
  owner = await app.signIn('owner@example.org')
  other = await app.signIn('other@example.org')
  admin = await app.signIn('chief@example.org')
  others = await make(other)
})
afterAll(async () => {
  await app.close()
  rmSync(webRoot, { recursive: true })
})

async function make(author: Visitor): Promise<Ids> {
  const add = async (url: string, body: unknown) => (await author.json<any>('POST', url, body)).body.id as string
  const [project, trashedProject] = [
    await add('/api/projects', { title: 'Kept' }),
    await add('/api/projects', { title: 'Gone' }),
  ]
  await author.json('DELETE', `/api/projects/${trashedProject}`)
  const [chapter, trashedChapter] = [
    await add(`/api/projects/${project}/chapters`, { title: 'Kept', content: '<p>secret words</p>' }),
    await add(`/api/projects/${project}/chapters`, { title: 'Gone', content: '<p>secret words</p>' }),
  ]
  await author.json('DELETE', `/api/chapters/${trashedChapter}`)
  const version = await add(`/api/chapters/${chapter}/versions`, { content: '<p>older secret words</p>' })
  return { project, chapter, version, trashedChapter, trashedProject }
}

/** All rows of all authors, as one number. */
async function everything(): Promise<string> {
  const tables = ['projects', 'chapters', 'chapter_pages', 'chapter_saves', 'chapter_versions', 'users']
  const rows = tables.map((table) => `select t::text as row from ${table} t`).join(' union all ')
  return (await app.pool.query(`select md5(string_agg(row, '|' order by row)) as all from (${rows}) rows`)).rows[0].all
}

const nameOf = (key: string) => key.split(' ') as [string, string]

/** An answer as somebody sees it who looks for any difference. */
async function send(visitor: Visitor, key: string, { path: url, body }: Call, headers: Record<string, string> = {}) {
  const answer = await visitor.fetch(url, { method: nameOf(key)[0], body, headers })
  const kept = [...answer.headers].filter(
    ([name]) => !['date', 'set-cookie', 'keep-alive', 'connection'].includes(name),
  )
  return { status: answer.status, text: await answer.text(), headers: Object.fromEntries(kept) }
}

/** The calls of a row with each of its ids exchanged for another, one at a time. */
const exchanged = (row: (ids: Ids) => Call, ids: Ids, by: (id: string, name: keyof Ids) => string): Call[] =>
  (Object.keys(ids) as (keyof Ids)[])
    .map((name) => row({ ...ids, [name]: by(ids[name], name) }))
    .filter((call) => JSON.stringify(call) !== JSON.stringify(row(ids)))

const status = (key: string) => routes.get(key)?.config?.route?.status

test('every route of the router has a row, and every row a route', () => {
  const rows = new Set([own, personal, open].flatMap((table) => Object.keys(table)))
  // HEAD is GET without the body, and is tested with it.
  const isHead = (key: string) => key.startsWith('HEAD ') && (rows.has(key.replace('HEAD', 'GET')) || rows.has(key))
  expect(routes.size).toBeGreaterThan(50)
  expect([...routes.keys()].filter((key) => !rows.has(key) && !isHead(key))).toEqual([])
  expect([...rows].filter((key) => !routes.has(key))).toEqual([])
})

test('every contract says who may call it, and only rows for anyone are open', () => {
  for (const [key, { config }] of routes) {
    if (config?.route) expect([key, config.access]).toEqual([key, config.route.access])
    const isOpen = key in open || key.replace('HEAD', 'GET') in open
    expect([key, ['anyone', undefined].includes(config?.access)]).toEqual([key, isOpen])
  }
})

describe.each(Object.entries(own))('%s', (key, row) => {
  let ids: Ids
  beforeAll(async () => {
    ids = await make(owner)
  })

  test('the owner alone gets it; to all others it is as if it were not there', async () => {
    const before = await everything()
    const real = row(ids)
    const gone = row({
      project: missing,
      chapter: missing,
      version: missing,
      trashedChapter: missing,
      trashedProject: missing,
    })

    const refusal = await send(nobody, key, gone)
    expect(refusal).toMatchObject({ status: 401, text: expect.stringContaining('signed_out') })
    for (const visitor of [nobody, expired]) expect(await send(visitor, key, real)).toEqual(refusal)

    for (const visitor of [other, admin]) {
      const answer = await send(visitor, key, gone)
      expect(answer).toMatchObject({ status: 404, text: expect.stringContaining('not_found') })
      expect(await send(visitor, key, real)).toEqual(answer)
      expect(await send(owner, key, gone)).toEqual(answer)
    }
    // Somebody's own records beside one of another author, as beside one that is missing.
    const smuggled = exchanged(row, others, (_id, name) => ids[name])
    const withMissing = exchanged(row, others, () => missing)
    expect(smuggled.length).toBeGreaterThan(0)
    for (const [index, call] of smuggled.entries()) {
      const answer = await send(other, key, call)
      expect(answer.status).toBe(404)
      expect(answer).toEqual(await send(other, key, withMissing[index] as Call))
    }
    expect(await everything()).toBe(before)
  })

  test('an id that none can be is missing too', async () => {
    const before = await everything()
    const wrong = [() => 'x', () => 'null', () => 'undefined', () => '0', () => '%00', () => '%27%20or%201=1--']
    const nearly = [(id: string) => id.toUpperCase(), (id: string) => id.replaceAll('-', ''), (id: string) => `{${id}}`]
    for (const by of [...wrong, ...nearly]) {
      // Digits alone have no upper case.
      for (const call of exchanged(row, ids, by)) {
        expect([call, await send(owner, key, call)]).toMatchObject([
          call,
          { status: 404, text: expect.stringContaining('not_found') },
        ])
      }
    }
    expect(await everything()).toBe(before)
  })

  test('from another site nobody does it; a script that says nothing does', async () => {
    const method = nameOf(key)[0]
    const before = await everything()
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: app.url.replace('http:', 'https:') },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: app.url, 'sec-fetch-site': 'cross-site' },
    ]
    if (method !== 'GET') {
      for (const headers of foreign) expect(await send(owner, key, row(ids), headers)).toMatchObject({ status: 403 })
      expect(await everything()).toBe(before)
      const ours = { origin: app.url, 'sec-fetch-site': 'same-origin' }
      expect((await send(owner, key, row(await make(owner)), ours)).status).toBe(status(key))
    } else expect((await send(owner, key.replace('GET', 'HEAD'), row(ids))).status).toBe(status(key))
    expect((await send(owner, key, row(ids))).status).toBe(status(key))
  })
})

describe.each(Object.entries(personal))('%s', (key, call) => {
  test('whoever is signed in meets their own things, and nobody else any', async () => {
    const ids = await make(owner)
    const before = await everything()
    for (const visitor of [nobody, expired]) {
      expect(await send(visitor, key, call)).toMatchObject({ status: 401, text: expect.stringContaining('signed_out') })
    }
    if (nameOf(key)[0] !== 'GET') {
      const foreign: Record<string, string>[] = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]
      for (const headers of foreign) expect((await send(owner, key, call, headers)).status).toBe(403)
    }
    expect(await everything()).toBe(before)
    for (const visitor of [other, admin]) {
      const answer = await send(visitor, key, call)
      expect(answer.status).toBe(status(key))
      for (const id of Object.values(ids)) expect(answer.text).not.toContain(id)
    }
    const trash = (await owner.json<any[]>('GET', '/api/trash/projects')).body
    expect(trash.map((project) => project.id)).toContain(ids.trashedProject)
    expect((await send(owner, key, call)).status).toBe(status(key))
  })
})

test.each(Object.entries(open))('%s is open to anyone', async (key, call) => {
  const visitors =
    key === 'GET /api/logout'
      ? [nobody, expired, await app.signIn('other@example.org')]
      : [nobody, expired, other, owner, admin]
  // These two Node's fetch refuses to send.
  if (/^(TRACE|QUERY) /.test(key)) return
  for (const visitor of visitors) expect([key, (await send(visitor, key, call)).status]).toEqual([key, call.status])
})

test('an address that no route has: JSON under /api, the page elsewhere', async () => {
  for (const visitor of [nobody, owner]) {
    expect(await send(visitor, 'GET', { path: '/api/nothing' })).toMatchObject({
      status: 404,
      text: expect.stringContaining('not_found'),
    })
    expect(await send(visitor, 'POST', { path: '/api/auth/user' })).toMatchObject({ status: 404 })
    expect(await send(visitor, 'GET', { path: '/assets/nothing.js' })).toMatchObject({ status: 404 })
    expect(await send(visitor, 'GET', { path: '/assets/../../package.json' })).not.toMatchObject({
      text: expect.stringContaining('foolscap'),
    })
    expect(await send(visitor, 'GET', { path: '/project/x' })).toMatchObject({ status: 200, text: '<!doctype html>' })
  }
})
