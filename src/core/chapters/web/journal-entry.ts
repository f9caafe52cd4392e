import { spliceBetweenBlocks } from '../splice.ts'
import type { Journal, JournalKey, PendingSave } from './journal.ts'

/** What is to be kept: the text on screen, and the acknowledged one that it differs from. */
export type Unsaved = {
  revision: number
  stored: readonly string[]
  blocks: readonly string[]
  /** Where it is not the stored one. */
  title?: string
  pending?: PendingSave
}

/** A difference longer than this makes the text on screen the new base. UTF-16 units. */
const longest = 64_000

/**
 * The journal's entry of one open chapter. Writes follow one another; each takes what is unsaved when its turn comes.
 * The base is written once, and again where the difference from it has grown long.
 */
export class JournalEntry {
  private base: readonly string[] | undefined
  private queue: Promise<void> = Promise.resolve()
  /** The browser could not keep the last of it. */
  isBroken = false

  constructor(
    private readonly journal: Journal,
    private readonly key: JournalKey,
  ) {}

  /** Keeps what `unsaved` answers, if anything. Resolved when the browser holds it, or said that it cannot. */
  keep(unsaved: () => Unsaved | undefined): Promise<void> {
    this.queue = this.queue
      .then(() => this.write(unsaved()))
      .then(
        () => {
          this.isBroken = false
        },
        () => {
          this.isBroken = true
          // Whether the base arrived is not known; the next write brings it again.
          this.base = undefined
        },
      )
    return this.queue
  }

  /** Erases the entry, unless `stays` by then. */
  erase(stays: () => boolean): Promise<void> {
    this.base = undefined
    this.queue = this.queue.then(() => (stays() ? undefined : this.journal.erase(this.key))).catch(() => {})
    return this.queue
  }

  /** The acknowledged text is another one now; the next write brings it as the base. */
  rebase(): void {
    this.base = undefined
  }

  private async write(unsaved: Unsaved | undefined): Promise<void> {
    if (!unsaved) return
    const { stored, blocks, ...facts } = unsaved
    const isNew = !this.base
    this.base ??= stored
    let splice = spliceBetweenBlocks(this.base, blocks)
    const isLong = splice !== undefined && splice.insert.length + splice.remove > longest
    if (isLong) {
      this.base = blocks
      splice = undefined
    }
    await this.journal.keep(
      { key: this.key, ...facts, splice, at: Date.now() },
      isNew || isLong ? this.base.join('') : undefined,
    )
  }
}
