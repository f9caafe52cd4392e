import type { Chapter, ChapterEdit, ChapterMeta, ChapterSaved, Splice } from '../contract.ts'
import type { Journal } from './journal.ts'
import type { Timing } from './save-clock.ts'
import type { SaveState } from './save-state.ts'

/** The text on screen. Blocks are the same strings as long as they are the same blocks. */
type TextSource = {
  blocks: () => readonly string[]
  title: () => string
  /** Shows another text, as an edit of nobody. */
  replace: (blocks: readonly string[], title: string) => void
}

/** The server, as the engine knows it. Each throws Problem. */
export type SaveApi = {
  save: (edit: ChapterEdit, last?: boolean) => Promise<ChapterSaved>
  read: () => Promise<Chapter>
  readRevision: () => Promise<number>
  /** Keeps a text as a version of the chapter. */
  keepVersion: (content: string) => Promise<unknown>
  /** Makes a new chapter of a text, behind this one. */
  addCopy: (title: string, content: string) => Promise<unknown>
  /** The id of whoever is signed in; none when nobody is. */
  currentUser: () => Promise<string | undefined>
}

/** What other tabs hear of a save. */
export type SavedNews = { chapter: ChapterMeta; change?: { baseRevision: number; splice: Splice } }

export type EngineOptions = {
  user: string
  chapter: Chapter
  tab: string
  source: TextSource
  journal: Journal
  api: SaveApi
  isTabOpen: (tab: string) => Promise<boolean>
  onState: (state: SaveState) => void
  onSaved: (news: SavedNews) => void
  newName: () => string
  timing?: Partial<Timing>
}
