import { Problem } from '#base/errors.ts'
import { splitBlocks } from '#base/html.ts'
import type { Chapter, ChapterEdit, ChapterSaved, StoredText } from '../contract.ts'
import { titleLimit } from '../contract.ts'
import { applySplice, spliceBetweenBlocks } from '../splice.ts'
import type { JournalKey, Kept, PendingSave } from './journal.ts'
import { JournalEntry } from './journal-entry.ts'
import { SaveClock, type Timing, usualTiming } from './save-clock.ts'
import type { EngineOptions, SavedNews } from './save-ports.ts'
import type { Cause, SaveState } from './save-state.ts'

type Underway = PendingSave & { after: Base; at: number }

type Base = { revision: number; blocks: readonly string[]; title: string }

/** A request that is to outlive its page may carry 64 KiB. */
const largestFarewell = 60_000
/** Milliseconds that a save waits for the journal, which some browsers never let answer. */
const journalPatience = 1000

/**
 * Saves one open chapter. It knows the text that the server acknowledged, asks its source for the text on screen, and
 * sends the difference: one save in flight, at most one waiting behind it. Everything unsaved stands in the journal.
 * A save whose outcome is unknown is repeated under the same name until the server answers, before anything newer.
 * One file, though a long one: each state has to be read beside every other.
 */
export class SaveEngine {
  private base: Base
  private current: SaveState = { kind: 'saved' }
  private edited = false
  /** The server refused for good what stands on screen; the next edit tries again. */
  private refused = false
  private pending: Underway | undefined
  private running: Promise<void> | undefined
  private again = false
  private closed = false
  private saveTimer: ReturnType<typeof setTimeout> | undefined
  private journalTimer: ReturnType<typeof setTimeout> | undefined
  private theirs: StoredText | undefined
  private keepReplaced = false
  private readonly timing: Timing
  private readonly clock: SaveClock
  private readonly key: JournalKey
  private readonly entry: JournalEntry

  constructor(private readonly options: EngineOptions) {
    const { chapter, timing, user, tab, journal } = options
    this.timing = { ...usualTiming, ...timing }
    this.clock = new SaveClock(this.timing)
    this.key = [user, chapter.id, tab]
    this.entry = new JournalEntry(journal, this.key)
    this.base = { revision: chapter.revision, blocks: splitBlocks(chapter.content), title: chapter.title }
  }

  get state(): SaveState {
    return this.current
  }

  /** What the server holds, while the author has to choose. */
  get conflict(): StoredText | undefined {
    return this.theirs
  }

  get revision(): number {
    return this.base.revision
  }

  /** True while words are on screen that the server has not acknowledged. */
  get isDirty(): boolean {
    return this.edited || this.pending !== undefined
  }

  /**
   * Takes up what a crash or a closed tab left in the journal. What stands upon the server's revision is applied and
   * saved; otherwise the author chooses; further remains become versions.
   * @returns whether words were brought back
   */
  async recover(): Promise<boolean> {
    const left: Kept[] = []
    // Where the browser keeps nothing there is nothing to take up; the first write will say so.
    const found = await this.options.journal.find(this.options.user, this.options.chapter.id).catch(() => [])
    for (const kept of found) {
      if (kept.key[2] !== this.key[2] && !(await this.options.isTabOpen(kept.key[2]))) left.push(kept)
    }
    const opened = this.base.revision
    let recovered = false
    for (const kept of left.reverse()) {
      const revision = await this.settle(kept)
      const text = kept.text
      const unchanged = text === this.base.blocks.join('') && (!kept.title || kept.title === this.base.title)
      if (!unchanged && recovered) await this.options.api.keepVersion(text)
      else if (!unchanged) {
        recovered = true
        const { revision: stored, blocks, title } = this.base
        this.options.source.replace(splitBlocks(text), kept.title ?? title)
        this.noteEdit()
        await this.keepInJournal()
        if (revision !== stored)
          this.enterConflict({ title, revision: stored, content: blocks.join(''), updatedAt: '' })
      }
      await this.options.journal.erase(kept.key)
    }
    if (recovered && !this.theirs) await this.save()
    // A save that was under way may have been all there was.
    const sent = this.base.revision !== opened
    if (sent && !this.isDirty) this.tell({ kind: 'saved', at: Date.now() })
    return recovered || sent
  }

  /** Learns what became of a save that was under way when its tab ended; answers the revision that the text stands on. */
  private async settle({ pending, revision }: Kept): Promise<number> {
    if (!pending) return revision
    try {
      const saved = await this.options.api.save(pending.edit)
      const { content: _content, ...chapter } = saved
      this.options.onSaved({ chapter })
      if (saved.revision !== this.base.revision) this.adopt(await this.options.api.read())
      return saved.revision
    } catch (error) {
      const code = error instanceof Problem ? error.code : undefined
      if (code === 'conflict') return -1
      if (code === 'too_large' || code === 'bad_input') return revision
      throw error
    }
  }

  private adopt(chapter: Pick<Chapter, 'revision' | 'content' | 'title'>): void {
    this.base = { revision: chapter.revision, blocks: splitBlocks(chapter.content), title: chapter.title }
    this.options.source.replace(this.base.blocks, this.base.title)
  }

  /** To be called at each edit of text or title by the author. Costs nothing but a few numbers. */
  changed(key?: 'enter'): void {
    this.noteEdit(key)
    if (this.current.kind === 'saved') this.tell({ kind: 'unsaved' })
    this.journalTimer ??= setTimeout(() => {
      this.journalTimer = undefined
      void this.keepInJournal()
    }, this.timing.journal)
    this.schedule()
  }

  private noteEdit(key?: 'enter'): void {
    this.clock.edited(!this.edited, key)
    this.edited = true
    this.refused = false
  }

  private schedule(): void {
    if (this.closed || this.theirs || this.pending || this.running) return
    clearTimeout(this.saveTimer)
    this.saveTimer = setTimeout(() => void this.save(), this.clock.untilSave())
  }

  /** Saves what is unsaved now. Resolved when the server acknowledged it, or could not; `state` tells which. */
  save(): Promise<void> {
    if (this.running) {
      this.again = true
      return this.running
    }
    clearTimeout(this.saveTimer)
    this.running = this.run().finally(() => {
      this.running = undefined
      if (this.closed) return
      if (this.pending) this.retryLater()
      else if (this.edited && !this.refused) this.schedule()
    })
    return this.running
  }

  private async run(): Promise<void> {
    do {
      this.again = false
      if (this.theirs) return
      this.pending ??= this.prepare()
      if (!this.pending) return this.settleClean()
      if (!(await this.send(this.pending))) return
    } while (this.edited && this.again)
    if (!this.isDirty) await this.settleClean()
  }

  /** The next save: what is on screen, less what the server has. None where both are the same. */
  private prepare(): Underway | undefined {
    const blocks = this.options.source.blocks()
    const splice = spliceBetweenBlocks(this.base.blocks, blocks)
    const title = this.options.source.title().trim()
    const retitled = title !== '' && title.length <= titleLimit && title !== this.base.title
    if (!splice && !retitled) return undefined
    const edit: ChapterEdit = {
      ...(splice ? { splice, baseRevision: this.base.revision } : {}),
      ...(retitled ? { title } : {}),
      ...(splice && this.keepReplaced ? { keepReplaced: true } : {}),
    }
    const opId = this.options.newName()
    const after = { revision: this.base.revision, blocks, title: retitled ? title : this.base.title }
    return { opId, edit: { ...edit, opId }, after, at: Date.now() }
  }

  private async send(pending: Underway): Promise<boolean> {
    // What failed before is tried again in silence, until it is otherwise.
    if (this.current.kind === 'unsaved' || this.current.kind === 'saved') this.tell({ kind: 'saving' })
    // A crash from here on must find the name of this save, or its own words would look like somebody else's.
    await Promise.race([this.keepInJournal(), new Promise((resolve) => setTimeout(resolve, journalPatience))])
    try {
      this.acknowledge(pending, await this.options.api.save(pending.edit))
      return true
    } catch (error) {
      await this.failed(error)
      return false
    }
  }

  /** The server has it: what it holds is the new base, and only what came since is unsaved. */
  private acknowledge({ edit, after, at }: Underway, { content, ...chapter }: ChapterSaved): void {
    const change = edit.splice && { baseRevision: this.base.revision, splice: edit.splice }
    this.base = {
      ...after,
      revision: chapter.revision,
      blocks: content === undefined ? after.blocks : splitBlocks(content),
    }
    this.pending = undefined
    this.keepReplaced = false
    this.clock.settled(at)
    // Where the server stores other characters than were sent, the screen keeps its own until the next edit.
    this.edited = content === undefined && this.prepare() !== undefined
    if (this.edited) this.tell({ kind: 'unsaved' })
    this.options.onSaved({ chapter, change: content === undefined ? change : undefined })
  }

  private async failed(error: unknown): Promise<void> {
    const problem = error instanceof Problem ? error : new Problem('upstream', String(error), { status: 0 })
    switch (problem.code) {
      case 'conflict':
        this.pending = undefined
        return this.meet(problem.stored as StoredText)
      case 'too_large':
      case 'bad_input':
        // The server said no for good; the words stay in the journal, and the next edit tries again.
        this.pending = undefined
        this.refused = true
        this.clock.settled(Date.now())
        return this.stop(problem.code === 'too_large' ? 'too_large' : 'refused', problem.sentence)
      case 'signed_out':
        return this.stop('signed_out', 'You have been signed out.')
      case 'not_found':
        return this.missing()
      default:
        if (problem.status === 0 && this.entry.isBroken)
          this.stop('journal', 'No network, and this browser keeps nothing. Leave this tab open.')
        else if (problem.status === 0) this.tell({ kind: 'offline' })
        else this.stop('server', problem.sentence)
    }
  }

  /** The chapter is not there: deleted, or another person signed in on this browser. */
  private async missing(): Promise<void> {
    const user = await this.options.api.currentUser().catch(() => this.options.user)
    if (user === undefined) return this.stop('signed_out', 'You have been signed out.')
    if (user !== this.options.user) return this.stop('other_user', 'Somebody else is signed in on this browser.')
    this.stop('gone', 'This chapter is in the trash, or its project is.')
  }

  private stop(cause: Cause, reason: string): void {
    this.tell({ kind: 'not-saved', cause, reason })
  }

  private retryLater(): void {
    clearTimeout(this.saveTimer)
    this.saveTimer = setTimeout(() => void this.save(), this.clock.untilRetry())
  }

  /** Tries at once what waits for a network, a sign-in or a server. */
  retry(): Promise<void> {
    this.clock.hope()
    return this.isDirty ? this.save() : Promise.resolve()
  }

  private async settleClean(): Promise<void> {
    this.edited = false
    this.stopJournalTimer()
    await this.entry.erase(() => this.isDirty)
    if (this.theirs) return
    this.tell(this.isDirty ? { kind: 'unsaved' } : { kind: 'saved', at: Date.now() })
  }

  private stopJournalTimer(): void {
    clearTimeout(this.journalTimer)
    this.journalTimer = undefined
  }

  /** Writes what is unsaved to the journal. Resolved when the browser holds it, or said that it cannot. */
  keepInJournal(): Promise<void> {
    this.stopJournalTimer()
    return this.entry.keep(() => {
      if (!this.isDirty) return undefined
      const { revision, blocks: stored, title: storedTitle } = this.base
      const { pending, options } = this
      const title = options.source.title()
      return {
        revision,
        stored,
        blocks: options.source.blocks(),
        pending: pending && { opId: pending.opId, edit: pending.edit },
        ...(title === storedTitle ? {} : { title }),
      }
    })
  }

  /** Another text is stored than the one that these words were written upon. */
  private async meet(stored: StoredText): Promise<void> {
    if (stored.content === this.options.source.blocks().join('')) {
      this.base = { revision: stored.revision, blocks: splitBlocks(stored.content), title: stored.title }
      this.edited = this.options.source.title().trim() !== stored.title
      if (!this.edited) await this.settleClean()
      return
    }
    this.enterConflict(stored)
    await this.keepInJournal()
  }

  private enterConflict(stored: StoredText): void {
    this.theirs = stored
    this.stop('conflict', 'This chapter was changed in another place.')
  }

  /** Keeps the words on screen; those of the other side become a version. */
  async keepMine(): Promise<void> {
    const stored = this.theirs
    if (!stored) return
    this.theirs = undefined
    this.keepReplaced = true
    this.rebase(stored)
    await this.save()
  }

  /** Takes the words of the other side; those on screen become a version. */
  async takeTheirs(): Promise<void> {
    await this.leaveMine((content) => this.options.api.keepVersion(content))
  }

  /** Takes the words of the other side here, and makes a chapter of those on screen. */
  async keepBoth(): Promise<void> {
    const title = `${this.options.source.title().trim() || this.base.title} (copy)`.slice(-titleLimit)
    await this.leaveMine((content) => this.options.api.addCopy(title, content))
  }

  /** @throws Problem where mine could not be put in safety; then nothing has changed */
  private async leaveMine(putAside: (content: string) => Promise<unknown>): Promise<void> {
    const stored = this.theirs
    if (!stored) return
    const mine = () => this.options.source.blocks().join('')
    for (let aside: string | undefined; aside !== mine(); ) {
      aside = mine()
      await putAside(aside)
    }
    this.theirs = undefined
    this.rebase(stored)
    this.options.source.replace(this.base.blocks, this.base.title)
    await this.settleClean()
  }

  private rebase({ revision, content, title }: StoredText): void {
    this.base = { revision, blocks: splitBlocks(content), title }
    this.entry.rebase()
  }

  /** Another tab saved this chapter. A clean tab takes the text; an edited one learns who is ahead. */
  async heard({ chapter, change }: SavedNews): Promise<void> {
    if (this.closed || chapter.id !== this.options.chapter.id) return
    if (chapter.revision <= this.base.revision) {
      if (!this.isDirty && chapter.title !== this.base.title) {
        this.base = { ...this.base, title: chapter.title }
        this.options.source.replace(this.base.blocks, chapter.title)
      }
      return
    }
    if (!this.isDirty && change?.baseRevision === this.base.revision && chapter.revision === this.base.revision + 1) {
      const content = applySplice(this.base.blocks.join(''), change.splice)
      this.adopt({ revision: chapter.revision, content, title: chapter.title })
      this.tell({ kind: 'saved', at: Date.now() })
    } else await this.lookForNews()
  }

  /** Asks the server, at focus, whether another device wrote. */
  async lookForNews(): Promise<void> {
    if (this.closed || this.theirs || this.running || this.pending) return
    try {
      if ((await this.options.api.readRevision()) <= this.base.revision) return
      const stored = await this.options.api.read()
      if (this.running || this.pending || this.theirs || stored.revision <= this.base.revision) return
      if (this.edited) await this.meet(stored)
      else {
        this.adopt(stored)
        this.tell({ kind: 'saved', at: Date.now() })
      }
    } catch (error) {
      const isSignedOut = error instanceof Problem && error.code === 'signed_out'
      if (isSignedOut && this.isDirty) this.stop('signed_out', 'You have been signed out.')
    }
  }

  /** The page may be gone in a moment: journal first, and the save itself where a farewell can carry it. */
  leaving(): void {
    if (!this.isDirty) return
    void this.keepInJournal()
    if (this.pending || this.running || this.theirs) return
    const pending = this.prepare()
    if (!pending || JSON.stringify(pending.edit).length > largestFarewell) return
    this.pending = pending
    void this.keepInJournal()
    this.running = this.options.api
      .save(pending.edit, true)
      .then(
        (saved) => this.acknowledge(pending, saved),
        () => {},
      )
      .finally(() => {
        this.running = undefined
        if (!this.closed) void this.save()
      })
  }

  /** Stops all timers. What is unsaved stays in the journal. */
  async close(): Promise<void> {
    if (this.isDirty) await this.keepInJournal()
    this.closed = true
    clearTimeout(this.saveTimer)
    this.stopJournalTimer()
  }

  private tell(state: SaveState): void {
    this.current = state
    this.options.onState(state)
  }
}
