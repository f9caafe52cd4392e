import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/app.ts'

type Body = Record<string, any>

let app: TestApp
let ann: Visitor
let ben: Visitor
beforeAll(async () => {
  app = await startApp()
  ann = await app.signIn('ann@example.org')
  ben = await app.signIn('ben@example.org')
})
afterAll(() => app.close())

const add = (edit: Body = {}, author = ann) => author.json<Body>('POST', '/api/projects', { title: 'A novel', ...edit })
const read = (id: string, author = ann) => author.json<Body>('GET', `/api/projects/${id}`)
const edit = (id: string, body: Body, author = ann) => author.json<Body>('PATCH', `/api/projects/${id}`, body)
const remove = async (id: string, author = ann) => (await author.json('DELETE', `/api/projects/${id}`)).status
const list = async (author = ann) => (await author.json<Body[]>('GET', '/api/projects')).body
const trash = async (author = ann) => (await author.json<Body[]>('GET', '/api/trash/projects')).body
const restore = (id: string, author = ann) => author.json<Body>('POST', `/api/trash/projects/${id}/restore`)
const erase = async (id: string, author = ann) => (await author.json('DELETE', `/api/trash/projects/${id}`)).status
const titles = (projects: Body[]) => projects.map((project) => project.title)

const blank = ['description', 'timePeriod', 'setting', 'genre', 'lead', 'objective', 'confrontation', 'knockout']
blank.push('disturbance', 'doorway', 'mirrorMoment', 'darkMoment', 'midpointTwist')
blank.push('physicalStakes', 'professionalStakes', 'psychologicalStakes')

describe('a new project', () => {
  test('needs a title alone; all else is blank, and the target 50,000 words', async () => {
    const before = Date.now()
    const { status, body } = await add({ title: '  Middlemarch ' })
    expect(status).toBe(201)
    const { id, userId, createdAt, updatedAt, ...rest } = body
    const nulls = Object.fromEntries(blank.map((name) => [name, null]))
    expect(rest).toEqual({ ...nulls, title: 'Middlemarch', wordCount: 0, targetWordCount: 50_000 })
    expect(userId).toBe((await ann.json('GET', '/api/auth/user')).body.id)
    // The clock is the database's; on one machine they agree.
    expect(Math.abs(Date.parse(createdAt) - before)).toBeLessThan(10_000)
    expect(updatedAt).toBe(createdAt)
    expect((await read(id)).body).toEqual(body)
  })

  test('keeps all that is said of it', async () => {
    const fields = Object.fromEntries(blank.map((name) => [name, `${name} of it`]))
    const { body } = await add({ ...fields, targetWordCount: 90_000 })
    expect(body).toMatchObject({ ...fields, targetWordCount: 90_000 })
  })

  test.each([undefined, null, ''])('takes the target %j as blank', async (targetWordCount) => {
    expect((await add({ targetWordCount })).body.targetWordCount).toBe(50_000)
  })

  test.each([0, -1, 1.5, '90000', 1e12])('refuses the target %j by its name', async (targetWordCount) => {
    const refused = await add({ targetWordCount })
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'bad_input', fields: { targetWordCount: expect.any(String) } },
    })
  })

  test.each([undefined, null, '', '   ', 7])('refuses the title %j by its name', async (title) => {
    expect(await add({ title })).toMatchObject({
      status: 400,
      body: { code: 'bad_input', fields: { title: expect.any(String) } },
    })
  })

  test('has id, owner, times and word count from the server, whatever the request says', async () => {
    const forged = {
      id: '00000000-0000-4000-8000-000000000000',
      userId: (await ben.json('GET', '/api/auth/user')).body.id,
      wordCount: 999,
      createdAt: '2001-01-01T00:00:00.000Z',
      updatedAt: '2001-01-01T00:00:00.000Z',
      deletedAt: '2001-01-01T00:00:00.000Z',
    }
    const added = (await add({ title: 'Forged', ...forged })).body
    const saved = (await edit(added.id, forged)).body
    for (const project of [added, saved]) {
      expect(project).toMatchObject({ wordCount: 0, userId: (await ann.json('GET', '/api/auth/user')).body.id })
      expect(project.id).not.toBe(forged.id)
      expect(project.createdAt > '2020').toBe(true)
      expect(project.updatedAt > '2020').toBe(true)
      expect(project).not.toHaveProperty('deletedAt')
    }
    expect(titles(await list(ben))).not.toContain('Forged')
    expect(titles(await list())).toContain('Forged')
  })
})

describe('the list and an edit', () => {
  test('what was written last stands first, be it the project or a chapter of it', async () => {
    const author = await app.signIn('lister@example.org')
    const ids: Body = {}
    for (const title of ['One', 'Two', 'Three']) ids[title] = (await add({ title }, author)).body.id
    expect(titles(await list(author))).toEqual(['Three', 'Two', 'One'])
    await edit(ids.Two, { genre: 'Crime' }, author)
    expect(titles(await list(author))).toEqual(['Two', 'Three', 'One'])
    await author.json('POST', `/api/projects/${ids.One}/chapters`, { title: 'I', content: '<p>three small words</p>' })
    expect(await list(author)).toMatchObject([{ title: 'One', wordCount: 3 }, { title: 'Two' }, { title: 'Three' }])
    await read(ids.Three, author)
    expect(titles(await list(author))).toEqual(['One', 'Two', 'Three'])
  })

  test('an edit changes the fields that it names, and no other', async () => {
    const { body } = await add({ title: 'Before', genre: 'Crime', setting: 'Turin', targetWordCount: 80_000 })
    const saved = await edit(body.id, { title: ' After ', setting: null })
    expect(saved.status).toBe(200)
    expect(saved.body).toEqual({ ...body, title: 'After', setting: null, updatedAt: saved.body.updatedAt })
    expect(saved.body.updatedAt > body.updatedAt).toBe(true)
    expect((await read(body.id)).body).toEqual(saved.body)
    expect((await edit(body.id, { targetWordCount: '' })).body.targetWordCount).toBe(50_000)
  })

  test('a refused edit changes nothing', async () => {
    const { body } = await add({ title: 'Kept' })
    for (const wrong of [
      { title: ' ' },
      { genre: 5 },
      { title: 'New', targetWordCount: -1 },
      { title: 'New', lead: [] },
    ]) {
      expect((await edit(body.id, wrong)).status).toBe(400)
    }
    expect((await read(body.id)).body).toEqual(body)
  })
})

describe('the trash', () => {
  test('keeps a project 30 days, brings it back as it was, or lets it go for ever', async () => {
    const author = await app.signIn('trash@example.org')
    const kept = (await add({ title: 'Kept' }, author)).body
    const gone = (await add({ title: 'Gone', genre: 'Crime' }, author)).body
    const chapter = { title: 'I', content: '<p>two words</p>' }
    const { id: chapterId } = (await author.json<Body>('POST', `/api/projects/${gone.id}/chapters`, chapter)).body
    const before = (await read(gone.id, author)).body

    expect(await remove(gone.id, author)).toBe(204)
    expect(titles(await list(author))).toEqual(['Kept'])
    expect((await read(gone.id, author)).status).toBe(404)
    expect((await edit(gone.id, { title: 'x' }, author)).status).toBe(404)
    expect(await remove(gone.id, author)).toBe(404)
    expect((await author.json('POST', `/api/projects/${gone.id}/chapters`, chapter)).status).toBe(404)
    const [resting, ...others] = await trash(author)
    expect(others).toEqual([])
    expect(resting).toMatchObject({ id: gone.id, title: 'Gone', wordCount: 2 })
    const rest = Date.parse(resting?.goneAt) - Date.parse(resting?.deletedAt)
    // A day on which clocks change is an hour off.
    expect(Math.round(rest / 86_400_000)).toBe(30)

    const restored = await restore(gone.id, author)
    expect(restored).toMatchObject({ status: 200, body: { ...before, updatedAt: expect.any(String) } })
    expect(await trash(author)).toEqual([])
    expect((await author.json('GET', `/api/chapters/${chapterId}`)).body).toMatchObject({ content: '<p>two words</p>' })

    expect(await remove(gone.id, author)).toBe(204)
    expect(await erase(gone.id, author)).toBe(204)
    expect(await trash(author)).toEqual([])
    expect((await restore(gone.id, author)).status).toBe(404)
    const { rows } = await app.pool.query('select count(*)::int as n from chapters where project_id = $1', [gone.id])
    expect(rows).toEqual([{ n: 0 }])
    expect((await read(kept.id, author)).status).toBe(200)
  })

  test('takes back or erases only what lies in it', async () => {
    const { id } = (await add()).body
    expect((await restore(id)).status).toBe(404)
    expect(await erase(id)).toBe(404)
    expect((await read(id)).status).toBe(200)
  })

  test('is emptied for one author, and holds the last deleted first', async () => {
    const anna = await app.signIn('anna@example.org')
    const bella = await app.signIn('bella@example.org')
    const alive = (await add({ title: 'Alive' }, anna)).body.id
    for (const title of ['One', 'Two']) await remove((await add({ title }, anna)).body.id, anna)
    await remove((await add({ title: 'Hers' }, bella)).body.id, bella)
    expect(titles(await trash(anna))).toEqual(['Two', 'One'])
    expect((await anna.fetch('/api/trash/projects', { method: 'DELETE' })).status).toBe(204)
    expect(await trash(anna)).toEqual([])
    expect(titles(await trash(bella))).toEqual(['Hers'])
    expect((await read(alive, anna)).status).toBe(200)
  })

  test('is swept of what has lain there for 30 days', async () => {
    const author = await app.signIn('sweep@example.org')
    const days = { fresh: 0, old: 29, gone: 31 }
    for (const [title, age] of Object.entries(days)) {
      const { id } = (await add({ title }, author)).body
      await remove(id, author)
      await app.pool.query(`update projects set deleted_at = now() - make_interval(days => $2) where id = $1`, [
        id,
        age,
      ])
    }
    await app.tidy()
    expect(titles(await trash(author))).toEqual(['fresh', 'old'])
  })
})

describe('the plan', () => {
  test('free: one project; a second is refused on create and on restore, and the trash does not count', async () => {
    const free = await startApp({ PLAN_OVERRIDES: '', ADMIN_EMAIL: 'chief@example.org' })
    try {
      const author = await free.signIn('free@example.org')
      const first = (await add({ title: 'First' }, author)).body
      const refusal = { status: 403, body: { code: 'plan_needed', sentence: expect.stringContaining('one project') } }
      expect(await add({ title: 'Second' }, author)).toMatchObject(refusal)
      expect(await remove(first.id, author)).toBe(204)
      const second = await add({ title: 'Second' }, author)
      expect(second.status).toBe(201)
      expect(await restore(first.id, author)).toMatchObject(refusal)
      expect(titles(await trash(author))).toEqual(['First'])
      expect(await remove(second.body.id, author)).toBe(204)
      expect((await restore(first.id, author)).status).toBe(200)
      expect((await edit(first.id, { title: 'Still mine' }, author)).status).toBe(200)

      const chief = await free.signIn('chief@example.org')
      for (const title of ['One', 'Two', 'Three']) expect((await add({ title }, chief)).status).toBe(201)

      await free.pool.query(`update users set subscription_tier = 'basic' where email = 'free@example.org'`)
      expect((await add({ title: 'Paid for' }, author)).status).toBe(201)
      // What exists is never hidden when the plan ends.
      await free.pool.query(`update users set subscription_tier = 'free' where email = 'free@example.org'`)
      expect(titles(await list(author))).toEqual(['Paid for', 'Still mine'])
    } finally {
      await free.close()
    }
  })

  test('of many projects made or restored at once exactly as many get through as there is room for', async () => {
    const two = await startApp({ PLAN_OVERRIDES: '{"free":{"projects":2}}' })
    try {
      const author = await two.signIn('many@example.org')
      const statuses = async (answers: Promise<{ status: number }>[]) =>
        (await Promise.all(answers)).map((each) => each.status).sort()
      const room = [201, 201, ...Array(10).fill(403)]
      expect(await statuses(Array.from({ length: 12 }, () => add({}, author)))).toEqual(room)
      const ids: string[] = (await list(author)).map((project) => project.id)
      expect(ids).toHaveLength(2)
      for (const id of ids) await remove(id, author)
      await add({}, author)
      // Of the rest some find no room, and some that the project has left the trash.
      const back = await statuses([...ids, ...ids].map((id) => restore(id, author)))
      expect(back.filter((status) => status === 200)).toHaveLength(1)
      expect(await list(author)).toHaveLength(2)
    } finally {
      await two.close()
    }
  })
})
