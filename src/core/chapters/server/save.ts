import { and, eq, getTableColumns, isNull, lte, sql } from 'drizzle-orm'
import { notFound, Problem } from '#base/errors.ts'
import type { Database, Db } from '#base/server/db.ts'
import type { User } from '#core/account/server/account.ts'
import type { Projects } from '#core/projects/server/projects.ts'
import type { ChapterEdit, ChapterMeta, ChapterSaved, StoredText, VersionReason } from '../contract.ts'
import { spliceBetween } from '../splice.ts'
import { checkSize, planSplice, readText } from './pages.ts'
import { chapterSaves, chapters } from './tables.ts'
import { isDue, keepStored } from './versions.ts'

const {
  createdAt: _createdAt,
  deletedAt: _deletedAt,
  length: _length,
  bytes: _bytes,
  ...columns
} = getTableColumns(chapters)

/** What lists and answers say of a chapter: all but its text and the book-keeping of its pages. */
export const metaColumns = columns

/** A chapter's row, locked for the rest of the transaction. */
export type Locked = typeof chapters.$inferSelect

/** Saves of a chapter whose opId is remembered. */
const remembered = 100
/** A save that leaves less than a fifth of a text this long pins the version before it. */
const shrinking = { words: 200, left: 0.2 }

type MetaRow = { [Name in keyof typeof metaColumns]: Locked[Name] }
const metaNames = Object.keys(metaColumns) as (keyof MetaRow)[]

/** Fields that nobody filled in are left out, so that the list of a book of 2,000 chapters stays light. */
export function toMeta(row: MetaRow): ChapterMeta {
  const filled: Partial<Record<keyof MetaRow, unknown>> = {}
  for (const name of metaNames) if (row[name] !== null) filled[name] = row[name]
  return filled as ChapterMeta
}

/** The project of a chapter, in the trash or not, for `projects.lock`, which looks whose it is. */
export const projectOf = (id: string) =>
  sql`(select ${chapters.projectId} from ${chapters} where ${chapters.id} = ${id})`

/**
 * Locks a chapter's project, then the chapter.
 * @throws not_found where it is missing, in the trash, or another author's
 */
export async function lockChapter(tx: Db, projects: Projects, user: User, id: string): Promise<Locked> {
  await projects.lock(tx, user, projectOf(id))
  const [chapter] = await tx
    .select()
    .from(chapters)
    .where(and(eq(chapters.id, id), isNull(chapters.deletedAt)))
    .for('update')
  if (!chapter) throw notFound('The chapter')
  return chapter
}

type Wish = Pick<ChapterEdit, 'content' | 'splice'>

/**
 * Changes the text of a locked chapter, and the totals of its project.
 * @param reasonFor which version, if any, is to be kept of the text before, knowing how many words are left
 * @returns the row after, and whether what is stored is to the letter what was sent
 * @throws too_large, bad_input
 */
export async function changeText(
  tx: Db,
  projects: Projects,
  chapter: Locked,
  wish: Wish,
  reasonFor: (wordsLeft: number) => Promise<VersionReason | undefined> | VersionReason | undefined,
): Promise<{ chapter: Locked; exact: boolean }> {
  const splice = wish.splice ?? spliceBetween(await readText(tx, chapter.id), wish.content ?? '')
  if (!splice) return { chapter, exact: true }
  const plan = await planSplice(tx, chapter.id, chapter, splice)
  checkSize(plan.after.bytes)
  if (!plan.changed) return { chapter, exact: plan.exact }
  const { length, bytes, wordCount } = plan.after
  const reason = await reasonFor(wordCount)
  if (reason) await keepStored(tx, chapter, reason)
  await plan.write()
  const [changed] = await tx
    .update(chapters)
    .set({ length, bytes, wordCount, revision: chapter.revision + 1, updatedAt: sql`now()` })
    .where(eq(chapters.id, chapter.id))
    .returning()
  await projects.written(tx, chapter.projectId, wordCount - chapter.wordCount)
  return { chapter: changed as Locked, exact: plan.exact }
}

/**
 * Saves a change of a chapter: the one way in for text, title and plan. Answered after COMMIT.
 *
 * A save that names its `baseRevision` is refused with `conflict`, and the stored text, unless that is the revision
 * still stored. A save whose `opId` was saved before changes nothing and answers the revision that it made.
 */
export const createSave =
  ({ transaction }: Database, projects: Projects) =>
  (user: User, id: string, edit: ChapterEdit): Promise<ChapterSaved> =>
    transaction(async (tx) => {
      const { content, splice, baseRevision, keepReplaced, title, opId: given, ...plan } = edit
      // Any string may name a save, also one that Postgres could not store.
      const opId = given === undefined ? undefined : JSON.stringify(given)
      const carriesText = content !== undefined || splice !== undefined
      check(edit, carriesText)
      let chapter = await lockChapter(tx, projects, user, id)

      if (opId !== undefined) {
        const [before] = await tx
          .select({ revision: chapterSaves.revision })
          .from(chapterSaves)
          .where(and(eq(chapterSaves.chapterId, id), eq(chapterSaves.opId, opId)))
        if (before) return { ...toMeta(chapter), revision: before.revision }
      }
      if (carriesText && baseRevision !== undefined && baseRevision !== chapter.revision)
        throw await conflict(tx, chapter)

      let exact = true
      if (carriesText) {
        const replaced = chapter
        const changed = await changeText(tx, projects, chapter, { content, splice }, async (left) => {
          if (keepReplaced) return 'conflict'
          if (replaced.wordCount >= shrinking.words && left < replaced.wordCount * shrinking.left) return 'shrunk'
          if (baseRevision === undefined) return 'replaced'
          return (await isDue(tx, id)) ? 'writing' : undefined
        })
        chapter = changed.chapter
        exact = changed.exact
      }
      // A blank title never stops the text that comes with it.
      const fields = { ...plan, ...(title?.trim() ? { title: title.trim() } : {}) }
      if (Object.keys(fields).length > 0) {
        const [named] = await tx
          .update(chapters)
          .set({ ...fields, updatedAt: sql`now()` })
          .where(eq(chapters.id, id))
          .returning()
        chapter = named as Locked
        if (!carriesText) await projects.written(tx, chapter.projectId, 0)
      }
      if (opId !== undefined) await remember(tx, chapter, opId)
      return exact ? toMeta(chapter) : { ...toMeta(chapter), content: await readText(tx, id) }
    })

/** @throws bad_input for an edit that contradicts itself, before anything is locked */
function check(
  { content, splice, baseRevision, title, opId: _opId, ...rest }: ChapterEdit,
  carriesText: boolean,
): void {
  const refuse = (field: string, sentence: string) => {
    throw new Problem('bad_input', sentence, { fields: { [field]: sentence } })
  }
  if (content !== undefined && splice !== undefined) refuse('splice', 'Send either the whole text or a splice.')
  if (splice && baseRevision === undefined) refuse('baseRevision', 'A splice needs the revision that it was made from.')
  if (title !== undefined && !title.trim() && !carriesText && Object.keys(rest).length === 0)
    refuse('title', 'A title is required.')
}

/** The refusal of a stale save: with the text that is stored, so that the author can choose. */
async function conflict(tx: Db, { id, title, revision, updatedAt }: Locked): Promise<Problem> {
  const stored: StoredText = { title, revision, updatedAt, content: await readText(tx, id) }
  return new Problem('conflict', 'This chapter was changed elsewhere since you opened it. Nothing was overwritten.', {
    stored,
  })
}

async function remember(tx: Db, { id: chapterId, revision }: Locked, opId: string): Promise<void> {
  await tx.insert(chapterSaves).values({ chapterId, opId, revision })
  const oldest = tx
    .select({ sequence: chapterSaves.sequence })
    .from(chapterSaves)
    .where(eq(chapterSaves.chapterId, chapterId))
    .orderBy(sql`${chapterSaves.sequence} desc`)
    .offset(remembered)
    .limit(1)
  await tx
    .delete(chapterSaves)
    .where(and(eq(chapterSaves.chapterId, chapterId), lte(chapterSaves.sequence, sql`(${oldest})`)))
}
