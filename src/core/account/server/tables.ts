import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#base/server/columns.ts'

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The identity provider and its name for this person: what makes an account unique. */
    issuer: text().notNull(),
    googleId: text().notNull(),
    email: text().notNull(),
    emailVerified: boolean().notNull().default(false),
    firstName: text(),
    lastName: text(),
    profileImageUrl: text(),
    subscriptionTier: text({ enum: ['free', 'basic', 'premium', 'studio'] })
      .notNull()
      .default('free'),
    subscriptionStatus: text({ enum: ['active', 'cancelled', 'suspended'] })
      .notNull()
      .default('active'),
    createdAt: moment().notNull().default(sql`now()`),
    updatedAt: moment().notNull().default(sql`now()`),
  },
  (user) => [unique().on(user.issuer, user.googleId), index().on(user.email)],
)

/** `sid` is the SHA-256 of the cookie's value, so that a stolen backup signs nobody in. */
export const sessions = pgTable(
  'sessions',
  {
    sid: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sess: jsonb().$type<{ provider: string }>().notNull(),
    expire: moment().notNull(),
  },
  (session) => [index().on(session.expire), index().on(session.userId)],
)

/** The record of sign-ins, kept after the session is gone. */
export const userSessions = pgTable(
  'user_sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: text().notNull(),
    loginTime: moment().notNull().default(sql`now()`),
    logoutTime: moment(),
    ipAddress: text(),
    userAgent: text(),
    authProvider: text().notNull(),
    isActive: boolean().notNull().default(true),
  },
  (session) => [index().on(session.userId), index().on(session.sessionId)],
)
