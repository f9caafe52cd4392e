import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/app.ts'

let app: TestApp
let ann: Visitor
beforeAll(async () => {
  app = await startApp()
  ann = await app.signIn('ann@example.org')
})
afterAll(() => app.close())

type Body = Record<string, any>

async function newChapter(content = '', author = ann): Promise<Body> {
  const project = await author.json('POST', '/api/projects', { title: 'A novel' })
  const answer = await author.json('POST', `/api/projects/${project.body.id}/chapters`, { title: 'One', content })
  expect(answer.status).toBe(201)
  return answer.body
}
const save = (id: string, edit: Body) => ann.json<Body>('PATCH', `/api/chapters/${id}`, edit)
const read = async (id: string) => (await ann.json<Body>('GET', `/api/chapters/${id}`)).body
const versions = async (id: string) => (await ann.json<Body[]>('GET', `/api/chapters/${id}/versions`)).body
const later = (chapterId: string, minutes: number) =>
  app.pool.query(`update chapter_versions set created_at = created_at - $2::interval where chapter_id = $1`, [
    chapterId,
    `${minutes} minutes`,
  ])

test('a save raises the revision and answers words and revision', async () => {
  const { id, projectId, revision } = await newChapter()
  const saved = await save(id, { content: '<p>It was a dark night.</p>', baseRevision: revision, opId: 'op-00001' })
  expect(saved.status).toBe(200)
  expect(saved.body).toMatchObject({ id, revision: revision + 1, wordCount: 5 })
  expect(saved.body).not.toHaveProperty('content')
  expect(await read(id)).toMatchObject({ content: '<p>It was a dark night.</p>', revision: revision + 1, wordCount: 5 })
  expect((await ann.json('GET', `/api/projects/${projectId}`)).body.wordCount).toBe(5)
})

test('a stale save is refused with the stored text, and changes nothing', async () => {
  const { id, revision } = await newChapter('<p>mine</p>')
  await save(id, { content: '<p>newer</p>', baseRevision: revision, opId: 'first-save' })
  const stale = await save(id, { content: '<p>older</p>', baseRevision: revision, opId: 'second-save' })
  expect(stale.status).toBe(409)
  expect(stale.body).toMatchObject({ code: 'conflict', stored: { content: '<p>newer</p>', revision: revision + 1 } })
  expect(await read(id)).toMatchObject({ content: '<p>newer</p>', revision: revision + 1 })
})

test('a repeated opId has no effect and answers the revision that it made, for the last 100', async () => {
  const { id, revision } = await newChapter()
  let base = revision
  for (let i = 0; i < 101; i++) {
    const saved = await save(id, { content: `<p>${i}</p>`, baseRevision: base, opId: `operation-${i}` })
    base = saved.body.revision
  }
  const again = await save(id, { content: '<p>1</p>', baseRevision: revision + 1, opId: 'operation-1' })
  expect(again).toMatchObject({ status: 200, body: { revision: revision + 2 } })
  expect((await read(id)).content).toBe('<p>100</p>')
  const forgotten = await save(id, { content: '<p>0</p>', baseRevision: revision, opId: 'operation-0' })
  expect(forgotten.status).toBe(409)
})

test('any string of 8 to 64 characters names a save', async () => {
  const { id, revision } = await newChapter()
  const opId = 'a\0\ud800 "’ 🖋'
  for (let again = 0; again < 2; again++) {
    const saved = await save(id, { content: '<p>x</p>', baseRevision: revision, opId })
    expect(saved).toMatchObject({ status: 200, body: { revision: revision + 1 } })
  }
  expect(await save(id, { content: 'y', opId: 'short' })).toMatchObject({ status: 400, body: { code: 'bad_input' } })
  expect((await save(id, { content: 'y', opId: 'x'.repeat(65) })).status).toBe(400)
})

test('the same save sent twenty times at once is made once', async () => {
  const { id, revision } = await newChapter()
  const edit = { splice: { at: 0, remove: 0, insert: '<p>once</p>' }, baseRevision: revision, opId: 'at-the-same-time' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => save(id, edit)))
  expect(answers.map(({ status, body }) => [status, body.revision])).toEqual(Array(20).fill([200, revision + 1]))
  expect((await read(id)).content).toBe('<p>once</p>')
})

test('a splice changes the text where it says, in UTF-16 units', async () => {
  const { id, revision } = await newChapter('<p>a 🖋 b</p><p>c</p>')
  const saved = await save(id, { splice: { at: 8, remove: 1, insert: 'B' }, baseRevision: revision })
  expect(saved.body.revision).toBe(revision + 1)
  expect((await read(id)).content).toBe('<p>a 🖋 B</p><p>c</p>')
  const beyond = await save(id, { splice: { at: 90, remove: 1, insert: '' }, baseRevision: revision + 1 })
  expect(beyond).toMatchObject({ status: 400, body: { code: 'bad_input' } })
  const baseless = await save(id, { splice: { at: 0, remove: 0, insert: 'x' } })
  expect(baseless).toMatchObject({ status: 400, body: { fields: { baseRevision: expect.any(String) } } })
})

test('title, plan and moves leave the revision, and a blank title never stops the text', async () => {
  const { id, revision } = await newChapter('<p>x</p>')
  expect((await save(id, { title: 'Two', synopsis: 'They meet.', baseRevision: 999 })).body).toMatchObject({
    title: 'Two',
    revision,
    synopsis: 'They meet.',
  })
  const saved = await save(id, { title: '  ', content: '<p>y</p>', baseRevision: revision })
  expect(saved).toMatchObject({ status: 200, body: { title: 'Two', revision: revision + 1 } })
  expect(await save(id, { title: ' ' })).toMatchObject({ status: 400, body: { fields: { title: expect.any(String) } } })
})

test('text that is the same is no change', async () => {
  const { id, revision } = await newChapter('<p>x</p>')
  expect((await save(id, { content: '<p>x</p>' })).body.revision).toBe(revision)
  expect(await versions(id)).toEqual([])
})

test('a plain save keeps the text that it replaces', async () => {
  const { id, revision } = await newChapter('<p>first</p>')
  expect((await save(id, { content: '<p>second</p>' })).body.revision).toBe(revision + 1)
  expect((await save(id, { content: '<p>third</p>' })).body.revision).toBe(revision + 2)
  const kept = await versions(id)
  expect(kept.map((version) => version.reason)).toEqual(['replaced', 'replaced'])
  const texts = await Promise.all(
    kept.map(async (version) => (await ann.json('GET', `/api/chapters/${id}/versions/${version.id}`)).body.content),
  )
  expect(texts).toEqual(['<p>second</p>', '<p>first</p>'])
})

test('versions: at the first edit of a sitting, then after ten minutes of change', async () => {
  let { id, revision } = await newChapter('<p>before the sitting</p>')
  const write = async (words: string) => {
    revision = (await save(id, { content: `<p>${words}</p>`, baseRevision: revision })).body.revision
  }
  await write('one')
  await write('two')
  expect(await versions(id)).toMatchObject([{ reason: 'writing', wordCount: 3 }])
  await later(id, 11)
  await write('three')
  await write('four')
  expect(await versions(id)).toMatchObject([{ revision: revision - 2 }, { reason: 'writing' }])
})

test('a save that drops most of a long text pins what was there', async () => {
  const long = `<p>${'word '.repeat(300)}</p>`
  const { id, revision } = await newChapter(long)
  await save(id, { content: '<p>oops</p>', baseRevision: revision })
  expect(await versions(id)).toMatchObject([{ reason: 'shrunk', pinned: true, wordCount: 300 }])
})

test('restoring makes a new version, and keepReplaced keeps the other side', async () => {
  let { id, revision } = await newChapter('<p>first</p>')
  revision = (await save(id, { content: '<p>second</p>', baseRevision: revision })).body.revision
  const [first] = await versions(id)
  const restored = await ann.json('POST', `/api/chapters/${id}/versions/${first?.id}/restore`)
  expect(restored).toMatchObject({ status: 200, body: { content: '<p>first</p>', revision: revision + 1 } })
  expect(await versions(id)).toMatchObject([{ reason: 'restore', revision }, { reason: 'writing' }])
  await save(id, { content: '<p>mine</p>', baseRevision: revision + 1, keepReplaced: true })
  expect(await versions(id)).toMatchObject([{ reason: 'conflict' }, { reason: 'restore' }, { reason: 'writing' }])
  const lost = await ann.json('POST', `/api/chapters/${id}/versions`, { content: '<p>theirs</p>' })
  expect(lost).toMatchObject({ status: 201, body: { reason: 'conflict', wordCount: 1 } })
})

test('versions are thinned: all for 30 days, then daily for a year; pinned ones stay', async () => {
  const { id } = await newChapter('<p>0</p>')
  for (let i = 1; i <= 6; i++) await save(id, { content: `<p>${i}</p>` })
  const ids = (await versions(id)).map((version) => version.id)
  const ages = ['1 day', '40 days', '40 days 1 minute', '400 days', '401 days', '2 days']
  for (const [index, age] of ages.entries()) {
    await app.pool.query(
      `update chapter_versions set created_at = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' + interval '12 hours' - $2::interval, pinned = $3 where id = $1`,
      [ids[index], age, age === '401 days'],
    )
  }
  await app.tidy()
  const left = new Set((await versions(id)).map((version) => version.id))
  expect(ids.map((each) => left.has(each))).toEqual([true, true, false, false, true, true])
})

test('what is not allowed is dropped, and the answer says what is stored instead', async () => {
  const { id, revision } = await newChapter()
  const saved = await save(id, {
    content: '<p onclick="x()">a<script>alert(1)</script></p><img src=x>',
    baseRevision: revision,
  })
  expect(saved.body).toMatchObject({ content: '<p>a</p>', wordCount: 1 })
  expect((await read(id)).content).toBe('<p>a</p>')
})

test('a chapter holds 8 MB, a request 12 MB, and more is too large', async () => {
  const { id, revision } = await newChapter('<p>kept</p>')
  const paragraph = `<p>${'word '.repeat(200)}</p>`
  const most = paragraph.repeat(Math.floor((8 * 1024 * 1024 - 20) / paragraph.length))
  expect((await save(id, { content: most, baseRevision: revision })).body).toMatchObject({ revision: revision + 1 })
  const more = await save(id, { content: `${most}${paragraph}${paragraph}`, baseRevision: revision + 1 })
  expect(more).toMatchObject({ status: 413, body: { code: 'too_large' } })
  const huge = await save(id, { content: 'x'.repeat(13 * 1024 * 1024) })
  expect(huge).toMatchObject({ status: 413, body: { code: 'too_large' } })
  expect((await read(id)).content).toBe(most)
})

test('a deleted chapter rests in the trash with its words, and comes back', async () => {
  const { id, projectId } = await newChapter('<p>two words</p>')
  expect((await ann.fetch(`/api/chapters/${id}`, { method: 'DELETE' })).status).toBe(204)
  expect((await ann.json('GET', `/api/chapters/${id}`)).status).toBe(404)
  expect((await save(id, { content: '<p>late</p>' })).status).toBe(404)
  expect((await ann.json('GET', `/api/projects/${projectId}`)).body.wordCount).toBe(0)
  expect((await ann.json('GET', `/api/projects/${projectId}/trash`)).body).toMatchObject([{ id, wordCount: 2 }])
  expect((await ann.json('POST', `/api/trash/chapters/${id}/restore`)).body).toMatchObject({
    id,
    content: '<p>two words</p>',
  })
  expect((await ann.json('GET', `/api/projects/${projectId}`)).body.wordCount).toBe(2)
})

test('the chapters of a trashed project are out of reach until it is back', async () => {
  const { id, projectId } = await newChapter('<p>x</p>')
  await ann.json('DELETE', `/api/projects/${projectId}`)
  expect((await ann.json('GET', `/api/chapters/${id}`)).status).toBe(404)
  expect((await save(id, { content: 'y' })).status).toBe(404)
  await ann.json('POST', `/api/trash/projects/${projectId}/restore`)
  expect((await ann.json('GET', `/api/chapters/${id}`)).status).toBe(200)
})
