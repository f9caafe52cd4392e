import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#base/server/columns.ts'
import { users } from '#core/account/server/tables.ts'

export const projects = pgTable(
  'projects',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    description: text(),
    timePeriod: text(),
    setting: text(),
    genre: text(),
    lead: text(),
    objective: text(),
    confrontation: text(),
    knockout: text(),
    disturbance: text(),
    doorway: text(),
    mirrorMoment: text(),
    darkMoment: text(),
    midpointTwist: text(),
    physicalStakes: text(),
    professionalStakes: text(),
    psychologicalStakes: text(),
    /** Kept true by every change of a chapter, so that no page ever adds chapters up. */
    wordCount: integer().notNull().default(0),
    targetWordCount: integer().notNull(),
    createdAt: moment().notNull().default(sql`now()`),
    updatedAt: moment().notNull().default(sql`now()`),
    deletedAt: moment(),
  },
  (project) => [index().on(project.userId, project.updatedAt), index().on(project.deletedAt)],
)
