import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { splitBlocks } from '#base/html.ts'
import { startApp, type TestApp, type Visitor } from '#test/app.ts'
import { spliceBetween, spliceBetweenBlocks } from '../splice.ts'
import { countWords } from '../words.ts'
import { paginate } from './pages.ts'

let app: TestApp
let ann: Visitor
let projectId: string
beforeAll(async () => {
  app = await startApp()
  ann = await app.signIn('ann@example.org')
  projectId = (await ann.json('POST', '/api/projects', { title: 'Pages' })).body.id
})
afterAll(() => app.close())

const paragraph = fc
  .record({
    seed: fc.nat(999),
    words: fc.oneof({ weight: 8, arbitrary: fc.nat(60) }, { weight: 1, arbitrary: fc.constant(3000) }),
  })
  .map(({ seed, words }) => `<p>${`${seed}🖋 `.repeat(words).trim()}</p>`)

/** Replaces some blocks, from a place given as a share of the text, by others. */
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.oneof({ weight: 6, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(200) }),
  insert: fc.oneof(
    { weight: 6, arbitrary: fc.array(paragraph, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(paragraph, { minLength: 40, maxLength: 80 }) },
  ),
})

test('a text in pages is the plain text, after any edits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 5, maxLength: 25 }), async (edits) => {
      const { body: chapter } = await ann.json('POST', `/api/projects/${projectId}/chapters`, { title: 'x' })
      let blocks: string[] = []
      let { revision } = chapter
      for (const { at, remove, insert } of edits) {
        const after = blocks.toSpliced(Math.floor(at * (blocks.length + 1)), remove, ...insert)
        const splice = spliceBetweenBlocks(blocks, after)
        blocks = after
        if (!splice) continue
        const saved = await ann.json('PATCH', `/api/chapters/${chapter.id}`, { splice, baseRevision: revision })
        expect(saved.status).toBe(200)
        expect(saved.body).not.toHaveProperty('content')
        revision = saved.body.revision
      }
      const html = blocks.join('')
      const { body: read } = await ann.json('GET', `/api/chapters/${chapter.id}`)
      expect(read.content).toBe(html)
      expect(read.wordCount).toBe(countWords(html))

      const { rows: pages } = await app.pool.query(
        'select * from chapter_pages where chapter_id = $1 order by position',
        [chapter.id],
      )
      for (const page of pages) {
        expect(page).toMatchObject({ length: page.html.length, word_count: countWords(page.html) })
        if (page.length > 24_000)
          expect(splitBlocks(page.html).filter((block) => block.length > 12_000)).not.toEqual([])
      }
      expect(new Set(pages.map((page) => page.position)).size).toBe(pages.length)
      const { rows } = await app.pool.query('select length, bytes from chapters where id = $1', [chapter.id])
      expect(rows[0]).toEqual({ length: html.length, bytes: Buffer.byteLength(html) })
    }),
    { numRuns: 15, interruptAfterTimeLimit: 60_000 },
  )
}, 120_000)

test('splices that cut tags and pairs in two leave a sound text', async () => {
  const start = '<p>one 🖋 <em>two</em></p><p>three</p>'
  await fc.assert(
    fc.asyncProperty(
      fc.nat(start.length),
      fc.nat(12),
      fc.constantFrom('', '<', 'x', '</p>', '<em>', '\ud83d', '"'),
      async (at, length, insert) => {
        const remove = Math.min(length, start.length - at)
        const { body: chapter } = await ann.json('POST', `/api/projects/${projectId}/chapters`, {
          title: 'x',
          content: start,
        })
        const saved = await ann.json('PATCH', `/api/chapters/${chapter.id}`, {
          splice: { at, remove, insert },
          baseRevision: chapter.revision,
        })
        expect(saved.status).toBe(200)
        const { body: read } = await ann.json('GET', `/api/chapters/${chapter.id}`)
        const wished = start.slice(0, at) + insert + start.slice(at + remove)
        expect(saved.body.content ?? wished).toBe(read.content)
        expect(read.wordCount).toBe(countWords(read.content))
        // What is stored can be saved again and comes back as it is.
        const again = await ann.json('PATCH', `/api/chapters/${chapter.id}`, { content: read.content })
        expect(again.body.revision).toBe(read.revision)
      },
    ),
    { numRuns: 60 },
  )
}, 60_000)

test('pages are near their size, and no page is needed for no text', () => {
  expect(paginate([])).toEqual([])
  const lengths = paginate(Array.from({ length: 1000 }, () => 'x'.repeat(600))).map((page) => page.length)
  expect(Math.min(...lengths)).toBeGreaterThan(9_000)
  expect(Math.max(...lengths)).toBeLessThan(15_000)
})

test('a save in a long chapter reads and writes one page', async () => {
  const blocks = Array.from({ length: 1000 }, (_, i) => `<p>${i} ${'of prose '.repeat(60)}</p>`)
  const { body: chapter } = await ann.json('POST', `/api/projects/${projectId}/chapters`, {
    title: 'long',
    content: blocks.join(''),
  })
  const pages = () =>
    app.pool.query('select id, xmin::text from chapter_pages where chapter_id = $1 order by position', [chapter.id])
  const before = (await pages()).rows
  const splice = spliceBetween(blocks.join(''), blocks.with(500, '<p>Another sentence.</p>').join(''))
  await ann.json('PATCH', `/api/chapters/${chapter.id}`, { splice, baseRevision: chapter.revision })
  const after = (await pages()).rows
  expect(before.length).toBeGreaterThan(40)
  expect(after.filter((page, index) => page.xmin !== before[index].xmin)).toHaveLength(1)
})
