import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#base/server/columns.ts'
import { projects } from '#core/projects/server/tables.ts'
import { chapterTypes, sections } from '../rules.ts'

/** A chapter without its text: what is planned, and the numbers of the text. */
export const chapters = pgTable(
  'chapters',
  {
    id: uuid().primaryKey().defaultRandom(),
    projectId: uuid()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    chapterType: text({ enum: chapterTypes }).notNull(),
    section: text({ enum: sections }).notNull(),
    /** From 1 in each section. A chapter in the trash keeps its last place, which nobody reads. */
    order: integer().notNull(),
    isSystemGenerated: boolean().notNull().default(false),
    revision: integer().notNull().default(0),
    wordCount: integer().notNull().default(0),
    /** UTF-16 units, and bytes of UTF-8, of the text in its pages. */
    length: integer().notNull().default(0),
    bytes: integer().notNull().default(0),
    synopsis: text(),
    plotPoints: text().array(),
    storyBeats: text(),
    conflicts: text(),
    characterArcs: text(),
    povCharacter: text(),
    chapterPurpose: text(),
    themes: text(),
    foreshadowing: text(),
    sceneCount: integer().notNull().default(1),
    setting: text(),
    bellSequenceType: text(),
    containsMirrorMoment: integer().$type<0 | 1>().notNull().default(0),
    chapterStakes: text(),
    conflictLevel: text(),
    reactionBeat: text(),
    nextActionHook: text(),
    createdAt: moment().notNull().default(sql`now()`),
    updatedAt: moment().notNull().default(sql`now()`),
    deletedAt: moment(),
  },
  (chapter) => [index().on(chapter.projectId, chapter.section, chapter.order), index().on(chapter.deletedAt)],
)

/** The text of a chapter: whole blocks, in pages of about 12 kB, so that a save touches one page and not the book. */
export const chapterPages = pgTable(
  'chapter_pages',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    chapterId: uuid()
      .notNull()
      .references(() => chapters.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    html: text().notNull(),
    /** UTF-16 units. */
    length: integer().notNull(),
    wordCount: integer().notNull(),
  },
  (page) => [index().on(page.chapterId, page.position)],
)

/** The last saves of a chapter by the name that their sender gave them. */
export const chapterSaves = pgTable(
  'chapter_saves',
  {
    chapterId: uuid()
      .notNull()
      .references(() => chapters.id, { onDelete: 'cascade' }),
    opId: text().notNull(),
    sequence: bigserial({ mode: 'number' }).notNull(),
    revision: integer().notNull(),
  },
  (save) => [primaryKey({ columns: [save.chapterId, save.opId] }), index().on(save.chapterId, save.sequence)],
)

export const chapterVersions = pgTable(
  'chapter_versions',
  {
    id: uuid().primaryKey().defaultRandom(),
    chapterId: uuid()
      .notNull()
      .references(() => chapters.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    content: text().notNull(),
    revision: integer().notNull(),
    wordCount: integer().notNull(),
    reason: text({ enum: ['writing', 'replaced', 'shrunk', 'conflict', 'restore', 'delete', 'snapshot'] }).notNull(),
    /** A pinned version is never thinned out. */
    pinned: boolean().notNull().default(false),
    createdAt: moment().notNull().default(sql`now()`),
  },
  (version) => [index().on(version.chapterId, version.createdAt), index().on(version.createdAt)],
)
