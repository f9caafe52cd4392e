import { and, desc, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { notFound, Problem } from '#base/errors.ts'
import type { Database, Db } from '#base/server/db.ts'
import type { User } from '#core/account/server/account.ts'
import { goneFrom, owned, type Projects, trashHorizon } from '#core/projects/server/projects.ts'
import type {
  Chapter,
  ChapterMeta,
  Move,
  NewChapter,
  NewVersion,
  Placement,
  TrashedChapter,
  Version,
  VersionMeta,
} from '../contract.ts'
import { type ChapterType, move, reorder, type Section, sectionOf, sections, typeLabel } from '../rules.ts'
import { wholeText } from './pages.ts'
import { changeText, createSave, type Locked, lockChapter, metaColumns, projectOf, toMeta } from './save.ts'
import { chapters } from './tables.ts'
import { keepOther, keepStored, listVersions, readVersion, thinVersions } from './versions.ts'

export type Chapters = ReturnType<typeof openChapters>

const now = sql`now()`
const readingOrder = [
  sql`array_position(${sql.raw(`array['${sections.join("','")}']`)}, ${chapters.section})`,
  chapters.order,
]

/** The front pages that a book usually has, in their order. */
const frontMatter: ChapterType[] = ['front_pages_info', 'dedication', 'epigraph', 'table_of_contents', 'preface']

/** All SQL and rules of chapters. Each function takes the author; what another owns is answered as missing. */
export function openChapters(database: Database, projects: Projects) {
  const { db, transaction } = database

  const inProject = (projectId: string) => and(eq(chapters.projectId, projectId), isNull(chapters.deletedAt))
  const mine = (user: User, id: string) =>
    and(eq(chapters.id, id), isNull(chapters.deletedAt), owned(user, chapters.projectId))
  const trashed = (user: User) => and(isNotNull(chapters.deletedAt), owned(user, chapters.projectId))

  const listed = async (tx: Db, projectId: string): Promise<ChapterMeta[]> =>
    (
      await tx
        .select(metaColumns)
        .from(chapters)
        .where(inProject(projectId))
        .orderBy(...readingOrder)
    ).map(toMeta)

  const sizeOf = (tx: Db, projectId: string, section: Section) =>
    tx.$count(chapters, and(inProject(projectId), eq(chapters.section, section)))

  /** Makes room for a chapter, or closes the gap that one leaves. */
  const shift = (tx: Db, projectId: string, section: Section, from: number, by: 1 | -1) =>
    tx
      .update(chapters)
      .set({ order: sql`${chapters.order} + ${by}` })
      .where(and(inProject(projectId), eq(chapters.section, section), gte(chapters.order, from)))

  /** Writes the places that changed, in one statement. */
  async function place(tx: Db, before: Placement[], after: Placement[]): Promise<void> {
    const old = new Map(before.map((each) => [each.id, each]))
    const changed = after.filter(
      ({ id, order, section }) => old.get(id)?.order !== order || old.get(id)?.section !== section,
    )
    if (changed.length === 0) return
    const rows = JSON.stringify(changed.map(({ id, order, section }) => ({ id, order, section })))
    await tx.execute(sql`
      update ${chapters} c set "order" = v."order", section = v.section
      from jsonb_to_recordset(${rows}::jsonb) as v(id uuid, "order" int, section text) where c.id = v.id`)
  }

  const placements = (tx: Db, projectId: string): Promise<Placement[]> =>
    tx
      .select({ id: chapters.id, order: chapters.order, section: chapters.section })
      .from(chapters)
      .where(inProject(projectId))

  async function insert(tx: Db, projectId: string, given: NewChapter, isSystemGenerated: boolean): Promise<Locked> {
    const chapterType = given.chapterType ?? 'chapter'
    const section = sectionOf(chapterType)
    const last = (await sizeOf(tx, projectId, section)) + 1
    const order = Math.min(given.order ?? last, last)
    if (order < last) await shift(tx, projectId, section, order, 1)
    const values = { projectId, title: given.title, chapterType, section, order, isSystemGenerated }
    const [added] = await tx.insert(chapters).values(values).returning()
    const chapter = added as Locked
    if (!given.content) return chapter
    return (await changeText(tx, projects, chapter, { content: given.content }, () => undefined)).chapter
  }

  async function read(user: User, id: string, tx: Db = db): Promise<Chapter> {
    const [chapter] = await tx
      .select({ ...metaColumns, content: wholeText })
      .from(chapters)
      .where(mine(user, id))
    if (!chapter) throw notFound('The chapter')
    return chapter
  }

  return {
    /** The chapters of a project in reading order, without their text. */
    async list(user: User, projectId: string): Promise<ChapterMeta[]> {
      await projects.read(user, projectId)
      return listed(db, projectId)
    },

    /** Adds a chapter at the place asked for, or last in the section that its type fixes. */
    add: (user: User, projectId: string, given: NewChapter): Promise<Chapter> =>
      transaction(async (tx) => {
        await projects.lock(tx, user, projectId)
        const chapter = await insert(tx, projectId, given, false)
        await projects.written(tx, projectId, 0)
        return read(user, chapter.id, tx)
      }),

    /** Adds the usual front pages whose type the front matter lacks, blank and in their order. */
    addFrontMatter: (user: User, projectId: string): Promise<ChapterMeta[]> =>
      transaction(async (tx) => {
        await projects.lock(tx, user, projectId)
        const there = new Set((await listed(tx, projectId)).map((chapter) => chapter.chapterType))
        const added: ChapterMeta[] = []
        for (const chapterType of frontMatter.filter((type) => !there.has(type))) {
          const given = { title: typeLabel[chapterType], chapterType, section: undefined, order: undefined }
          added.push(toMeta(await insert(tx, projectId, given, true)))
        }
        return added
      }),

    /**
     * Puts the named chapters in order; those left out follow behind them.
     * @throws not_found where one is not of this project, and then changes nothing
     */
    reorder: (user: User, projectId: string, wished: Placement[]): Promise<ChapterMeta[]> =>
      transaction(async (tx) => {
        await projects.lock(tx, user, projectId)
        const before = await placements(tx, projectId)
        const known = new Set(before.map((each) => each.id))
        if (wished.some((each) => !known.has(each.id))) throw notFound('A chapter of this order')
        await place(tx, before, reorder(before, wished))
        return listed(tx, projectId)
      }),

    /** Moves one chapter to a place in a section, counted from 1. Answers the place that it got. */
    move: (user: User, id: string, wished: Move): Promise<Move & { id: string }> =>
      transaction(async (tx) => {
        const { projectId } = await lockChapter(tx, projects, user, id)
        const before = await placements(tx, projectId)
        const after = move(before, id, wished.section, wished.order)
        await place(tx, before, after)
        const { section, order } = after.find((each) => each.id === id) as Placement
        return { id, section, order }
      }),

    read: (user: User, id: string): Promise<Chapter> => read(user, id),

    async readRevision(user: User, id: string): Promise<{ id: string; revision: number }> {
      const [chapter] = await db
        .select({ id: chapters.id, revision: chapters.revision })
        .from(chapters)
        .where(mine(user, id))
      if (!chapter) throw notFound('The chapter')
      return chapter
    },

    save: createSave(database, projects),

    /** Moves a chapter to the trash. Its text is kept as a version too. */
    remove: (user: User, id: string): Promise<void> =>
      transaction(async (tx) => {
        const chapter = await lockChapter(tx, projects, user, id)
        await keepStored(tx, chapter, 'delete')
        await tx.update(chapters).set({ deletedAt: now }).where(eq(chapters.id, id))
        await shift(tx, chapter.projectId, chapter.section, chapter.order, -1)
        await projects.written(tx, chapter.projectId, -chapter.wordCount)
      }),

    async listTrash(user: User, projectId: string): Promise<TrashedChapter[]> {
      await projects.read(user, projectId)
      const goneAt = goneFrom(chapters.deletedAt)
      const { id, title, section, wordCount, deletedAt } = chapters
      const inTrash = and(eq(chapters.projectId, projectId), trashed(user))
      const rows = await db
        .select({ id, title, section, wordCount, deletedAt, goneAt })
        .from(chapters)
        .where(inTrash)
        .orderBy(desc(deletedAt))
      return rows as TrashedChapter[]
    },

    /** Brings a chapter back from the trash, to the end of its section. */
    restore: (user: User, id: string): Promise<Chapter> =>
      transaction(async (tx) => {
        const projectId = await projects.lock(tx, user, projectOf(id))
        const [chapter] = await tx
          .select()
          .from(chapters)
          .where(and(eq(chapters.id, id), isNotNull(chapters.deletedAt)))
        if (!chapter) throw notFound('The chapter')
        const order = (await sizeOf(tx, projectId, chapter.section)) + 1
        await tx.update(chapters).set({ deletedAt: null, order }).where(eq(chapters.id, id))
        await projects.written(tx, projectId, chapter.wordCount)
        return read(user, id, tx)
      }),

    async erase(user: User, id: string): Promise<void> {
      const erased = await db
        .delete(chapters)
        .where(and(eq(chapters.id, id), trashed(user)))
        .returning({ id: chapters.id })
      if (erased.length === 0) throw notFound('The chapter')
    },

    async emptyTrash(user: User, projectId: string): Promise<void> {
      await projects.read(user, projectId)
      await db.delete(chapters).where(and(eq(chapters.projectId, projectId), trashed(user)))
    },

    async listVersions(user: User, id: string): Promise<VersionMeta[]> {
      await this.readRevision(user, id)
      return listVersions(db, id)
    },

    async readVersion(user: User, id: string, versionId: string): Promise<Version> {
      await this.readRevision(user, id)
      return readVersion(db, id, versionId)
    },

    /** Keeps the stored text as a version, or a text that the chapter does not hold. */
    addVersion: (user: User, id: string, { content }: NewVersion): Promise<VersionMeta> =>
      transaction(async (tx) => {
        const chapter = await lockChapter(tx, projects, user, id)
        if (content !== undefined) return keepOther(tx, chapter, content)
        const kept = await keepStored(tx, chapter, 'snapshot')
        if (!kept) throw new Problem('bad_input', 'This chapter is still blank; there is nothing to keep.')
        return kept
      }),

    /** Makes the text of a version the chapter's; the text before it becomes a version. */
    restoreVersion: (user: User, id: string, versionId: string): Promise<Chapter> =>
      transaction(async (tx) => {
        const chapter = await lockChapter(tx, projects, user, id)
        const { content } = await readVersion(tx, id, versionId)
        await changeText(tx, projects, chapter, { content }, () => 'restore')
        return read(user, id, tx)
      }),

    /** Erases what has lain in the trash for its time, and thins versions out. */
    async tidy(): Promise<void> {
      await db.delete(chapters).where(lt(chapters.deletedAt, trashHorizon))
      await thinVersions(db)
    },
  }
}
