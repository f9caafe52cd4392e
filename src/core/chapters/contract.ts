import * as z from 'zod/mini'
import { ById, Id, Moment, required, route, text } from '#base/route.ts'
import { ChapterType, Section } from './rules.ts'

/** Largest chapter in bytes, and largest request that carries one. */
export const chapterLimit = 8 * 1024 * 1024
const requestLimit = 12 * 1024 * 1024
export const titleLimit = 500

const paragraph = z.nullable(text(20_000))
const choice = <T extends string>(...values: [T, ...T[]]) =>
  z.pipe(
    z.nullable(z.union([z.enum(values), z.literal('')])),
    z.transform((given) => (given === '' ? null : given)),
  )

/** What an author plans of a chapter. */
const plan = {
  synopsis: paragraph,
  plotPoints: z.nullable(z.array(text(20_000)).check(z.maxLength(500))),
  storyBeats: paragraph,
  conflicts: paragraph,
  characterArcs: paragraph,
  povCharacter: paragraph,
  chapterPurpose: paragraph,
  themes: paragraph,
  foreshadowing: paragraph,
  sceneCount: z.int().check(z.minimum(1, 'At least 1 scene.'), z.maximum(10_000)),
  setting: paragraph,
  bellSequenceType: choice('Action', 'Reaction', 'Setup'),
  containsMirrorMoment: z.union([z.literal(0), z.literal(1)]),
  chapterStakes: paragraph,
  conflictLevel: choice('Low', 'Medium', 'High'),
  reactionBeat: paragraph,
  nextActionHook: paragraph,
}

const stored = {
  ...plan,
  bellSequenceType: z.nullable(z.string()),
  conflictLevel: z.nullable(z.string()),
}

const numbers = {
  id: Id,
  projectId: Id,
  title: z.string(),
  wordCount: z.int(),
  order: z.int(),
  chapterType: ChapterType,
  section: Section,
  isSystemGenerated: z.boolean(),
  /** Raised by each change of the text, and by nothing else. */
  revision: z.int(),
  updatedAt: Moment,
}

/** A chapter without its text. Fields of the plan that nobody filled in are left out. */
export const ChapterMeta = z.object({ ...numbers, ...z.partial(z.object(stored)).shape })
export type ChapterMeta = z.infer<typeof ChapterMeta>

export const Chapter = z.object({ ...numbers, ...stored, content: z.string() })
export type Chapter = z.infer<typeof Chapter>

/** Absent and blank are the same: the rules choose. */
const blankable = <T extends z.core.$ZodType>(schema: T) =>
  z.pipe(
    z.nullish(z.union([schema, z.literal('')])),
    z.transform((given) => (given === '' || given === null ? undefined : given)),
  )

const prose = z.string()

const newChapter = {
  title: required(titleLimit, 'A title is required.'),
  chapterType: blankable(ChapterType),
  section: blankable(Section),
  order: blankable(z.int().check(z.minimum(1))),
  content: z.optional(prose),
}

/** The nested route knows its project from its path. */
export const NewChapter = z.object(newChapter)
export type NewChapter = z.infer<typeof NewChapter>

/** Replaces `remove` UTF-16 units from `at` on by `insert`. */
export const Splice = z.object({ at: z.int().check(z.minimum(0)), remove: z.int().check(z.minimum(0)), insert: prose })
export type Splice = z.infer<typeof Splice>

/**
 * A change of a chapter. Text comes whole (`content`) or as what changed (`splice`, which needs `baseRevision`).
 * With `baseRevision` a save is compare-and-swap; with `opId` a repeated save is recognised.
 */
export const ChapterEdit = z.extend(z.partial(z.object(plan)), {
  title: z.optional(text(titleLimit)),
  content: z.optional(prose),
  splice: z.optional(Splice),
  baseRevision: z.optional(z.int()),
  opId: z.optional(z.string().check(z.refine((name) => name.length >= 8 && name.length <= 64, '8 to 64 characters.'))),
  /** Keeps the text that this save replaces as a version: the author chose 'keep mine'. */
  keepReplaced: z.optional(z.boolean()),
})
export type ChapterEdit = z.infer<typeof ChapterEdit>

/** `content` is there only where what is stored is not what was sent. */
export const ChapterSaved = z.extend(ChapterMeta, { content: z.optional(z.string()) })
export type ChapterSaved = z.infer<typeof ChapterSaved>

/** What a conflict brings along: the text that the server holds. */
export const StoredText = z.object({ title: z.string(), content: z.string(), revision: z.int(), updatedAt: Moment })
export type StoredText = z.infer<typeof StoredText>

/** Of an id that none can be, as of an unknown one, the answer is not_found. */
export const Placement = z.object({ id: z.string(), order: z.int(), section: Section })
export type Placement = z.infer<typeof Placement>

export const Move = z.object({ section: Section, order: z.int().check(z.minimum(1)) })
export type Move = z.infer<typeof Move>

export const TrashedChapter = z.object({
  id: Id,
  title: z.string(),
  section: Section,
  wordCount: z.int(),
  deletedAt: Moment,
  goneAt: Moment,
})
export type TrashedChapter = z.infer<typeof TrashedChapter>

export const VersionReason = z.enum(['writing', 'replaced', 'shrunk', 'conflict', 'restore', 'delete', 'snapshot'])
export type VersionReason = z.infer<typeof VersionReason>

export const VersionMeta = z.object({
  id: Id,
  chapterId: Id,
  title: z.string(),
  revision: z.int(),
  wordCount: z.int(),
  reason: VersionReason,
  pinned: z.boolean(),
  createdAt: Moment,
})
export type VersionMeta = z.infer<typeof VersionMeta>

export const Version = z.extend(VersionMeta, { content: z.string() })
export type Version = z.infer<typeof Version>

/** Without `content`, the text that is stored now. */
export const NewVersion = z.object({ content: z.optional(prose), reason: z.optional(z.enum(['conflict', 'snapshot'])) })
export type NewVersion = z.infer<typeof NewVersion>

const ByProject = z.object({ projectId: Id })
const ByVersion = z.object({ id: Id, versionId: Id })

export const listChapters = route({
  name: 'listChapters',
  method: 'GET',
  path: '/api/projects/:projectId/chapters',
  summary: 'The chapters of a project in reading order, without their text.',
  params: ByProject,
  reply: z.array(ChapterMeta),
})

export const listChapterMetadata = route({
  ...listChapters,
  name: 'listChapterMetadata',
  path: '/api/projects/:projectId/chapters/metadata',
})

export const addChapter = route({
  name: 'addChapter',
  method: 'POST',
  path: '/api/projects/:projectId/chapters',
  summary: 'Adds a chapter. Its type fixes its section.',
  params: ByProject,
  body: NewChapter,
  reply: Chapter,
  status: 201,
  bodyLimit: requestLimit,
})

export const addChapterByBody = route({
  ...addChapter,
  name: 'addChapterByBody',
  path: '/api/chapters',
  params: undefined,
  body: z.object({ ...newChapter, projectId: z.string() }),
})

export const addFrontMatter = route({
  name: 'addFrontMatter',
  method: 'POST',
  path: '/api/projects/:projectId/front-matter',
  summary: 'Adds the usual front pages that are missing, blank, and answers those added.',
  params: ByProject,
  reply: z.array(ChapterMeta),
  status: 201,
})

export const reorderChapters = route({
  name: 'reorderChapters',
  method: 'PUT',
  path: '/api/projects/:projectId/chapters/reorder',
  summary: 'Puts the named chapters in order; those left out follow behind them.',
  params: ByProject,
  body: z.object({ chapters: z.array(Placement).check(z.maxLength(20_000)) }),
  reply: z.array(ChapterMeta),
  bodyLimit: requestLimit,
})

export const moveChapter = route({
  name: 'moveChapter',
  method: 'POST',
  path: '/api/chapters/:id/move',
  summary: 'Moves one chapter to a place in a section, counted from 1.',
  params: ById,
  body: Move,
  reply: z.extend(Move, { id: Id }),
})

export const readChapter = route({
  name: 'readChapter',
  method: 'GET',
  path: '/api/chapters/:id',
  summary: 'One chapter with its text.',
  params: ById,
  reply: Chapter,
})

export const readRevision = route({
  name: 'readRevision',
  method: 'GET',
  path: '/api/chapters/:id/revision',
  summary: 'The number of the stored text, to learn cheaply whether another device wrote.',
  params: ById,
  reply: z.object({ id: Id, revision: z.int() }),
})

export const saveChapter = route({
  name: 'saveChapter',
  method: 'PATCH',
  path: '/api/chapters/:id',
  summary: 'Saves text, title or plan of a chapter; answered after it is on disk.',
  params: ById,
  body: ChapterEdit,
  reply: ChapterSaved,
  bodyLimit: requestLimit,
})

export const removeChapter = route({
  name: 'removeChapter',
  method: 'DELETE',
  path: '/api/chapters/:id',
  summary: 'Moves a chapter to the trash, where it rests 30 days.',
  params: ById,
})

export const listTrashedChapters = route({
  name: 'listTrashedChapters',
  method: 'GET',
  path: '/api/projects/:projectId/trash',
  summary: 'The chapters in the trash of a project.',
  params: ByProject,
  reply: z.array(TrashedChapter),
})

export const restoreChapter = route({
  name: 'restoreChapter',
  method: 'POST',
  path: '/api/trash/chapters/:id/restore',
  summary: 'Brings a chapter back, to the end of its section.',
  params: ById,
  reply: Chapter,
})

export const eraseChapter = route({
  name: 'eraseChapter',
  method: 'DELETE',
  path: '/api/trash/chapters/:id',
  summary: 'Erases a chapter in the trash for ever.',
  params: ById,
})

export const emptyChapterTrash = route({
  name: 'emptyChapterTrash',
  method: 'DELETE',
  path: '/api/projects/:projectId/trash',
  summary: 'Erases every chapter in the trash of a project for ever.',
  params: ByProject,
})

export const listVersions = route({
  name: 'listVersions',
  method: 'GET',
  path: '/api/chapters/:id/versions',
  summary: 'The versions kept of a chapter, newest first, without their text.',
  params: ById,
  reply: z.array(VersionMeta),
})

export const readVersion = route({
  name: 'readVersion',
  method: 'GET',
  path: '/api/chapters/:id/versions/:versionId',
  summary: 'One version with its text.',
  params: ByVersion,
  reply: Version,
})

export const addVersion = route({
  name: 'addVersion',
  method: 'POST',
  path: '/api/chapters/:id/versions',
  summary: 'Keeps a text as a version of the chapter: the stored one, or the one sent along.',
  params: ById,
  body: NewVersion,
  reply: VersionMeta,
  status: 201,
  bodyLimit: requestLimit,
})

export const restoreVersion = route({
  name: 'restoreVersion',
  method: 'POST',
  path: '/api/chapters/:id/versions/:versionId/restore',
  summary: 'Makes the text of a version the text of the chapter; the text before it becomes a version.',
  params: ByVersion,
  reply: Chapter,
})
