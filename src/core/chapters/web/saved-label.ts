import { shortDate } from '#base/web/relative-time.ts'
import type { SaveState } from './save-state.ts'

/** The state of a text in words. */
export function savedLabel(state: SaveState, now = new Date()): string {
  switch (state.kind) {
    case 'unsaved':
      return 'Unsaved'
    case 'saving':
      return 'Saving…'
    case 'offline':
      return 'Offline – kept on this device'
    case 'not-saved':
      return `Not saved – ${state.reason}`
    case 'saved':
      return state.at === undefined ? 'Saved' : `Saved ${momentOf(new Date(state.at), now)}`
  }
}

/** The time of today; of another day, its date. */
const momentOf = (at: Date, now: Date) =>
  at.toDateString() === now.toDateString()
    ? at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
    : shortDate(at)
