import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Problem } from '#base/errors.ts'
import { splitBlocks } from '#base/html.ts'
import { startApp, type TestApp, type Visitor } from '#test/app.ts'
import type { Chapter, ChapterEdit } from '../contract.ts'
import { openJournal } from './journal.ts'
import { SaveEngine } from './save-engine.ts'
import type { SaveApi, SavedNews } from './save-ports.ts'
import type { SaveState } from './save-state.ts'

/*
 * Tabs as they are, over real HTTP, a real database and a journal: two tabs of one browser and a second device. Each
 * word that anybody types is one of its kind; whatever happens, at the end each stands in the chapter or in a version.
 */

let app: TestApp
let ann: Visitor
let projectId: string
beforeAll(async () => {
  app = await startApp()
  ann = await app.signIn('ann@example.org')
  projectId = (await ann.json('POST', '/api/projects', { title: 'Tabs' })).body.id
})
afterAll(() => app.close())

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await ann.fetch(path, { method, body })
  const text = await answer.text()
  if (!answer.ok) throw Problem.fromAnswer(answer.status, answer.statusText, text)
  return (text ? JSON.parse(text) : undefined) as T
}

const api = (id: string): SaveApi => ({
  save: (edit) => ask('PATCH', `/api/chapters/${id}`, edit),
  read: () => ask('GET', `/api/chapters/${id}`),
  readRevision: async () => (await ask<{ revision: number }>('GET', `/api/chapters/${id}/revision`)).revision,
  keepVersion: (content) => ask('POST', `/api/chapters/${id}/versions`, { content, reason: 'conflict' }),
  addCopy: (title, content) => ask('POST', `/api/projects/${projectId}/chapters`, { title, content }),
  currentUser: async () => 'ann',
})

let journals = 0
/** A browser: one journal, and tabs that hear each other. */
type Browser = { journal: ReturnType<typeof openJournal>; open: Set<string>; tabs: Tab[] }
const newBrowser = (): Browser => ({ journal: openJournal(`journal-${journals++}`), open: new Set(), tabs: [] })

type Variant = { overwrites?: boolean; forgets?: boolean }
const never = 2_000_000_000
const noTimers = {
  autosave: never,
  typing: 0,
  typingAfterEnter: 0,
  longest: never,
  journal: never,
  firstRetry: never,
  lastRetry: never,
}

class Tab {
  blocks: string[] = []
  title = ''
  state: SaveState = { kind: 'saved' }
  name = ''
  dead = false
  offline = false
  losesAnswers = false
  engine!: SaveEngine

  constructor(
    readonly browser: Browser,
    readonly id: string,
    readonly variant: Variant,
  ) {}

  async load(): Promise<void> {
    const chapter = await ask<Chapter>('GET', `/api/chapters/${this.id}`)
    this.name = `tab-${Math.random()}`
    this.browser.open.add(this.name)
    this.dead = false
    this.blocks = splitBlocks(chapter.content)
    this.title = chapter.title
    const isDead = () => this.dead
    const name = this.name
    const { journal } = this.browser
    this.engine = new SaveEngine({
      user: 'ann',
      chapter,
      tab: name,
      source: {
        blocks: () => this.blocks,
        title: () => this.title,
        replace: (blocks, title) => {
          this.blocks = [...blocks]
          this.title = title
        },
      },
      journal: {
        ...journal,
        keep: async (...given) => (isDead() || this.variant.forgets ? undefined : journal.keep(...given)),
      },
      api: this.faulty(isDead),
      isTabOpen: async (tab) => this.browser.open.has(tab),
      onState: (state) => {
        if (!isDead()) this.state = state
      },
      onSaved: (news) => this.tell(news),
      newName: () => `op-${Math.random()}`,
      timing: noTimers,
    })
    await this.engine.recover().catch(() => {})
  }

  /** The server behind a network that fails, and can lose the answer of a save that was made. */
  private faulty(isDead: () => boolean): SaveApi {
    const real = api(this.id)
    const through =
      <A extends unknown[], T>(call: (...given: A) => Promise<T>) =>
      async (...given: A): Promise<T> => {
        const down = () => new Problem('upstream', 'no network', { status: 0 })
        if (isDead() || this.offline) throw down()
        const answer = await call(...given)
        if (isDead() || this.losesAnswers) throw down()
        return answer
      }
    const save = async (edit: ChapterEdit) => {
      try {
        return await real.save(edit)
      } catch (error) {
        if (!this.variant.overwrites || !(error instanceof Problem) || error.code !== 'conflict') throw error
        // The control: what is stored meanwhile is simply written over.
        const { revision } = error.stored as { revision: number }
        return real.save({ opId: `${Math.random()}`, content: this.blocks.join(''), baseRevision: revision })
      }
    }
    return {
      ...real,
      save: through(save),
      read: through(real.read),
      readRevision: through(real.readRevision),
      keepVersion: through(real.keepVersion),
      addCopy: through(real.addCopy),
    }
  }

  private tell(news: SavedNews): void {
    for (const tab of this.browser.tabs) if (tab !== this && !tab.dead) void tab.engine.heard(news)
  }

  async type(word: string, place: number): Promise<void> {
    this.blocks = this.blocks.toSpliced(place % (this.blocks.length + 1), 0, `<p>${word}</p>`)
    this.engine.changed()
    await this.engine.keepInJournal()
  }

  /** The tab is gone at once, with whatever it was about to do. */
  crash(): void {
    this.dead = true
    this.browser.open.delete(this.name)
    void this.engine.close()
  }

  async decide(choice: number): Promise<void> {
    if (!this.engine.conflict) return
    const { engine } = this
    await [() => engine.keepMine(), () => engine.takeTheirs(), () => engine.keepBoth()][choice % 3]?.().catch(() => {})
  }
}

type Step =
  | { kind: 'type'; tab: number; place: number }
  | { kind: 'save' | 'reload' | 'offline' | 'online' | 'lose' | 'focus'; tab: number }
  | { kind: 'decide'; tab: number; choice: number }
  | { kind: 'restore'; version: number }
  | { kind: 'trash' | 'script' }

const tab = fc.nat(2)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('type' as const), tab, place: fc.nat(5) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('save' as const), tab }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'reload' as const,
        'offline' as const,
        'online' as const,
        'lose' as const,
        'focus' as const,
      ),
      tab,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('decide' as const), tab, choice: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const), version: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('trash' as const, 'script' as const) }) },
)

/** Plays a schedule to its end and answers the words that cannot be reached any more. */
async function play(steps: Step[], variant: Variant = {}): Promise<string[]> {
  const { id } = await ask<Chapter>('POST', `/api/projects/${projectId}/chapters`, { title: 'Chapter' })
  const [laptop, phone] = [newBrowser(), newBrowser()]
  laptop.tabs = [new Tab(laptop, id, variant), new Tab(laptop, id, variant)]
  phone.tabs = [new Tab(phone, id, variant)]
  const tabs = [...laptop.tabs, ...phone.tabs]
  for (const each of tabs) await each.load()

  const typed: string[] = []
  const word = () => {
    typed.push(`w${typed.length}x`)
    return typed.at(-1) as string
  }
  const reload = async (each: Tab) => {
    each.crash()
    Object.assign(each, { offline: false, losesAnswers: false })
    await each.load()
  }
  for (const one of steps) {
    const at = 'tab' in one ? (tabs[one.tab] as Tab) : undefined
    if (one.kind === 'type') await at?.type(word(), one.place)
    if (one.kind === 'save') await at?.engine.save()
    if (one.kind === 'offline' && at) at.offline = true
    if (one.kind === 'lose' && at) at.losesAnswers = true
    if (one.kind === 'focus') await at?.engine.lookForNews()
    if (one.kind === 'decide') await at?.decide(one.choice)
    if (one.kind === 'reload' && at) await reload(at)
    if (one.kind === 'online' && at) {
      Object.assign(at, { offline: false, losesAnswers: false })
      await at.engine.retry()
    }
    if (one.kind === 'restore') {
      const versions = await ask<{ id: string }[]>('GET', `/api/chapters/${id}/versions`)
      const version = versions[one.version % Math.max(1, versions.length)]
      if (version) await ask('POST', `/api/chapters/${id}/versions/${version.id}/restore`)
    }
    if (one.kind === 'trash') {
      await ask('DELETE', `/api/chapters/${id}`)
      await Promise.all(tabs.map((each) => each.engine.save()))
      await ask('POST', `/api/trash/chapters/${id}/restore`)
    }
    if (one.kind === 'script') await ask('PATCH', `/api/chapters/${id}`, { content: `<p>${word()}</p>` })
  }

  // Everybody comes back, and decides what is to be decided.
  for (let round = 0; round < 12; round++) {
    for (const each of tabs) {
      Object.assign(each, { offline: false, losesAnswers: false })
      await each.engine.save()
      await each.decide(round)
    }
    if (tabs.every((each) => !each.engine.isDirty && !each.engine.conflict)) break
  }
  // What a crashed tab left is taken up by the next that opens.
  for (const each of tabs) await reload(each)
  for (const each of tabs) {
    await each.decide(0)
    await each.engine.save()
  }

  const chapters = await ask<{ id: string }[]>('GET', `/api/projects/${projectId}/chapters`)
  const texts: string[] = []
  const collect = async (chapterId: string) => {
    texts.push((await ask<Chapter>('GET', `/api/chapters/${chapterId}`)).content)
    for (const version of await ask<{ id: string }[]>('GET', `/api/chapters/${chapterId}/versions`)) {
      texts.push((await ask<Chapter>('GET', `/api/chapters/${chapterId}/versions/${version.id}`)).content)
    }
  }
  for (const chapter of chapters) await collect(chapter.id)
  const unsaved = tabs.filter((each) => each.engine.isDirty).map((each) => `unsaved: ${each.state.kind}`)
  for (const each of tabs) each.crash()
  for (const chapter of chapters) await ask('DELETE', `/api/chapters/${chapter.id}`)
  await ask('DELETE', `/api/projects/${projectId}/trash`)
  return [...typed.filter((each) => !texts.some((text) => text.includes(`>${each}<`))), ...unsaved]
}

const schedule = fc.array(step, { minLength: 3, maxLength: 16 })

test('no word is lost, whatever tabs, networks and people do', async () => {
  await fc.assert(
    fc.asyncProperty(schedule, async (steps) => {
      expect(await play(steps)).toEqual([])
    }),
    { numRuns: Number(process.env.SCHEDULES ?? 500) },
  )
}, 600_000)

test.each([
  ['a client that writes over what others saved', { overwrites: true }],
  ['a client without a journal', { forgets: true }],
])(
  'the same check catches %s',
  async (_name, variant) => {
    const found = await fc.check(
      fc.asyncProperty(schedule, async (steps) => {
        expect(await play(steps, variant)).toEqual([])
      }),
      { numRuns: 200, endOnFailure: true },
    )
    expect(found.failed).toBe(true)
  },
  300_000,
)
