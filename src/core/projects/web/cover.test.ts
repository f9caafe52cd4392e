import { describe, expect, it } from 'vitest'
import { contrast } from '#base/web/ui/contrast.ts'
import { cloths, coverInk, coverOf, layouts, titleSize } from './cover.ts'

describe('covers', () => {
  it('are the same for the same title', () => {
    expect(coverOf('The Salt Road')).toEqual(coverOf(' the salt road '))
    expect(coverOf('Cafe\u0301')).toEqual(coverOf('Café'))
  })

  it('use every cloth and layout', () => {
    const covers = Array.from({ length: 500 }, (_, number) => coverOf(`Novel ${number}`))
    expect(new Set(covers.map((cover) => cover.cloth)).size).toBe(cloths.length)
    expect(new Set(covers.map((cover) => cover.layout)).size).toBe(layouts.length)
  })

  it('carry their title legibly', () => {
    for (const cloth of cloths) expect(contrast(cloth, coverInk), cloth).toBeGreaterThanOrEqual(7)
  })

  it('set long titles and long words smaller', () => {
    expect(titleSize('The Salt Road')).toBe('large')
    expect(titleSize('A Field Guide to Leaving Everything Behind')).toBe('medium')
    expect(titleSize('Donaudampfschifffahrtsgesellschaft')).toBe('small')
    expect(titleSize('x'.repeat(500))).toBe('small')
    expect(titleSize('')).toBe('large')
  })
})
