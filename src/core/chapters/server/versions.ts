import { and, desc, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import { notFound } from '#base/errors.ts'
import type { Db } from '#base/server/db.ts'
import type { Version, VersionMeta, VersionReason } from '../contract.ts'
import { countWords } from '../words.ts'
import { checkSize, readText } from './pages.ts'
import { sanitise } from './prose.ts'
import { chapterVersions } from './tables.ts'

/** Minutes of writing after which the text is kept again; a longer pause makes the next edit the first of a sitting. */
const interval = 10

const { content: _content, ...columns } = getTableColumns(chapterVersions)

type Subject = { id: string; title: string; revision: number; wordCount: number }

/** The versions of a chapter, newest first. */
export const listVersions = (tx: Db, chapterId: string): Promise<VersionMeta[]> =>
  tx
    .select(columns)
    .from(chapterVersions)
    .where(eq(chapterVersions.chapterId, chapterId))
    .orderBy(desc(chapterVersions.createdAt), desc(chapterVersions.revision))

/** @throws not_found */
export async function readVersion(tx: Db, chapterId: string, id: string): Promise<Version> {
  const [version] = await tx
    .select()
    .from(chapterVersions)
    .where(and(eq(chapterVersions.id, id), eq(chapterVersions.chapterId, chapterId)))
  if (!version) throw notFound('The version')
  return version
}

/** True where the writing rule asks for a version: none was kept within the last ten minutes. */
export async function isDue(tx: Db, chapterId: string): Promise<boolean> {
  const [newest] = await tx
    .select({ recent: sql<boolean>`${chapterVersions.createdAt} > now() - ${`${interval} minutes`}::interval` })
    .from(chapterVersions)
    .where(eq(chapterVersions.chapterId, chapterId))
    .orderBy(desc(chapterVersions.createdAt))
    .limit(1)
  return !newest?.recent
}

/**
 * Keeps the stored text of a chapter as it stands. A blank text is not kept, and a text that is kept already is only
 * pinned where that is asked for. The newest version, or none.
 */
export async function keepStored(tx: Db, chapter: Subject, reason: VersionReason): Promise<VersionMeta | undefined> {
  const pinned = reason === 'shrunk' || reason === 'snapshot'
  const same = and(
    eq(chapterVersions.chapterId, chapter.id),
    eq(chapterVersions.revision, chapter.revision),
    // A text that lost a conflict is not the text of its revision.
    ne(chapterVersions.reason, 'conflict'),
  )
  const [kept] = await tx.select(columns).from(chapterVersions).where(same).limit(1)
  if (kept) {
    if (!pinned || kept.pinned) return kept
    const [again] = await tx
      .update(chapterVersions)
      .set({ pinned })
      .where(eq(chapterVersions.id, kept.id))
      .returning(columns)
    return again
  }
  const content = await readText(tx, chapter.id)
  if (!content) return undefined
  return keep(tx, chapter, content, reason, pinned)
}

/**
 * Keeps a text that the chapter does not hold: the one that lost a conflict. It comes from outside, as any text.
 * @throws too_large
 */
export async function keepOther(tx: Db, chapter: Subject, given: string): Promise<VersionMeta> {
  const content = sanitise(given)
  checkSize(Buffer.byteLength(content))
  return keep(tx, { ...chapter, wordCount: countWords(content) }, content, 'conflict', false)
}

async function keep(
  tx: Db,
  chapter: Subject,
  content: string,
  reason: VersionReason,
  pinned: boolean,
): Promise<VersionMeta> {
  const { id: chapterId, title, revision, wordCount } = chapter
  const [version] = await tx
    .insert(chapterVersions)
    .values({ chapterId, title, revision, wordCount, content, reason, pinned, createdAt: sql`clock_timestamp()` })
    .returning(columns)
  return version as VersionMeta
}

/**
 * Thins versions out: all for 30 days, then the last of each day for a year. Pinned ones stay.
 */
export async function thinVersions(tx: Db): Promise<void> {
  await tx.execute(sql`
    delete from ${chapterVersions} v where not v.pinned and (
      v.created_at < now() - interval '1 year'
      or v.created_at < now() - interval '30 days' and exists (
        select 1 from ${chapterVersions} later
        where later.chapter_id = v.chapter_id and later.created_at > v.created_at
          and date_trunc('day', later.created_at at time zone 'UTC') = date_trunc('day', v.created_at at time zone 'UTC')
      )
    )`)
}
