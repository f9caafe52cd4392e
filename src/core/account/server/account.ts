import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, getTableColumns, gt, inArray, lt, notExists, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { Problem } from '#base/errors.ts'
import type { Database, Db } from '#base/server/db.ts'
import type { Request } from '#base/server/http.ts'
import type { CurrentUser } from '#core/account/contract.ts'
import { sessions, userSessions, users } from './tables.ts'

export type User = CurrentUser

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent the request, on routes that need to know; read it through `signedIn`. */
    user: User | null
  }
}

/** Who signs people in: Google, or Foolscap's own provider that stands in for it on one machine. */
type AuthProvider = 'google' | 'embedded'

/** What an identity provider says of a person, already proven to come from it. */
export type Claims = {
  issuer: string
  subject: string
  email: string
  emailVerified: boolean
  firstName: string | null
  lastName: string | null
  picture: string | null
}

/** What is recorded of a sign-in. */
export type SignInFacts = { provider: AuthProvider; ip: string; userAgent: string | undefined }

/** An account that only this machine's own provider knows. */
export type EmbeddedAccount = { email: string; firstName: string | null; lastName: string | null }

/** Days for which a browser stays signed in after its last use. */
export const sessionDays = 30

/** The embedded provider's address changes with the port; its accounts must not, so they carry this name instead. */
const embeddedIssuer = 'embedded'

/** The user who sent this request. Throws `signed_out` on a route that anyone may call, where nobody is looked up. */
export function signedIn(request: Request): User {
  if (!request.user) throw signedOut()
  return request.user
}

export const signedOut = () => new Problem('signed_out', 'Please sign in.')

export type Accounts = ReturnType<typeof openAccounts>

/**
 * Everything about accounts and their sessions. A session is known to the browser by a random id and to the
 * database by that id's SHA-256.
 * @param options.adminEmail lower-cased e-mail of the one administrator
 * @param options.google set where people sign in through Google: sessions of the embedded provider, in which anybody
 *   may claim to be anybody, then count for nothing
 */
export function openAccounts({ db, transaction }: Database, options: { adminEmail?: string; google?: object }) {
  const toUser = (row: typeof users.$inferSelect): User => ({
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    profileImageUrl: row.profileImageUrl,
    subscriptionTier: row.subscriptionTier,
    subscriptionStatus: row.subscriptionStatus,
    isAdmin: options.adminEmail !== undefined && row.emailVerified && row.email === options.adminEmail,
    createdAt: row.createdAt,
  })

  return {
    /**
     * The user of a session id, as it came in a cookie; undefined for none, an unknown or an expired one. At most
     * once a day the session is prolonged; `prolonged` then asks for the browser's cookie to be as well.
     */
    async whoIs(id: string | undefined): Promise<{ user: User; prolonged: boolean } | undefined> {
      if (!id || !isSessionId(id)) return undefined
      const sid = hashOf(id)
      const [found] = await db
        .select({
          ...getTableColumns(users),
          sess: sessions.sess,
          ageing: sql<boolean>`${sessions.expire} < ${expiry(1)}`,
        })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(eq(sessions.sid, sid), gt(sessions.expire, sql`now()`)))
      if (!found || (options.google && found.sess.provider === 'embedded')) return undefined
      if (found.ageing) await db.update(sessions).set({ expire: expiry() }).where(eq(sessions.sid, sid))
      return { user: toUser(found), prolonged: found.ageing }
    },

    /**
     * Signs a person in and returns the id of the new session, for the cookie. An account is the pair of issuer and
     * subject; the first Google sign-in with the e-mail of an embedded account takes that account over.
     * @param previous id of the session that the browser had, which ends
     * @throws Problem `forbidden` where the provider does not vouch for the e-mail
     */
    async signIn(claims: Claims, facts: SignInFacts, previous?: string): Promise<string> {
      if (!claims.email || !claims.emailVerified) {
        throw new Problem(
          'forbidden',
          'The e-mail address of this account is not verified yet. Verify it, then sign in again.',
        )
      }
      const id = randomBytes(32).toString('base64url')
      const sid = hashOf(id)
      await transaction(async (tx) => {
        const userId = await findOrAdd(tx, claims, facts.provider)
        if (previous && isSessionId(previous)) await end(tx, eq(sessions.sid, hashOf(previous)))
        await tx.insert(sessions).values({ sid, userId, sess: { provider: facts.provider }, expire: expiry() })
        await tx.insert(userSessions).values({
          userId,
          sessionId: sid,
          ipAddress: facts.ip,
          userAgent: facts.userAgent?.slice(0, 500),
          authProvider: facts.provider,
        })
      })
      return id
    },

    /** Ends a session at once. An unknown one is no error. */
    async signOut(id: string | undefined): Promise<void> {
      if (id && isSessionId(id)) await transaction((tx) => end(tx, eq(sessions.sid, hashOf(id))))
    },

    /** Deletes expired sessions and closes the records of sign-ins whose session is gone. */
    async tidy(): Promise<void> {
      await transaction(async (tx) => {
        await end(tx, lt(sessions.expire, sql`now()`))
        await tx
          .update(userSessions)
          .set({ isActive: false, logoutTime: sql`now()` })
          .where(
            and(
              eq(userSessions.isActive, true),
              notExists(tx.select().from(sessions).where(eq(sessions.sid, userSessions.sessionId))),
            ),
          )
      })
    },

    /** The accounts of the embedded provider, the one used last first; at most fifty. */
    embeddedAccounts: (): Promise<EmbeddedAccount[]> =>
      db
        .select(embeddedColumns)
        .from(users)
        .where(eq(users.issuer, embeddedIssuer))
        .orderBy(desc(users.updatedAt))
        .limit(50),

    /** The embedded provider's account of an e-mail, lower-cased; undefined when it was never used. */
    async embeddedAccount(email: string): Promise<EmbeddedAccount | undefined> {
      const mine = and(eq(users.issuer, embeddedIssuer), eq(users.googleId, email))
      return (await db.select(embeddedColumns).from(users).where(mine))[0]
    },
  }
}

const embeddedColumns = { email: users.email, firstName: users.firstName, lastName: users.lastName }

async function findOrAdd(tx: Db, claims: Claims, provider: AuthProvider): Promise<string> {
  const key = { issuer: provider === 'embedded' ? embeddedIssuer : claims.issuer, googleId: claims.subject }
  const email = claims.email.toLowerCase()
  if (provider === 'google') await takeOver(tx, key, email)
  const profile = {
    email,
    emailVerified: true,
    firstName: claims.firstName,
    lastName: claims.lastName,
    profileImageUrl: claims.picture,
    updatedAt: sql`now()`,
  }
  const [user] = await tx
    .insert(users)
    .values({ ...key, ...profile })
    .onConflictDoUpdate({ target: [users.issuer, users.googleId], set: profile })
    .returning({ id: users.id })
  if (!user) throw new Error('An upsert returned no row')
  return user.id
}

/**
 * Makes an embedded account Google's, with all its books, unless this person of Google has an account already. Whoever
 * is still signed in to it through the embedded provider need not be that person, and is signed out.
 */
async function takeOver(tx: Db, key: { issuer: string; googleId: string }, email: string): Promise<void> {
  const other = alias(users, 'other')
  const known = tx
    .select()
    .from(other)
    .where(and(eq(other.issuer, key.issuer), eq(other.googleId, key.googleId)))
  const taken = await tx
    .update(users)
    .set(key)
    .where(and(eq(users.issuer, embeddedIssuer), eq(users.email, email), notExists(known)))
    .returning({ id: users.id })
  if (taken.length > 0)
    await end(
      tx,
      inArray(
        sessions.userId,
        taken.map(({ id }) => id),
      ),
    )
}

/** Ends the sessions that `which` names, and closes their records; one that expired ended when it expired. */
async function end(tx: Db, which: SQL): Promise<void> {
  const ended = tx
    .$with('ended')
    .as(tx.delete(sessions).where(which).returning({ sid: sessions.sid, expire: sessions.expire }))
  await tx
    .with(ended)
    .update(userSessions)
    .set({ isActive: false, logoutTime: sql`least(now(), ${ended.expire})` })
    .from(ended)
    .where(and(eq(userSessions.sessionId, ended.sid), eq(userSessions.isActive, true)))
}

/** When a session used `daysAgo` days ago expires. */
const expiry = (daysAgo = 0) => sql`now() + make_interval(days => ${sessionDays - daysAgo})`

const isSessionId = (id: string) => /^[A-Za-z0-9_-]{43}$/.test(id)

const hashOf = (id: string) => createHash('sha256').update(id).digest('hex')
