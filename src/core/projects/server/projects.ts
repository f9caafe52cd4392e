import {
  type AnyColumn,
  and,
  desc,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  lt,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { notFound, Problem } from '#base/errors.ts'
import { Id } from '#base/route.ts'
import type { Database, Db } from '#base/server/db.ts'
import type { User } from '#core/account/server/account.ts'
import { type Catalogue, leavesRoom, unlimited } from '#core/plans/rules.ts'
import type { NewProject, Project, ProjectEdit, TrashedProject } from '../contract.ts'
import { trashDays } from '../rules.ts'
import { projects } from './tables.ts'

export type Projects = ReturnType<typeof openProjects>

const { deletedAt: _deletedAt, ...columns } = getTableColumns(projects)

const now = sql`now()`

/** True in SQL where the project is this author's and not in the trash. Every query over a project's rows carries it. */
export const owned = (user: Pick<User, 'id'>, projectId: SQLWrapper): SQL =>
  sql`exists (select 1 from ${projects} p where p.id = ${projectId} and p.user_id = ${user.id} and p.deleted_at is null)`

/** When the trash erases what was deleted at a moment; never for what was not. */
export const goneFrom = (deletedAt: AnyColumn) =>
  sql<string>`${deletedAt} + ${`${trashDays} days`}::interval`.mapWith(deletedAt)

/** What was deleted before this moment has rested its time. */
export const trashHorizon = sql`now() - ${`${trashDays} days`}::interval`

/** All SQL and rules of projects. What another author owns is answered as missing. */
export function openProjects({ db, transaction }: Database, options: { catalogue: Catalogue }) {
  const mine = (user: Pick<User, 'id'>, id: string) =>
    and(eq(projects.id, id), eq(projects.userId, user.id), isNull(projects.deletedAt))
  const trashed = (user: Pick<User, 'id'>) => and(eq(projects.userId, user.id), isNotNull(projects.deletedAt))

  /** Refuses a further project where the plan has no room for it. Others of the same author wait for this one. */
  async function reserve(tx: Db, user: User): Promise<void> {
    const limit = user.isAdmin ? unlimited : options.catalogue[user.subscriptionTier].projects
    if (limit === unlimited) return
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`projects of ${user.id}`}, 0))`)
    const count = await tx.$count(projects, and(eq(projects.userId, user.id), isNull(projects.deletedAt)))
    if (leavesRoom(limit, count)) return
    const sentence = `Your plan has room for ${limit === 1 ? 'one project' : `${limit} projects`}. Upgrade to keep more; nothing of what you have is touched.`
    throw new Problem('plan_needed', sentence)
  }

  return {
    /** The author's projects, last written first. */
    list: (user: User): Promise<Project[]> =>
      db
        .select(columns)
        .from(projects)
        .where(and(eq(projects.userId, user.id), isNull(projects.deletedAt)))
        .orderBy(desc(projects.updatedAt), desc(projects.id)),

    /** @throws plan_needed where the author's plan has no room */
    add: (user: User, given: NewProject): Promise<Project> =>
      transaction(async (tx) => {
        await reserve(tx, user)
        const [added] = await tx
          .insert(projects)
          .values({ ...given, userId: user.id })
          .returning(columns)
        return added as Project
      }),

    /** @throws not_found */
    async read(user: User, id: string): Promise<Project> {
      const [project] = await db.select(columns).from(projects).where(mine(user, id))
      if (!project) throw notFound('The project')
      return project
    },

    /** Changes the fields that the edit names. */
    async save(user: User, id: string, edit: ProjectEdit): Promise<Project> {
      const [saved] = await db
        .update(projects)
        .set({ ...edit, updatedAt: now })
        .where(mine(user, id))
        .returning(columns)
      if (!saved) throw notFound('The project')
      return saved
    },

    /** Moves a project to the trash. */
    async remove(user: User, id: string): Promise<void> {
      const removed = await db
        .update(projects)
        .set({ deletedAt: now })
        .where(mine(user, id))
        .returning({ id: projects.id })
      if (removed.length === 0) throw notFound('The project')
    },

    async listTrash(user: User): Promise<TrashedProject[]> {
      const goneAt = goneFrom(projects.deletedAt)
      const { id, title, wordCount, deletedAt } = projects
      const rows = await db
        .select({ id, title, wordCount, deletedAt, goneAt })
        .from(projects)
        .where(trashed(user))
        .orderBy(desc(deletedAt))
      return rows as TrashedProject[]
    },

    /** @throws plan_needed where the author's plan has no room */
    restore: (user: User, id: string): Promise<Project> =>
      transaction(async (tx) => {
        const inTrash = and(eq(projects.id, id), trashed(user))
        if ((await tx.$count(projects, inTrash)) === 0) throw notFound('The project')
        await reserve(tx, user)
        const [restored] = await tx.update(projects).set({ deletedAt: null }).where(inTrash).returning(columns)
        if (!restored) throw notFound('The project')
        return restored
      }),

    async erase(user: User, id: string): Promise<void> {
      const erased = await db
        .delete(projects)
        .where(and(eq(projects.id, id), trashed(user)))
        .returning({ id: projects.id })
      if (erased.length === 0) throw notFound('The project')
    },

    async emptyTrash(user: User): Promise<void> {
      await db.delete(projects).where(trashed(user))
    },

    /**
     * Locks a project for the rest of a transaction: always before any of its chapters, so that nobody waits in a
     * circle.
     * @param projectId an id, or an expression that finds it
     * @throws not_found where it is not this author's
     */
    async lock(tx: Db, user: Pick<User, 'id'>, projectId: string | SQL): Promise<string> {
      // From a body it may be anything; Postgres would take it for a fault of ours.
      if (typeof projectId === 'string' && !Id.safeParse(projectId).success) throw notFound('The project')
      const [locked] = await tx
        .select({ id: projects.id })
        .from(projects)
        .where(and(sql`${projects.id} = ${projectId}`, eq(projects.userId, user.id), isNull(projects.deletedAt)))
        .for('no key update')
      if (!locked) throw notFound('The project')
      return locked.id
    },

    /** Tells a locked project that its text changed by so many words. */
    async written(tx: Db, id: string, words: number): Promise<void> {
      await tx
        .update(projects)
        .set({ wordCount: sql`${projects.wordCount} + ${words}`, updatedAt: now })
        .where(eq(projects.id, id))
    },

    /** Erases what has lain in the trash for its time. */
    async tidy(): Promise<void> {
      await db.delete(projects).where(lt(projects.deletedAt, trashHorizon))
    },
  }
}
