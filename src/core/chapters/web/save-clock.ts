/** Milliseconds. The first three are the specification's; at most ten seconds may be unsaved while somebody types. */
export const usualTiming = {
  autosave: 3000,
  typing: 2000,
  typingAfterEnter: 1000,
  longest: 9000,
  journal: 400,
  firstRetry: 1000,
  lastRetry: 10_000,
}
export type Timing = typeof usualTiming

/** When the next save is due. Moments are milliseconds of this device's clock, which decides nothing else. */
export class SaveClock {
  private lastEdit = 0
  private firstUnsaved = 0
  private typingUntil = 0
  private retryIn = 0

  constructor(private readonly timing: Timing) {}

  /** @param isFirst everything before this edit is acknowledged */
  edited(isFirst: boolean, key?: 'enter'): void {
    this.lastEdit = Date.now()
    if (isFirst) this.firstUnsaved = this.lastEdit
    this.typingUntil = this.lastEdit + (key === 'enter' ? this.timing.typingAfterEnter : this.timing.typing)
  }

  /** What was on screen until then is acknowledged, or refused for good; what came later still waits. */
  settled(until: number): void {
    this.firstUnsaved = until
    this.retryIn = 0
  }

  /** Three seconds after the last edit, not while somebody types, and never later than ten after the first. */
  untilSave(): number {
    const quiet = Math.max(this.lastEdit + this.timing.autosave, this.typingUntil)
    return Math.max(0, Math.min(quiet, this.firstUnsaved + this.timing.longest) - Date.now())
  }

  /** One second, then twice as long each time, ten at most. */
  untilRetry(): number {
    const { firstRetry, lastRetry } = this.timing
    this.retryIn = Math.min(lastRetry, this.retryIn === 0 ? firstRetry : this.retryIn * 2)
    return this.retryIn
  }

  /** What kept saves from arriving may be gone. */
  hope(): void {
    this.retryIn = 0
  }
}
