import type { ChapterMeta } from '../contract.ts'
import { type Section, sections } from '../rules.ts'

/** A line of the manuscript: the head of a section, a chapter, or what stands in a section without any. */
export type Row =
  | { kind: 'head'; section: Section }
  | { kind: 'chapter'; section: Section; chapter: ChapterMeta }
  | { kind: 'empty'; section: Section }

/** The manuscript line by line. The chapters are in reading order. */
export function rowsOf(chapters: readonly ChapterMeta[]): Row[] {
  return sections.flatMap((section): Row[] => {
    const here = chapters.filter((chapter) => chapter.section === section)
    const rows = here.map((chapter): Row => ({ kind: 'chapter', section, chapter }))
    return [{ kind: 'head', section }, ...(rows.length > 0 ? rows : [{ kind: 'empty', section } as const])]
  })
}

export const keyOf = (row: Row | undefined) =>
  row?.kind === 'chapter' ? row.chapter.id : `${row?.kind} ${row?.section}`
