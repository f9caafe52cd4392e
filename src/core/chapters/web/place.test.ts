import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { move, type Section, sections } from '../rules.ts'
import { announce, type Place, placeAt, type Sizes, sizesOf, stepped } from './place.ts'

const sizes: Sizes = { front_matter: 2, body: 3, back_matter: 0 }
const heights = { head: 40, row: 36 }

describe('keys that move a chapter', () => {
  it('go to the neighbouring places and over the ends of a section', () => {
    expect(stepped({ section: 'body', order: 2 }, 'ArrowUp', sizes)).toEqual({ section: 'body', order: 1 })
    expect(stepped({ section: 'body', order: 1 }, 'ArrowUp', sizes)).toEqual({ section: 'front_matter', order: 3 })
    expect(stepped({ section: 'body', order: 3 }, 'ArrowDown', sizes)).toEqual({ section: 'back_matter', order: 1 })
    expect(stepped({ section: 'front_matter', order: 1 }, 'ArrowUp', sizes)).toEqual({
      section: 'front_matter',
      order: 1,
    })
    expect(stepped({ section: 'back_matter', order: 1 }, 'ArrowDown', { ...sizes, back_matter: 1 })).toEqual({
      section: 'back_matter',
      order: 1,
    })
  })

  it('stay in the section when they leap', () => {
    const long = { ...sizes, body: 31 }
    expect(stepped({ section: 'body', order: 25 }, 'PageDown', long)).toEqual({ section: 'body', order: 31 })
    expect(stepped({ section: 'body', order: 5 }, 'PageUp', long)).toEqual({ section: 'body', order: 1 })
    expect(stepped({ section: 'body', order: 5 }, 'End', long)).toEqual({ section: 'body', order: 31 })
    expect(stepped({ section: 'body', order: 5 }, 'Home', long)).toEqual({ section: 'body', order: 1 })
  })
})

describe('the place under a pointer', () => {
  const from: Place = { section: 'body', order: 2 }

  it('is the row that lies there', () => {
    // Front: head 0–40, rows to 112. Body: head to 152, rows to 260. Back: head to 300, its one empty row to 336.
    expect(placeAt(50, sizes, from, heights)).toEqual({ section: 'front_matter', order: 1 })
    expect(placeAt(100, sizes, from, heights)).toEqual({ section: 'front_matter', order: 2 })
    expect(placeAt(155, sizes, from, heights)).toEqual({ section: 'body', order: 1 })
    expect(placeAt(259, sizes, from, heights)).toEqual({ section: 'body', order: 3 })
    expect(placeAt(310, sizes, from, heights)).toEqual({ section: 'back_matter', order: 1 })
  })

  it('is halved by the head of a section', () => {
    expect(placeAt(120, sizes, from, heights)).toEqual({ section: 'front_matter', order: 3 })
    expect(placeAt(140, sizes, from, heights)).toEqual({ section: 'body', order: 1 })
    expect(placeAt(262, sizes, from, heights)).toEqual({ section: 'body', order: 3 })
    expect(placeAt(290, sizes, from, heights)).toEqual({ section: 'back_matter', order: 1 })
  })

  it('is the first or the last beyond the list', () => {
    expect(placeAt(-500, sizes, from, heights)).toEqual({ section: 'front_matter', order: 1 })
    expect(placeAt(9999, sizes, from, heights)).toEqual({ section: 'back_matter', order: 1 })
  })

  it('stays where it is once the chapter lies there: nothing flickers under a pointer at rest', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...sections), { minLength: 1, maxLength: 12 }),
        fc.nat(11),
        fc.integer({ min: -50, max: 900 }),
        (where, chosen, y) => {
          const list = numbered(where)
          const chapter = list[chosen % list.length]!
          const place = placeAt(y, sizesOf(list), chapter, heights)
          const moved = move(list, chapter.id, place.section, place.order)
          const there = moved.find((each) => each.id === chapter.id)!
          expect({ section: there.section, order: there.order }).toEqual(place)
          expect(placeAt(y, sizesOf(moved), place, heights)).toEqual(place)
        },
      ),
    )
  })
})

const numbered = (where: Section[]) => {
  const counts: Sizes = { front_matter: 0, body: 0, back_matter: 0 }
  return where.map((section, at) => ({ id: String(at), section, order: ++counts[section] }))
}

describe('a moved chapter', () => {
  it('leaves those whose place stays as they are', () => {
    const list = numbered(['body', 'body', 'body', 'back_matter'])
    const after = move(list, '1', 'body', 1)
    expect(after.map(({ id }) => id)).toEqual(['1', '0', '2', '3'])
    expect(after.map((each) => list.includes(each))).toEqual([false, false, true, true])
  })
})

describe('announcements', () => {
  it('name the chapter, the section and the place', () => {
    const place: Place = { section: 'body', order: 3 }
    expect(announce.moved('Low Water', place, sizes)).toBe('“Low Water”: Story chapters, place 3 of 3.')
    expect(announce.putDown('Low Water', place, sizes)).toBe('Put down “Low Water”: Story chapters, place 3 of 3.')
    expect(announce.putBack('Low Water', place, sizes)).toContain('back where it was')
    expect(announce.pickedUp('Low Water', place, sizes)).toContain('Escape')
  })
})
