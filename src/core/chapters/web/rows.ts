import type { ChapterMeta } from '../contract.ts'
import { type Section, sections } from '../rules.ts'

/** A line of the manuscript: the head of a section, a chapter, or what stands in a section without any. */
export type Row =
  | { kind: 'head'; section: Section }
  | { kind: 'chapter'; section: Section; chapter: ChapterMeta }
  | { kind: 'empty'; section: Section }

/** The manuscript line by line. The chapters are in reading order. */
export function rowsOf(chapters: readonly ChapterMeta[]): Row[] {
  const rows: Row[] = []
  let at = 0
  for (const section of sections) {
    rows.push({ kind: 'head', section })
    const before = rows.length
    for (let chapter = chapters[at]; chapter?.section === section; chapter = chapters[++at]) {
      rows.push({ kind: 'chapter', section, chapter })
    }
    if (rows.length === before) rows.push({ kind: 'empty', section })
  }
  return rows
}

export const keyOf = (row: Row | undefined) =>
  row?.kind === 'chapter' ? row.chapter.id : `${row?.kind} ${row?.section}`
