import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { ChapterEdit, Splice } from '../contract.ts'
import { applySplice } from '../splice.ts'

/** Who wrote where: one author, one chapter, one tab. */
export type JournalKey = [user: string, chapter: string, tab: string]

/** A save on its way, whose outcome is not known yet. */
export type PendingSave = { opId: string; edit: ChapterEdit }

type Entry = {
  key: JournalKey
  /** The server's revision that these changes stand upon. */
  revision: number
  /** From the text in `bases` to the text as it is now. */
  splice?: Splice
  title?: string
  pending?: PendingSave
  /** Milliseconds since 1970, for the clean-up alone. */
  at: number
}

interface Schema extends DBSchema {
  bases: { key: JournalKey; value: { key: JournalKey; text: string } }
  entries: { key: JournalKey; value: Entry }
}

/** What a journal gives back after a crash. */
export type Kept = {
  key: JournalKey
  revision: number
  text: string
  title?: string
  pending?: PendingSave
  at: number
}

const month = 30 * 24 * 3600 * 1000

export type Journal = ReturnType<typeof openJournal>

/**
 * The journal of what is not on the server yet, in this browser. A text lies there once, and what changed since beside
 * it, so that a keystroke in a long chapter writes little. It is erased when the server acknowledges, and after 30 days.
 */
export function openJournal(name = 'foolscap-journal') {
  let opened: Promise<IDBPDatabase<Schema>> | undefined
  const database = () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade(db) {
        db.createObjectStore('bases', { keyPath: 'key' })
        db.createObjectStore('entries', { keyPath: 'key' })
      },
      terminated() {
        opened = undefined
      },
    })
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }

  /** All entries of one author's chapter, or of the author. */
  const range = (user: string, chapter?: string) =>
    chapter === undefined
      ? IDBKeyRange.bound([user], [user, []])
      : IDBKeyRange.bound([user, chapter], [user, chapter, []])

  return {
    /** Keeps an entry; `base` too where it is not there yet. Resolved when the browser holds both. */
    async keep(entry: Entry, base?: string): Promise<void> {
      const write = (await database()).transaction(['bases', 'entries'], 'readwrite')
      const asked: Promise<unknown>[] = [write.objectStore('entries').put(entry), write.done]
      if (base !== undefined) asked.push(write.objectStore('bases').put({ key: entry.key, text: base }))
      await Promise.all(asked)
    },

    async erase(key: JournalKey): Promise<void> {
      const write = (await database()).transaction(['bases', 'entries'], 'readwrite')
      await Promise.all([write.objectStore('bases').delete(key), write.objectStore('entries').delete(key), write.done])
    },

    /** What is kept of a chapter, oldest first. */
    async find(user: string, chapter: string): Promise<Kept[]> {
      const read = (await database()).transaction(['bases', 'entries'])
      const entries = await read.objectStore('entries').getAll(range(user, chapter))
      const found: Kept[] = []
      for (const { key, revision, splice, title, pending, at } of entries) {
        const base = (await read.objectStore('bases').get(key))?.text ?? ''
        found.push({ key, revision, title, pending, at, text: splice ? applySplice(base, splice) : base })
      }
      return found.sort((a, b) => a.at - b.at)
    },

    /** Erases what is older than 30 days. */
    async tidy(): Promise<void> {
      const write = (await database()).transaction(['bases', 'entries'], 'readwrite')
      for (const { key, at } of await write.objectStore('entries').getAll()) {
        if (Date.now() - at < month) continue
        void write.objectStore('entries').delete(key)
        void write.objectStore('bases').delete(key)
      }
      await write.done
    },

    async close(): Promise<void> {
      const db = await opened?.catch(() => undefined)
      db?.close()
      opened = undefined
    },
  }
}

/** The journal of this browser; opened when it is first used. */
export const journal = openJournal()
