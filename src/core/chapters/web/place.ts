import { type Section, sectionLabel, sections } from '../rules.ts'

/** A place in the manuscript, counted from 1 within its section. */
export type Place = { section: Section; order: number }

/** Chapters in each section. */
export type Sizes = Record<Section, number>

/** How many chapters stand in each section. */
export function sizesOf(chapters: readonly { section: Section }[]): Sizes {
  const sizes: Sizes = { front_matter: 0, body: 0, back_matter: 0 }
  for (const { section } of chapters) sizes[section]++
  return sizes
}

/** The sizes after a chapter has gone from one section to another. */
export const sizesAfter = (sizes: Sizes, from: Section, to: Section): Sizes =>
  from === to ? sizes : { ...sizes, [from]: sizes[from] - 1, [to]: sizes[to] + 1 }

/** Chapters that Page Up and Page Down pass. */
const page = 10

/**
 * Where a key takes a chapter that is being moved. Beyond the ends of a section lie its neighbours.
 * @param sizes with the chapter in them, at the place where it is now
 */
export function stepped({ section, order }: Place, key: string, sizes: Sizes): Place {
  const at = sections.indexOf(section)
  const before = sections[at - 1]
  const after = sections[at + 1]
  switch (key) {
    case 'ArrowUp':
      if (order > 1) return { section, order: order - 1 }
      return before ? { section: before, order: sizes[before] + 1 } : { section, order }
    case 'ArrowDown':
      if (order < sizes[section]) return { section, order: order + 1 }
      return after ? { section: after, order: 1 } : { section, order }
    case 'PageUp':
      return { section, order: Math.max(1, order - page) }
    case 'PageDown':
      return { section, order: Math.min(sizes[section], order + page) }
    case 'Home':
      return { section, order: 1 }
    case 'End':
      return { section, order: sizes[section] }
    default:
      return { section, order }
  }
}

type Heights = { head: number; row: number }

/**
 * The place under a point of the list: `y` in px from its top. A section is a head and a row for each chapter, one row
 * where it has none. The upper half of a head still belongs to the section above it.
 * @param now where the chapter that is being moved stands; it is counted in `sizes`
 */
export function placeAt(y: number, sizes: Sizes, now: Place, heights: Heights): Place {
  let counted = sizes
  let place: Place = { section: now.section, order: now.order }
  // With the chapter at its new place the list looks different, and another place may lie under the point.
  for (let tries = 0; tries < 4; tries++) {
    const next = hit(y, counted, place, heights)
    if (next.section === place.section && next.order === place.order) break
    counted = sizesAfter(counted, place.section, next.section)
    place = next
  }
  return place
}

function hit(y: number, sizes: Sizes, now: Place, heights: Heights): Place {
  let top = 0
  let above: Section | undefined
  for (const section of sections) {
    const rows = top + heights.head
    if (above && y < top + heights.head / 2) return { section: above, order: endOf(above, sizes, now) }
    const end = rows + Math.max(1, sizes[section]) * heights.row
    if (y < end) {
      const order = Math.max(0, Math.floor((y - rows) / heights.row)) + 1
      return { section, order: Math.min(order, endOf(section, sizes, now)) }
    }
    above = section
    top = end
  }
  const last = sections[sections.length - 1] as Section
  return { section: last, order: endOf(last, sizes, now) }
}

const endOf = (section: Section, sizes: Sizes, now: Place) =>
  section === now.section ? sizes[section] : sizes[section] + 1

/** A place in words: 'Story chapters, place 3 of 31'. */
const placeInWords = ({ section, order }: Place, sizes: Sizes) =>
  `${sectionLabel[section]}, place ${order} of ${sizes[section]}`

/** What is said aloud while a chapter is moved. `sizes` have the chapter in them, at that place. */
export const announce = {
  pickedUp: (title: string, place: Place, sizes: Sizes) =>
    `Picked up “${title}”: ${placeInWords(place, sizes)}. The arrow keys move it, Space puts it down, Escape puts it back.`,
  moved: (title: string, place: Place, sizes: Sizes) => `“${title}”: ${placeInWords(place, sizes)}.`,
  putDown: (title: string, place: Place, sizes: Sizes) => `Put down “${title}”: ${placeInWords(place, sizes)}.`,
  putBack: (title: string, place: Place, sizes: Sizes) =>
    `“${title}” is back where it was: ${placeInWords(place, sizes)}.`,
  failed: (title: string, place: Place, sizes: Sizes) =>
    `“${title}” could not be moved and is back: ${placeInWords(place, sizes)}.`,
}
