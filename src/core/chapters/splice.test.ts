import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applySplice, spliceBetween, spliceBetweenBlocks } from './splice.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', '🖋', '🖊', '漢'), maxLength: 12 })
const blocks = fc.array(
  word.map((inner) => `<p>${inner}</p>`),
  { maxLength: 8 },
)

test('a splice between two texts makes the one of the other', () => {
  fc.assert(
    fc.property(word, word, (before, after) => {
      const splice = spliceBetween(before, after)
      expect(splice ? applySplice(before, splice) : before).toBe(after)
    }),
  )
})

test('so does a splice between texts in blocks', () => {
  fc.assert(
    fc.property(blocks, blocks, (before, after) => {
      const splice = spliceBetweenBlocks(before, after)
      expect(splice ? applySplice(before.join(''), splice) : before.join('')).toBe(after.join(''))
    }),
  )
})

test('no splice cuts a surrogate pair', () => {
  fc.assert(
    fc.property(word, word, (before, after) => {
      expect(spliceBetween(before, after)?.insert.isWellFormed() ?? true).toBe(true)
    }),
  )
  expect(spliceBetween('🖋', '🖊')).toEqual({ at: 0, remove: 2, insert: '🖊' })
})

test('a sentence in a long text is sent as a sentence', () => {
  const before = Array.from({ length: 3000 }, (_, i) => `<p>Paragraph ${i} ${'of prose '.repeat(20)}</p>`)
  const after = before.with(1500, (before[1500] as string).replace('</p>', 'A new sentence.</p>'))
  expect(spliceBetweenBlocks(before, after)?.insert).toBe('A new sentence.')
})
