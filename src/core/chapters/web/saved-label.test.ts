import { describe, expect, it } from 'vitest'
import { savedLabel } from './saved-label.ts'

describe('the state of a text in words', () => {
  it('names each of the five states', () => {
    expect(savedLabel({ kind: 'unsaved' })).toBe('Unsaved')
    expect(savedLabel({ kind: 'saving' })).toBe('Saving…')
    expect(savedLabel({ kind: 'saved' })).toBe('Saved')
    expect(savedLabel({ kind: 'offline' })).toBe('Offline – kept on this device')
    expect(savedLabel({ kind: 'not-saved', cause: 'signed_out', reason: 'You have been signed out.' })).toBe(
      'Not saved – You have been signed out.',
    )
  })

  it('gives the time of today and the date of another day', () => {
    const now = new Date(2026, 9, 14, 18, 0)
    expect(savedLabel({ kind: 'saved', at: new Date(2026, 9, 14, 14, 2).getTime() }, now)).toMatch(/^Saved (14|02):02/)
    expect(savedLabel({ kind: 'saved', at: new Date(2026, 9, 12, 14, 2).getTime() }, now)).toBe('Saved 12 Oct 2026')
  })
})
