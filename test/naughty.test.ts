import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type Visitor } from '#test/app.ts'

type Body = Record<string, any>

let app: TestApp
let ann: Visitor
let projectId: string
beforeAll(async () => {
  app = await startApp()
  ann = await app.signIn('ann@example.org')
  projectId = (await ann.json('POST', '/api/projects', { title: 'A novel' })).body.id
})
afterAll(() => app.close())

/** What people, programs and attackers type. None of it is unusual enough to be changed. */
const strings = {
  apostrophe: `O'Brien's "tale"`,
  sql: `'; drop table projects; --`,
  placeholder: '$1 :id ? %s {{7*7}} \\',
  json: '{"__proto__": {"admin": true}}',
  html: `<script>alert('1')</script><img src=x onerror="alert(1)">`,
  entities: '&amp; &lt;b&gt; &#39; &nbsp;',
  word: 'null',
  number: '0',
  truth: 'false',
  path: '../../../etc/passwd',
  lines: 'one\ntwo\r\nthree\tfour',
  control: 'bell \u0007 escape \u001b[31m delete \u007f',
  rtl: 'שלום עולם',
  arabic: 'الكتاب الأول، الفصل ٢',
  override: '\u202eevil\u202c \u2066x\u2069',
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈 🇪🇺 👍🏽',
  astral: '𝒯𝒽𝑒 𠮷𠮷 𐐷',
  zalgo: 'Z̸̡̧̪̀a̵̢͚̓l̷̨͓̈g̶̟̅o̸͍͝',
  combining: 'e\u0301 is not \u00e9',
  invisible: 'a\u200bb\u200c\u200dc\u2060d\u00ade',
  spaces: 'a\u00a0b\u2003c\u3000d',
  noncharacter: '\ufffe\uffff\ufdd0',
  replacement: '\ufffd',
  kelvin: 'K İ ı ſ ß ﬁ',
  cjk: '吾輩は猫である。名前はまだ無い。',
  dots: '…—–‘’“”',
}
const cannotBeStored = { nul: 'a\0b', high: 'a\ud83db', low: 'a\ude00b', reversed: '\ude00\ud83d', end: 'a\ud83d' }

const create = (body: Body) => ann.json<Body>('POST', '/api/projects', body)
const createChapter = (body: Body) => ann.json<Body>('POST', `/api/projects/${projectId}/chapters`, body)
const newChapter = async (): Promise<Body> => (await createChapter({ title: 'One' })).body
const errorIn = (field: string, code = 'bad_input') => ({
  status: code === 'too_large' ? 413 : 400,
  body: { code, sentence: expect.any(String), fields: { [field]: expect.any(String) } },
})

const projectFields = ['title', 'description', 'timePeriod', 'setting', 'genre', 'lead', 'objective', 'confrontation']
projectFields.push('knockout', 'disturbance', 'doorway', 'mirrorMoment', 'darkMoment', 'midpointTwist')
projectFields.push('physicalStakes', 'professionalStakes', 'psychologicalStakes')
const chapterFields = [
  'title',
  'synopsis',
  'storyBeats',
  'conflicts',
  'characterArcs',
  'povCharacter',
  'chapterPurpose',
]
chapterFields.push('themes', 'foreshadowing', 'setting', 'chapterStakes', 'reactionBeat', 'nextActionHook')
const short = ['title', 'timePeriod', 'genre']
const limitOf = (field: string, kind: string) =>
  short.includes(field) || (kind === 'project' && field === 'setting') ? 500 : 20_000

type Kind = { name: string; fields: string[]; make: () => Promise<Body>; url: (id: string) => string }
const kinds: Kind[] = [
  {
    name: 'project',
    fields: projectFields,
    make: async () => (await create({ title: 'A novel' })).body,
    url: (id) => `/api/projects/${id}`,
  },
  { name: 'chapter', fields: chapterFields, make: newChapter, url: (id) => `/api/chapters/${id}` },
]

describe.each(kinds)('each text field of a $name', ({ name, fields, make, url }) => {
  let id: string
  const edit = (body: Body) => ann.json<Body>('PATCH', url(id), body)
  const read = async () => (await ann.json<Body>('GET', url(id))).body
  beforeAll(async () => {
    id = (await make()).id
  })

  test.each(Object.entries(strings))('gives %s back to the letter', async (_name, value) => {
    const wish = Object.fromEntries(fields.map((field) => [field, value]))
    const answer = await edit(wish)
    expect(answer).toMatchObject({ status: 200, body: wish })
    expect(await read()).toMatchObject(wish)
    const [row] = (await app.pool.query(`select title from ${name}s where id = $1`, [id])).rows
    expect(row.title).toBe(value)
  })

  test.each(fields)('%s takes its limit, and answers more with too_large', async (field) => {
    const limit = limitOf(field, name)
    for (const longest of ['x'.repeat(limit), '字'.repeat(limit), '𠮷'.repeat(limit)]) {
      expect((await edit({ [field]: longest })).body[field]).toBe(longest)
    }
    const before = await read()
    expect(await edit({ [field]: 'x'.repeat(limit + 1) })).toMatchObject(errorIn(field, 'too_large'))
    expect(await edit({ [field]: 'x'.repeat(200_000) })).toMatchObject(errorIn(field, 'too_large'))
    // Where there is a mistake besides, that is what has to be put right.
    const other = field === 'title' ? 'setting' : 'title'
    expect(await edit({ [field]: 'x'.repeat(limit + 1), [other]: 5 })).toMatchObject(errorIn(other))
    expect(await read()).toEqual(before)
    await edit({ [field]: 'short again' })
  })

  test.each(fields)('%s refuses what cannot be stored, and what is no text', async (field) => {
    const before = await read()
    for (const wrong of [...Object.values(cannotBeStored), 5, true, {}, [], ['x'], { toString: 'x' }]) {
      expect(await edit({ [field]: wrong })).toMatchObject(errorIn(field))
    }
    expect(await read()).toEqual(before)
  })

  test.each(fields)('%s can be emptied, but for the title', async (field) => {
    if (field === 'title') {
      for (const blank of ['', '   ', '\u00a0\t\n', null])
        expect(await edit({ title: blank })).toMatchObject(errorIn('title'))
    } else {
      expect((await edit({ [field]: '' })).body[field]).toBe('')
      expect((await edit({ [field]: null })).status).toBe(200)
      expect((await read())[field] ?? null).toBe(null)
    }
  })
})

describe('a title at its making', () => {
  test.each(Object.entries(strings))('%s', async (_name, title) => {
    for (const made of [await create({ title }), await createChapter({ title })])
      expect(made).toMatchObject({ status: 201, body: { title } })
  })

  test.each(Object.entries(cannotBeStored))('with %s is refused', async (_name, title) => {
    for (const made of [await create({ title }), await createChapter({ title })])
      expect(made).toMatchObject(errorIn('title'))
  })

  test('of more than 500 characters is too large, and blank is refused', async () => {
    for (const make of [create, createChapter]) {
      expect((await make({ title: 'x'.repeat(500) })).status).toBe(201)
      expect(await make({ title: 'x'.repeat(501) })).toMatchObject(errorIn('title', 'too_large'))
      for (const title of ['', ' ', undefined, null]) expect(await make({ title })).toMatchObject(errorIn('title'))
    }
  })
})

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;')

describe('prose', () => {
  let chapter: Body
  const save = async (edit: Body) => {
    const saved = await ann.json<Body>('PATCH', `/api/chapters/${chapter.id}`, {
      baseRevision: chapter.revision,
      ...edit,
    })
    if (saved.status === 200) chapter = { ...chapter, revision: saved.body.revision }
    return saved
  }
  const content = async () => (await ann.json<Body>('GET', `/api/chapters/${chapter.id}`)).body.content
  const versionOf = async (html: string) => {
    const kept = await ann.json<Body>('POST', `/api/chapters/${chapter.id}/versions`, { content: html })
    expect(kept.status).toBe(201)
    return (await ann.json<Body>('GET', `/api/chapters/${chapter.id}/versions/${kept.body.id}`)).body.content
  }
  beforeAll(async () => {
    chapter = await newChapter()
  })

  test.each(Object.entries(strings))('gives %s back to the letter', async (_name, value) => {
    // Of line breaks between tags an HTML reader keeps one kind.
    const html = `<p>${escaped(value.replaceAll('\r', ''))}</p><p><strong>${escaped(value.replaceAll('\r', ''))}</strong></p>`
    const saved = await save({ content: html })
    expect(saved.status).toBe(200)
    expect(saved.body).not.toHaveProperty('content')
    expect(await content()).toBe(html)
    expect(await versionOf(html)).toBe(html)
    expect((await createChapter({ title: 'Made', content: html })).body.content).toBe(html)
  })

  test.each(Object.entries(cannotBeStored))('drops %s and says so, by every way in', async (_name, value) => {
    const html = `<p>before ${value} after</p>`
    const clean = html.replace(/\0|[\ud800-\udfff]/g, '')
    expect((await save({ content: '' })).status).toBe(200)
    expect(await save({ content: html })).toMatchObject({ status: 200, body: { content: clean } })
    expect(await content()).toBe(clean)
    expect((await save({ content: '' })).status).toBe(200)
    expect(await save({ splice: { at: 0, remove: 0, insert: html } })).toMatchObject({
      status: 200,
      body: { content: clean },
    })
    expect(await content()).toBe(clean)
    expect((await createChapter({ title: 'Made', content: html })).body.content).toBe(clean)
    expect(await versionOf(html)).toBe(clean)
  })

  test('a splice that would cut a pair of surrogates leaves no half behind', async () => {
    await save({ content: '<p>a😀b</p>' })
    expect(await save({ splice: { at: 5, remove: 1, insert: '' } })).toMatchObject({
      status: 200,
      body: { content: '<p>ab</p>' },
    })
    expect(await content()).toBe('<p>ab</p>')
  })

  const attacks = [
    '<script>alert(1)</script>',
    '<p onclick="alert(1)">x</p>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<p style="background:url(javascript:alert(1))">x</p>',
    '<svg><script>alert(1)</script></svg>',
    '<math><mtext></p><script>alert(1)</script>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<p>x</p><style>*{display:none}</style>',
    '<<script>script>alert(1)<</script>/script>',
    '<p title="</p><script>alert(1)</script>">x</p>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<!--><script>alert(1)</script>-->',
    '<form action=//evil.example><input name=x></form>',
  ]
  /** A way to run something or to fetch from elsewhere; inside of escaped text these are mere words. */
  const live =
    /<(?!\/?(p|h[1-3]|blockquote|ul|ol|li|hr|br|strong|b|em|i|u|s)[ >])|<[^>]*\s(?!style|dir|start)[\w-]+=|<[^>]*(url|javascript)/i

  test.each(attacks)('%s does nothing, by every way in', async (html) => {
    await save({ content: '' })
    expect((await save({ content: html })).status).toBe(200)
    expect(await content()).not.toMatch(live)
    await save({ content: '<p>ab</p>' })
    expect((await save({ splice: { at: 4, remove: 0, insert: html } })).status).toBe(200)
    expect(await content()).not.toMatch(live)
    expect((await createChapter({ title: 'Made', content: html })).body.content).not.toMatch(live)
    expect(await versionOf(html)).not.toMatch(live)
  })

  test('what the attacks are told by does tell', () => {
    for (const html of attacks) expect(html).toMatch(live)
    for (const value of Object.values(strings))
      expect(`<p style="text-align: left">${escaped(value)}</p>`).not.toMatch(live)
  })

  test('a chapter of 8 MB is taken, more is too large by every way in, and so is a request of 12 MB', async () => {
    const block = `<p>${'wörd '.repeat(200)}</p>`
    const bytes = Buffer.byteLength(block)
    const most = block.repeat(Math.floor((8 * 1024 * 1024) / bytes))
    await save({ content: '' })
    expect((await save({ content: most })).status).toBe(200)
    const tooLarge = { status: 413, body: { code: 'too_large', sentence: expect.any(String) } }
    expect(await save({ content: most + block })).toMatchObject(tooLarge)
    expect(await save({ splice: { at: 0, remove: 0, insert: block } })).toMatchObject(tooLarge)
    expect(await createChapter({ title: 'Made', content: most + block })).toMatchObject(tooLarge)
    expect(await ann.json('POST', `/api/chapters/${chapter.id}/versions`, { content: most + block })).toMatchObject(
      tooLarge,
    )
    const request = { content: 'x'.repeat(12 * 1024 * 1024) }
    for (const [method, url] of [
      ['PATCH', `/api/chapters/${chapter.id}`],
      ['POST', `/api/chapters/${chapter.id}/versions`],
      ['POST', `/api/projects/${projectId}/chapters`],
    ] as const) {
      expect(await ann.json(method, url, { title: 'Made', ...request })).toMatchObject(tooLarge)
    }
    expect(await create({ title: 'x', description: 'x'.repeat(2 * 1024 * 1024) })).toMatchObject(tooLarge)
    expect((await content()) === most).toBe(true)
  })

  test('wrong types are told by their field', async () => {
    const wrong: [string, unknown][] = [
      ['content', 5],
      ['content', null],
      ['content', ['<p>x</p>']],
      ['splice', 'x'],
      ['splice', {}],
      ['splice', { at: -1, remove: 0, insert: 'x' }],
      ['splice', { at: 0, remove: 0.5, insert: 'x' }],
      ['splice', { at: 0, remove: 0, insert: 5 }],
      ['splice', { at: '0', remove: 0, insert: 'x' }],
      ['splice', { at: 2 ** 53, remove: 0, insert: 'x' }],
      ['baseRevision', 'x'],
      ['baseRevision', 0.5],
      ['opId', 5],
      ['opId', 'short'],
      ['keepReplaced', 'yes'],
      ['sceneCount', 0],
      ['sceneCount', 2 ** 31],
      ['sceneCount', null],
      ['plotPoints', 'x'],
      ['plotPoints', [5]],
      ['plotPoints', ['a\0']],
      ['bellSequenceType', 'Loud'],
      ['conflictLevel', 3],
      ['containsMirrorMoment', true],
      ['containsMirrorMoment', 2],
    ]
    const before = await content()
    for (const [field, value] of wrong) {
      const { status, body } = await save({ [field]: value })
      expect([field, value, status, body.code]).toEqual([field, value, 400, 'bad_input'])
      expect(Object.keys(body.fields).every((name) => name.split('.')[0] === field)).toBe(true)
    }
    expect((await content()) === before).toBe(true)
    expect(await createChapter({ title: 'x', chapterType: 'epilogue' })).toMatchObject(errorIn('chapterType'))
    expect(await createChapter({ title: 'x', content: {} })).toMatchObject(errorIn('content'))
  })

  test('an opId is any string of 8 to 64 characters', async () => {
    const ids = [
      `'; drop--`,
      '🖋'.repeat(4),
      '🖋'.repeat(32),
      '\u202eabcdefg',
      'x'.repeat(64),
      '  spaces  ',
      '../../../',
      '__proto__',
      'abcdefg\0',
      'abcdefg\ud800',
      'abcdefg\udc00',
    ]
    await save({ content: '' })
    for (const [index, opId] of ids.entries()) {
      const edit = { content: `<p>${index}</p>`, baseRevision: chapter.revision, opId }
      const saved = await save(edit)
      expect([opId, saved.status]).toEqual([opId, 200])
      expect(await ann.json('PATCH', `/api/chapters/${chapter.id}`, edit)).toEqual(saved)
    }
    for (const opId of ['', 'seven77', 'x'.repeat(65)]) {
      expect(await save({ content: '<p>x</p>', opId })).toMatchObject(errorIn('opId'))
    }
  })
})

describe('a request that is no request', () => {
  const json = { 'content-type': 'application/json' }
  const bodies: [string, Record<string, string>][] = [
    ['{', json],
    ['', json],
    ['null', json],
    ['[]', json],
    ['"x"', json],
    ['5', json],
    ['{"title":"x","title":', json],
    ['{"__proto__":{"title":"x"}}', json],
    ['{"constructor":{"prototype":{"title":"x"}}}', json],
    ['title=x', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['title', { 'content-type': 'text/plain' }],
    ['\ufeff{"title":5}', json],
    ['['.repeat(100_000), json],
    [`{"title":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, json],
  ]
  test.each(bodies.map(([body, headers]) => [body.slice(0, 50), body, headers] as const))(
    '%s is refused in words',
    async (_name, body, headers) => {
      for (const [method, url] of [
        ['POST', '/api/projects'],
        ['PATCH', `/api/projects/${projectId}`],
        ['POST', '/api/chapters'],
        ['PUT', `/api/projects/${projectId}/chapters/reorder`],
      ] as const) {
        const answer = await ann.fetch(url, { method, body, headers })
        const said = (await answer.json()) as Body
        expect([method, url, answer.status, said.code]).toEqual([method, url, 400, 'bad_input'])
        expect(said.sentence).toMatch(/ /)
      }
      expect((await ann.json('GET', `/api/projects/${projectId}`)).body.title).toBe('A novel')
    },
  )
})
