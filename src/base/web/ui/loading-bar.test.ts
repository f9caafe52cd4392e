import { describe, expect, it } from 'vitest'
import { ceiling, loadingText, nextPercent } from './loading-bar.ts'

describe('the loading bar', () => {
  it('grows by at most 15 and stays under its ceiling', () => {
    expect(nextPercent(0, 0)).toBe(0)
    expect(nextPercent(0, 0.999)).toBeLessThan(15)
    let percent = 0
    for (let step = 0; step < 50; step++) {
      const next = nextPercent(percent, 0.7)
      expect(next - percent).toBeLessThanOrEqual(15)
      percent = next
    }
    expect(percent).toBe(ceiling)
  })

  it('says loading whenever something loads', () => {
    expect(loadingText(2, 0)).toBe('Loading data... (2 requests)')
    expect(loadingText(1, 3)).toBe('Loading data... (1 requests)')
    expect(loadingText(0, 3)).toBe('Saving changes... (3 operations)')
  })
})
