import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chapterTypes,
  inReadingOrder,
  move,
  readingMinutes,
  reorder,
  type Section,
  sectionOf,
  sections,
} from './rules.ts'

const book = () =>
  [
    ['a', 'front_matter', 1],
    ['b', 'body', 1],
    ['c', 'body', 2],
    ['d', 'body', 3],
    ['e', 'back_matter', 1],
  ].map(([id, section, order]) => ({ id, section, order }) as { id: string; section: Section; order: number })

const shown = (chapters: { id: string; section: Section; order: number }[]) =>
  sections.map((section) =>
    inReadingOrder(chapters)
      .filter((each) => each.section === section)
      .map((each) => each.id)
      .join(''),
  )

const isNumbered = (chapters: { section: Section; order: number }[]) =>
  sections.every((section) =>
    chapters
      .filter((each) => each.section === section)
      .map((each) => each.order)
      .sort((a, b) => a - b)
      .every((order, index) => order === index + 1),
  )

test('the type fixes the section', () => {
  expect(chapterTypes.map(sectionOf)).toEqual([
    ...Array(5).fill('front_matter'),
    'body',
    ...Array(3).fill('back_matter'),
  ])
})

test.each([
  ['d', 'body', 1, ['a', 'dbc', 'e']],
  ['b', 'body', 3, ['a', 'cdb', 'e']],
  ['b', 'front_matter', 1, ['ba', 'cd', 'e']],
  ['c', 'back_matter', 99, ['a', 'bd', 'ec']],
  ['c', 'body', 2, ['a', 'bcd', 'e']],
] as const)('moving %s to %s %i', (id, section, order, expected) => {
  expect(shown(move(book(), id, section, order))).toEqual(expected)
})

test('a partial reorder keeps those left out behind the named', () => {
  expect(shown(reorder(book(), [{ id: 'd', section: 'body', order: 1 }]))).toEqual(['a', 'dbc', 'e'])
  expect(
    shown(
      reorder(book(), [
        { id: 'e', section: 'body', order: 2 },
        { id: 'c', section: 'body', order: 1 },
      ]),
    ),
  ).toEqual(['a', 'cebd', ''])
})

test('orders are 1 to n in each section after any moves', () => {
  const step = fc.record({
    id: fc.constantFrom(...'abcde'),
    section: fc.constantFrom(...sections),
    order: fc.integer({ min: -2, max: 9 }),
  })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let chapters = book()
      for (const { id, section, order } of steps) chapters = move(chapters, id, section, order)
      expect(isNumbered(chapters)).toBe(true)
      const reordered = reorder(chapters, steps)
      expect(isNumbered(reordered)).toBe(true)
      expect(reordered.map((each) => each.id).sort()).toEqual([...'abcde'])
    }),
  )
})

test('reading takes a minute for each 200 words begun', () => {
  expect([0, 1, 200, 201].map(readingMinutes)).toEqual([0, 1, 1, 2])
})
