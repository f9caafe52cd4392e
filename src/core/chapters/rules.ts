import * as z from 'zod/mini'

export const chapterTypes = [
  'front_pages_info',
  'dedication',
  'epigraph',
  'table_of_contents',
  'preface',
  'chapter',
  'about_author',
  'appendix',
  'bibliography',
] as const
export const sections = ['front_matter', 'body', 'back_matter'] as const

export const ChapterType = z.enum(chapterTypes)
export type ChapterType = z.infer<typeof ChapterType>
export const Section = z.enum(sections)
export type Section = z.infer<typeof Section>

/** The type of a new chapter fixes its section; a later move changes the section and leaves the type. */
export function sectionOf(type: ChapterType): Section {
  if (type === 'chapter') return 'body'
  return type === 'about_author' || type === 'appendix' || type === 'bibliography' ? 'back_matter' : 'front_matter'
}

/** The front pages that a book usually has, in their order, with the names that screens show. */
export const typeLabel: Record<ChapterType, string> = {
  front_pages_info: 'Copyright',
  dedication: 'Dedication',
  epigraph: 'Epigraph',
  table_of_contents: 'Table of Contents',
  preface: 'Preface',
  chapter: 'Chapter',
  about_author: 'About the Author',
  appendix: 'Appendix',
  bibliography: 'Bibliography',
}

export const sectionLabel: Record<Section, string> = {
  front_matter: 'Front pages',
  body: 'Story chapters',
  back_matter: 'Back pages',
}

type Placed = { id: string; section: Section; order: number }

/** Reading order: front pages, story, back pages, and by place in each. */
export const inReadingOrder = <T extends Placed>(chapters: readonly T[]): T[] =>
  [...chapters].sort((a, b) => sections.indexOf(a.section) - sections.indexOf(b.section) || a.order - b.order)

/** Numbers each section from 1 in the order given. A chapter whose place stays the same stays the same object. */
export function renumber<T extends Placed>(chapters: readonly T[]): T[] {
  const counts: Record<Section, number> = { front_matter: 0, body: 0, back_matter: 0 }
  return chapters.map((chapter) => {
    const order = ++counts[chapter.section]
    return chapter.order === order ? chapter : { ...chapter, order }
  })
}

/**
 * Puts the named chapters at their new places. Within a section the named come first, by the order asked for; those
 * left out follow behind them as they stood.
 */
export function reorder<T extends Placed>(chapters: readonly T[], placements: readonly Placed[]): T[] {
  const asked = new Map(placements.map((placement) => [placement.id, placement]))
  const rank = (chapter: T) => asked.get(chapter.id)?.order ?? Number.POSITIVE_INFINITY
  const moved = inReadingOrder(chapters).map((chapter) => ({
    ...chapter,
    section: asked.get(chapter.id)?.section ?? chapter.section,
  }))
  moved.sort((a, b) => sections.indexOf(a.section) - sections.indexOf(b.section) || compare(rank(a), rank(b)))
  return renumber(moved)
}

const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)

/** Moves one chapter to a place of a section, counted from 1; a place beyond the end is the end. */
export function move<T extends Placed>(chapters: readonly T[], id: string, section: Section, order: number): T[] {
  const chapter = chapters.find((each) => each.id === id)
  if (!chapter) return [...chapters]
  const rest = inReadingOrder(chapters.filter((each) => each.id !== id))
  const before = rest.filter((each) => sections.indexOf(each.section) < sections.indexOf(section)).length
  const size = rest.filter((each) => each.section === section).length
  rest.splice(
    before + Math.min(Math.max(order, 1) - 1, size),
    0,
    chapter.section === section ? chapter : { ...chapter, section },
  )
  return renumber(rest)
}

/** Words that a person reads in a minute. */
const readingSpeed = 200

/** Minutes that reading takes, rounded up. */
export const readingMinutes = (words: number) => Math.ceil(words / readingSpeed)
