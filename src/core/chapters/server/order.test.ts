import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/app.ts'
import { newDice } from '#test/dice.ts'
import { chapterTypes, type Section, sections } from '../rules.ts'

type Body = Record<string, any>

let app: TestApp
let ann: Visitor
beforeAll(async () => {
  app = await startApp()
  ann = await app.signIn('ann@example.org')
})
afterAll(() => app.close())

const newProject = async (): Promise<string> => (await ann.json('POST', '/api/projects', { title: 'A novel' })).body.id
const add = (projectId: string, title: string, more: Body = {}) =>
  ann.json<Body>('POST', `/api/projects/${projectId}/chapters`, { title, ...more })
const reorder = (projectId: string, chapters: Body[]) =>
  ann.json<Body>('PUT', `/api/projects/${projectId}/chapters/reorder`, { chapters })
const move = (id: string, section: Section, order: number) =>
  ann.json<Body>('POST', `/api/chapters/${id}/move`, { section, order })
const list = async (projectId: string) => (await ann.json<Body[]>('GET', `/api/projects/${projectId}/chapters`)).body

/** Each section of a book as the titles of its chapters, having made sure that they are numbered from 1. */
async function book(projectId: string): Promise<Record<string, string[]>> {
  const chapters = await list(projectId)
  const shelves = sections.map(
    (section) => [section, chapters.filter((chapter) => chapter.section === section)] as const,
  )
  expect(chapters, 'listed in reading order').toEqual(shelves.flatMap(([, shelf]) => shelf))
  for (const [section, shelf] of shelves) {
    expect(
      shelf.map((chapter) => chapter.order),
      section,
    ).toEqual(shelf.map((_, index) => index + 1))
  }
  return Object.fromEntries(
    shelves.flatMap(([section, shelf]) => (shelf.length ? [[section, shelf.map(({ title }) => title)]] : [])),
  )
}

/** A book whose story is a chapter for each letter; answers the id of each. */
async function alphabet(letters: string): Promise<{ projectId: string; ids: Record<string, string> }> {
  const projectId = await newProject()
  const ids: Record<string, string> = {}
  for (const letter of letters) ids[letter] = (await add(projectId, letter)).body.id
  return { projectId, ids }
}

describe('a new chapter', () => {
  test('stands last in the section that its type fixes, whatever section it asks for', async () => {
    const projectId = await newProject()
    const found: Record<string, string> = {}
    for (const chapterType of chapterTypes) {
      const { status, body } = await add(projectId, chapterType, { chapterType, section: 'body' })
      expect([status, body.chapterType, body.isSystemGenerated]).toEqual([201, chapterType, false])
      found[chapterType] = body.section
    }
    expect(found).toEqual({
      front_pages_info: 'front_matter',
      dedication: 'front_matter',
      epigraph: 'front_matter',
      table_of_contents: 'front_matter',
      preface: 'front_matter',
      chapter: 'body',
      about_author: 'back_matter',
      appendix: 'back_matter',
      bibliography: 'back_matter',
    })
    expect(await book(projectId)).toEqual({
      front_matter: chapterTypes.slice(0, 5),
      body: ['chapter'],
      back_matter: chapterTypes.slice(6),
    })
  })

  test('takes the place that it asks for, and one beyond the end is the end', async () => {
    const { projectId } = await alphabet('AB')
    const places = { first: 1, second: 2, beyond: 99, blank: '', none: null }
    for (const [title, order] of Object.entries(places)) {
      expect((await add(projectId, title, { order, chapterType: '', section: '' })).status).toBe(201)
    }
    expect(await book(projectId)).toEqual({ body: ['first', 'second', 'A', 'B', 'beyond', 'blank', 'none'] })
    for (const order of [0, -1, 1.5, 'x']) expect((await add(projectId, 'no', { order })).status).toBe(400)
  })

  test('by the route that names the project in its body is the same', async () => {
    const { projectId } = await alphabet('A')
    const { status, body } = await ann.json<Body>('POST', '/api/chapters', {
      projectId,
      title: 'B',
      order: 1,
      content: '<p>b</p>',
    })
    expect([status, body.projectId, body.order, body.wordCount]).toEqual([201, projectId, 1, 1])
    expect(await book(projectId)).toEqual({ body: ['B', 'A'] })
    expect(await ann.json('GET', `/api/projects/${projectId}/chapters/metadata`)).toEqual({
      status: 200,
      body: await list(projectId),
    })
  })

  test('is listed without its text', async () => {
    const projectId = await newProject()
    await add(projectId, 'A', { content: '<p>some text</p>' })
    const [chapter] = await list(projectId)
    expect(chapter).not.toHaveProperty('content')
    expect(chapter).toMatchObject({ wordCount: 2, revision: 1 })
  })
})

describe('the default front matter', () => {
  const addFrontMatter = (projectId: string) => ann.json<Body[]>('POST', `/api/projects/${projectId}/front-matter`)
  const usual = ['front_pages_info', 'dedication', 'epigraph', 'table_of_contents', 'preface']

  test('is five blank pages in their order, and a second call adds none', async () => {
    const { projectId } = await alphabet('A')
    const first = await addFrontMatter(projectId)
    expect(first.status).toBe(201)
    expect(first.body.map((page) => page.chapterType)).toEqual(usual)
    for (const page of first.body)
      expect(page).toMatchObject({ section: 'front_matter', isSystemGenerated: true, wordCount: 0 })
    expect(await addFrontMatter(projectId)).toEqual({ status: 201, body: [] })
    expect((await list(projectId)).map((chapter) => chapter.chapterType)).toEqual([...usual, 'chapter'])
    await book(projectId)
  })

  test('adds what is missing alone, and asked for eight times at once each page once', async () => {
    const projectId = await newProject()
    await add(projectId, 'For her', { chapterType: 'dedication' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => addFrontMatter(projectId)))
    const added = answers.flatMap((answer) => answer.body.map((page) => page.chapterType))
    expect(added).toEqual(usual.filter((type) => type !== 'dedication'))
    expect((await book(projectId)).front_matter).toHaveLength(5)
  })

  test('brings a page back that was thrown away', async () => {
    const projectId = await newProject()
    const [, dedication] = (await addFrontMatter(projectId)).body
    await ann.json('DELETE', `/api/chapters/${dedication?.id}`)
    expect((await addFrontMatter(projectId)).body).toMatchObject([{ chapterType: 'dedication', order: 5 }])
  })
})

describe('deleting and restoring', () => {
  test('closes the gap, and puts what comes back last in its section', async () => {
    const { projectId, ids } = await alphabet('ABCD')
    await ann.json('DELETE', `/api/chapters/${ids.B}`)
    await ann.json('DELETE', `/api/chapters/${ids.D}`)
    expect(await book(projectId)).toEqual({ body: ['A', 'C'] })
    await ann.json('POST', `/api/trash/chapters/${ids.B}/restore`)
    await add(projectId, 'E')
    await ann.json('POST', `/api/trash/chapters/${ids.D}/restore`)
    expect(await book(projectId)).toEqual({ body: ['A', 'C', 'B', 'E', 'D'] })
    await ann.json('DELETE', `/api/chapters/${ids.A}`)
    expect((await ann.json('DELETE', `/api/trash/chapters/${ids.A}`)).status).toBe(204)
    expect((await ann.json('DELETE', `/api/trash/chapters/${ids.C}`)).status).toBe(404)
    expect(await book(projectId)).toEqual({ body: ['C', 'B', 'E', 'D'] })
  })
})

describe('a reorder', () => {
  test('puts the named chapters in the order asked for, in any section, and leaves their types and revisions', async () => {
    const { projectId, ids } = await alphabet('ABCD')
    const at = (letter: string, section: Section, order: number) => ({ id: ids[letter], section, order })
    const before = await list(projectId)
    const answer = await reorder(projectId, [
      at('D', 'body', 1),
      at('C', 'front_matter', 1),
      at('A', 'body', 2),
      at('B', 'back_matter', 1),
    ])
    expect(answer).toEqual({ status: 200, body: await list(projectId) })
    expect(await book(projectId)).toEqual({ front_matter: ['C'], body: ['D', 'A'], back_matter: ['B'] })
    for (const chapter of await list(projectId)) {
      const { chapterType, revision, updatedAt } = before.find((each) => each.id === chapter.id) as Body
      expect(chapter).toMatchObject({ chapterType, revision, updatedAt })
    }
  })

  test('that names some keeps the others behind them as they stood', async () => {
    const { projectId, ids } = await alphabet('ABCDE')
    await reorder(projectId, [
      { id: ids.D, section: 'body', order: 1 },
      { id: ids.B, section: 'body', order: 2 },
    ])
    expect(await book(projectId)).toEqual({ body: ['D', 'B', 'A', 'C', 'E'] })
    await reorder(projectId, [{ id: ids.E, section: 'back_matter', order: 7 }])
    expect(await book(projectId)).toEqual({ body: ['D', 'B', 'A', 'C'], back_matter: ['E'] })
    await reorder(projectId, [])
    expect(await book(projectId)).toEqual({ body: ['D', 'B', 'A', 'C'], back_matter: ['E'] })
  })

  test('that names a chapter twice, or places out of turn, still numbers from 1', async () => {
    const { projectId, ids } = await alphabet('ABC')
    const twice = [3, -7, 3].map((order, index) => ({ id: index === 1 ? ids.B : ids.C, section: 'body', order }))
    expect((await reorder(projectId, twice)).status).toBe(200)
    expect(await book(projectId)).toEqual({ body: ['B', 'C', 'A'] })
  })

  test('that names an unknown chapter is 404 and changes nothing', async () => {
    const { projectId, ids } = await alphabet('ABC')
    const elsewhere = (await alphabet('X')).ids.X
    const trashed = (await add(projectId, 'gone')).body.id
    await ann.json('DELETE', `/api/chapters/${trashed}`)
    for (const id of ['00000000-0000-4000-8000-000000000000', elsewhere, trashed]) {
      const answer = await reorder(projectId, [
        { id: ids.C, section: 'body', order: 1 },
        { id, section: 'body', order: 2 },
      ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect(await book(projectId)).toEqual({ body: ['A', 'B', 'C'] })
    }
  })

  test.each([{ order: 1.5 }, { order: '1' }, { section: 'middle' }, { section: null }])(
    'that asks for %j is refused',
    async (wrong) => {
      const { projectId, ids } = await alphabet('AB')
      const answer = await reorder(projectId, [{ id: ids.B, section: 'body', order: 1, ...wrong }])
      expect(answer).toMatchObject({ status: 400, body: { code: 'bad_input' } })
      expect(await book(projectId)).toEqual({ body: ['A', 'B'] })
    },
  )
})

describe('a move', () => {
  test('answers the place that the chapter got, counted from 1 and at most the end', async () => {
    const { projectId, ids } = await alphabet('ABCD')
    expect(await move(ids.D as string, 'body', 1)).toEqual({
      status: 200,
      body: { id: ids.D, section: 'body', order: 1 },
    })
    expect(await book(projectId)).toEqual({ body: ['D', 'A', 'B', 'C'] })
    expect((await move(ids.D as string, 'body', 3)).body.order).toBe(3)
    expect(await book(projectId)).toEqual({ body: ['A', 'B', 'D', 'C'] })
    expect((await move(ids.A as string, 'back_matter', 9)).body).toEqual({
      id: ids.A,
      section: 'back_matter',
      order: 1,
    })
    expect((await move(ids.B as string, 'body', 99)).body.order).toBe(3)
    expect(await book(projectId)).toEqual({ body: ['D', 'C', 'B'], back_matter: ['A'] })
    for (const order of [0, -1, 1.5]) expect((await move(ids.A as string, 'body', order)).status).toBe(400)
    expect((await move('00000000-0000-4000-8000-000000000000', 'body', 1)).status).toBe(404)
    expect(await book(projectId)).toEqual({ body: ['D', 'C', 'B'], back_matter: ['A'] })
  })

  test('in a book of 2,000 chapters sends and answers less than 300 bytes', async () => {
    const projectId = await newProject()
    await app.pool.query(
      `insert into chapters (project_id, title, chapter_type, section, "order")
       select $1, n::text, 'chapter', 'body', n from generate_series(1, 2000) n`,
      [projectId],
    )
    const last = (await list(projectId)).at(-1) as Body
    const body = JSON.stringify({ section: 'body', order: 2 })
    const answer = await ann.fetch(`/api/chapters/${last.id}/move`, { method: 'POST', body })
    const text = await answer.text()
    expect([answer.status, JSON.parse(text).order]).toEqual([200, 2])
    expect(body.length).toBeLessThan(300)
    expect(text.length).toBeLessThan(300)
    const { body: titles } = await book(projectId)
    expect(titles).toHaveLength(2000)
    expect(titles?.slice(0, 4)).toEqual(['1', '2000', '2', '3'])
    expect(titles?.at(-1)).toBe('1999')
  })
})

test('orders are 1..n in each section after each of 40 storms of changes made at once', async () => {
  const { below, pick } = newDice('storms of order')
  const { projectId } = await alphabet('ABCDEFGHIJ')
  let named = 0

  const change = (chapters: Body[], trash: Body[]): Promise<{ status: number }> => {
    const one = pick(chapters)?.id ?? ''
    const someone = () => pick(chapters)?.id ?? ''
    switch (below(9)) {
      case 0:
        return add(projectId, `new ${++named}`, { chapterType: pick(chapterTypes), order: 1 + below(6) })
      case 1:
        return ann.json('DELETE', `/api/chapters/${one}`)
      case 2:
        return trash.length
          ? ann.json('POST', `/api/trash/chapters/${pick(trash).id}/restore`)
          : add(projectId, `new ${++named}`)
      case 3:
      case 4:
      case 5: {
        const ids = [...new Set(Array.from({ length: 1 + below(chapters.length) }, someone))]
        return reorder(
          projectId,
          ids.map((id) => ({ id, section: pick(sections), order: below(20) - 3 })),
        )
      }
      default:
        return move(one, pick(sections), 1 + below(12))
    }
  }

  const seen = new Set<number>()
  for (let round = 0; round < 40; round++) {
    const chapters = await list(projectId)
    const trash = (await ann.json<Body[]>('GET', `/api/projects/${projectId}/trash`)).body
    // Those named by several at once may be deleted first: 404 is then the right answer.
    const answers = await Promise.all(Array.from({ length: 8 }, () => change(chapters, trash)))
    for (const { status } of answers) seen.add(status)
    await book(projectId)
    const { rows } = await app.pool.query('select count(*)::int as n from chapters where project_id = $1', [projectId])
    expect(rows[0].n, 'no chapter is lost').toBe(10 + named)
  }
  expect(
    [...seen].every((status) => [200, 201, 204, 404].includes(status)),
    String([...seen]),
  ).toBe(true)
})
