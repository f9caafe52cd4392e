import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { Problem } from '#base/errors.ts'
import { splitBlocks } from '#base/html.ts'
import type { Db } from '#base/server/db.ts'
import { chapterLimit, type Splice } from '../contract.ts'
import { countWords } from '../words.ts'
import { sanitise } from './prose.ts'
import { chapterPages, chapters } from './tables.ts'

/** UTF-16 units. A page is split when it passes the largest, and joined to a neighbour when it falls below the least. */
const size = { target: 12_000, largest: 24_000, least: 3_000 }

type Page = { id: number; position: number; html: string; length: number; wordCount: number; start: number }

/** The numbers of a whole text: UTF-16 units, bytes of UTF-8, words. */
export type Measure = { length: number; bytes: number; wordCount: number }

/** A change that is worked out and not yet written. */
export type PlannedSplice = {
  changed: boolean
  /** False where what will be stored is not to the letter what was sent. */
  exact: boolean
  after: Measure
  write: () => Promise<void>
}

/** @throws too_large where a text has more bytes than a chapter holds */
export function checkSize(bytes: number): void {
  if (bytes <= chapterLimit) return
  throw new Problem(
    'too_large',
    'A chapter holds at most 8 MB. Your text is kept on this device; please divide the chapter.',
  )
}

/** The whole text of a chapter, as an expression for a query over chapters. */
export const wholeText = sql<string>`coalesce((
  select string_agg(t.html, '' order by t.position) from ${chapterPages} t where t.chapter_id = ${chapters}.id), '')`

/** The whole text of a chapter. */
export async function readText(tx: Db, chapterId: string): Promise<string> {
  const rows = await tx
    .select({ html: chapterPages.html })
    .from(chapterPages)
    .where(eq(chapterPages.chapterId, chapterId))
    .orderBy(chapterPages.position)
  return rows.map((row) => row.html).join('')
}

/** Groups blocks to pages of about the same length near the target. A block longer than a page stays whole. */
export function paginate(blocks: readonly string[]): string[] {
  const total = blocks.reduce((sum, block) => sum + block.length, 0)
  const each = total / Math.max(1, Math.round(total / size.target))
  const pages: string[] = []
  let page = ''
  let behind = 0
  for (const block of blocks) {
    if (page && behind + page.length + block.length / 2 > each * (pages.length + 1)) {
      pages.push(page)
      behind += page.length
      page = ''
    }
    page += block
  }
  if (page) pages.push(page)
  return pages
}

/**
 * Works out what a splice makes of the stored text. It reads the pages that the splice touches, sanitises and counts
 * the blocks that changed, and leaves all others alone.
 * @param before the numbers of the text as stored; the chapter's row is locked
 * @throws bad_input where the splice reaches beyond the text
 */
export async function planSplice(tx: Db, chapterId: string, before: Measure, splice: Splice): Promise<PlannedSplice> {
  if (splice.at + splice.remove > before.length) {
    throw new Problem('bad_input', 'The change reaches beyond the end of the stored text.')
  }
  const pages = await touchedPages(tx, chapterId, before, splice)
  const first = pages[0]
  const old = pages.map((page) => page.html).join('')
  const at = splice.at - (first?.start ?? 0)
  const wished = old.slice(0, at) + splice.insert + old.slice(at + splice.remove)

  const oldBlocks = splitBlocks(old)
  const wishedBlocks = splitBlocks(wished)
  const shorter = Math.min(oldBlocks.length, wishedBlocks.length)
  let head = 0
  while (head < shorter && oldBlocks[head] === wishedBlocks[head]) head++
  let tail = 0
  while (
    tail < shorter - head &&
    oldBlocks[oldBlocks.length - 1 - tail] === wishedBlocks[wishedBlocks.length - 1 - tail]
  )
    tail++

  const oldMiddle = oldBlocks.slice(head, oldBlocks.length - tail).join('')
  const wishedMiddle = wishedBlocks.slice(head, wishedBlocks.length - tail).join('')
  const middle = sanitise(wishedMiddle)
  const after: Measure = {
    length: before.length - oldMiddle.length + middle.length,
    bytes: before.bytes - Buffer.byteLength(oldMiddle) + Buffer.byteLength(middle),
    wordCount: before.wordCount - countWords(oldMiddle) + countWords(middle),
  }
  const write = async () => {
    const blocks = [...oldBlocks.slice(0, head), ...splitBlocks(middle), ...oldBlocks.slice(oldBlocks.length - tail)]
    const only = pages.length === 1 ? first : undefined
    const html = blocks.join('')
    if (only && html && html.length <= size.largest) {
      const wordCount = only.wordCount - before.wordCount + after.wordCount
      await tx.update(chapterPages).set({ html, length: html.length, wordCount }).where(eq(chapterPages.id, only.id))
    } else await replacePages(tx, chapterId, pages, paginate(blocks))
  }
  return { changed: middle !== oldMiddle, exact: middle === wishedMiddle, after, write }
}

/** The pages that a splice touches, those that it only adjoins, and a neighbour of a page that has grown thin. */
async function touchedPages(tx: Db, chapterId: string, { length }: Measure, splice: Splice): Promise<Page[]> {
  const reaching = async (from: number, to: number): Promise<Page[]> => {
    const found = await tx.execute<Page>(sql`
      select p.id::int as id, p.position, p.html, p.length, p.word_count as "wordCount", p.start::int as start from (
        select *, sum(length) over (order by position) - length as start from ${chapterPages}
        where chapter_id = ${chapterId}
      ) p
      where p.start <= ${to} and p.start + p.length >= ${from} order by p.position`)
    return found.rows
  }
  const pages = await reaching(splice.at, splice.at + splice.remove)
  const first = pages[0]
  const last = pages.at(-1)
  if (!first || !last) return pages
  const end = last.start + last.length
  const left = end - first.start - splice.remove + splice.insert.length
  if (left >= size.least || end - first.start === length) return within(pages, splice)
  return reaching(first.start, end)
}

/** Of pages that meet at the edge of an insertion, the one before it is enough. */
function within(pages: Page[], { at, remove }: Splice): Page[] {
  const touched = pages.filter((page) => page.start < at + remove && page.start + page.length > at)
  return touched.length > 0 ? touched : pages.slice(0, 1)
}

/** Writes new pages in the place of adjoining old ones, and moves those behind where their number changed. */
async function replacePages(tx: Db, chapterId: string, old: readonly Page[], htmls: readonly string[]): Promise<void> {
  const position = old[0]?.position ?? 0
  const shift = htmls.length - old.length
  if (old.length > 0) {
    const ids = old.map((page) => page.id)
    await tx.delete(chapterPages).where(inArray(chapterPages.id, ids))
  }
  if (shift !== 0 && old.length > 0) {
    await tx
      .update(chapterPages)
      .set({ position: sql`${chapterPages.position} + ${shift}` })
      .where(and(eq(chapterPages.chapterId, chapterId), gt(chapterPages.position, position)))
  }
  const rows = htmls.map((html, index) => ({
    chapterId,
    position: position + index,
    html,
    length: html.length,
    wordCount: countWords(html),
  }))
  if (rows.length > 0) await tx.insert(chapterPages).values(rows)
}
