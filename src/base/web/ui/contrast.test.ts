import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast, laidOver } from './contrast.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** The values of a theme's tokens, as tokens.css writes them. */
function tokensOf(theme: string): Record<string, string> {
  const block = new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? ''
  return Object.fromEntries([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]))
}

describe.each(['light', 'dark', 'sepia'])('the %s theme', (theme) => {
  const token = tokensOf(theme)
  const surfaces = ['paper', 'raised', 'sunken', 'desk'].map((name) => [name, token[name]!] as const)
  const touched = surfaces.flatMap(([name, colour]) => [
    [`${name} hovered`, laidOver(token.hover!, colour)] as const,
    [`${name} pressed`, laidOver(token.press!, colour)] as const,
  ])

  it('names the same tokens as the light one', () => {
    expect(Object.keys(token)).toEqual(Object.keys(tokensOf('light')))
  })

  it.each([...surfaces, ...touched])('has text of 4.5:1 on %s', (_name, surface) => {
    for (const ink of ['ink', 'muted']) expect(contrast(token[ink]!, surface), ink).toBeGreaterThanOrEqual(4.5)
  })

  it.each(surfaces)('has coloured text of 4.5:1 on %s', (_name, surface) => {
    for (const ink of ['accent', 'good', 'warn', 'bad'])
      expect(contrast(token[ink]!, surface), ink).toBeGreaterThanOrEqual(4.5)
  })

  it('has text of 4.5:1 on coloured grounds', () => {
    const pairs = [
      ['accent-ink', 'accent'],
      ['accent-ink', 'accent-strong'],
      ['bad-ink', 'bad'],
      ['bad-ink', 'bad-strong'],
      ['bad', 'bad-wash'],
      ['ink', 'bad-wash'],
      ['accent', 'accent-wash'],
      ['muted', 'accent-wash'],
      ['ink', 'accent-wash'],
      ['ink', 'mark'],
      ['ink', 'selection'],
    ] as const
    for (const [ink, ground] of pairs)
      expect(contrast(token[ink]!, token[ground]!), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  })

  it.each(surfaces)('has edges of inputs and focus rings of 3:1 on %s', (_name, surface) => {
    for (const line of ['edge', 'focus', 'accent', 'bad'])
      expect(contrast(token[line]!, surface), line).toBeGreaterThanOrEqual(3)
  })
})
