/** Where the words are. `saved.at` is absent for a chapter that was opened and not written. */
export type SaveState =
  | { kind: 'saved'; at?: number }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  | { kind: 'offline' }
  | { kind: 'not-saved'; cause: Cause; reason: string }

export type Cause = 'signed_out' | 'other_user' | 'conflict' | 'too_large' | 'gone' | 'refused' | 'server' | 'journal'
