import { describe, expect, it } from 'vitest'
import { relativeTime } from './relative-time.ts'

const now = Date.parse('2026-10-20T12:00:00Z')
const ago = (hours: number, minutes = 0) => new Date(now - hours * 3_600_000 - minutes * 60_000).toISOString()

describe('relativeTime', () => {
  it.each([
    [ago(0, 5), 'Less than an hour ago'],
    [ago(1), '1 hour ago'],
    [ago(23, 59), '23 hours ago'],
    [ago(24), '1 day ago'],
    [ago(47, 59), '1 day ago'],
    [ago(48), '2 days ago'],
    [ago(71, 59), '2 days ago'],
    [ago(72), '17 Oct 2026'],
    [ago(-2), 'Less than an hour ago'],
  ])('%s is %s', (moment, words) => expect(relativeTime(moment, now)).toBe(words))
})
