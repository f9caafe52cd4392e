import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { StartError } from './start-error.ts'

/** Where statements are sent: the pool, or the one connection of a transaction. */
export type Db = NodePgDatabase<Record<string, never>>

export type Database = {
  db: Db
  /** Runs `work` in one transaction; what it throws rolls everything back. */
  transaction: <T>(work: (tx: Db) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

const casing = 'snake_case'

/** Milliseconds. Together they stay under the six seconds after which a frozen database must be admitted. */
const limits = { connect: 2000, statement: 4000, query: 4500 }

/**
 * Opens a pool of connections. A connection that is lost is replaced by itself; a statement that takes longer than
 * four seconds is ended by the server, and one that is not answered at all is given up by us.
 */
export function openDatabase(connection: pg.PoolConfig): Database {
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.statement,
    query_timeout: limits.query,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'foolscap',
    keepAlive: true,
    ...connection,
  })
  // An idle connection whose server stops would otherwise end the process.
  pool.on('error', () => {})
  return {
    db: drizzle(pool, { casing }),
    transaction: (work) => inTransaction(pool, work),
    close: () => pool.end(),
  }
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let lost: Error | undefined
  const onError = (error: Error) => {
    lost = error
  }
  client.on('error', onError)
  try {
    await client.query('BEGIN')
    const result = await work(drizzle(client, { casing }))
    await client.query('COMMIT')
    return result
  } catch (error) {
    // Where a statement went unanswered its ROLLBACK would too: the connection is thrown away with its locks.
    if (isUnreachable(error)) lost ??= error as Error
    else
      await client.query('ROLLBACK').catch((failed: Error) => {
        lost ??= failed
      })
    throw error
  } finally {
    client.off('error', onError)
    client.release(lost)
  }
}

/** A number that only Foolscap's migrations lock. */
const migrationLock = 7_306_481

/**
 * Brings the schema up to date. Two processes that start at once take turns.
 * @throws StartError where the database cannot be reached
 */
export async function migrateDatabase(connection: pg.ClientConfig, folder: string): Promise<void> {
  const client = new pg.Client({ connectionTimeoutMillis: 5000, ...connection })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new StartError(
      `The database cannot be reached (${reasonOf(error)}). Check DATABASE_URL and that the server runs.`,
    )
  }
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle(client), { migrationsFolder: folder })
  } finally {
    await client.end().catch(() => {})
  }
}

const reasonOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message?: string }
  return message || code || 'no reason given'
}

const lostConnection = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'EACCES'])

/** True for failures that say nothing of the statement: no connection, no answer in time, a server that stops. */
export function isUnreachable(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const code = (error as { code?: string }).code ?? ''
    if (lostConnection.has(code)) return true
    // 08: connection exceptions; 57P: shutdown; 57014: statement timeout; 53300: too many connections; 55P03: lock.
    if (/^(08|57P|57014|53300|25P03|55P03)/.test(code)) return true
    // The message of a failed query holds its values, which may be anybody's prose.
    if ('query' in error) continue
    if (/timeout|terminated|Connection ended|not queryable|ECONNREFUSED/i.test(error.message) && !code) return true
  }
  return false
}

/** Waits until the database answers `SELECT 1`, at most `milliseconds`. */
export async function answers(db: Db, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false)
  })
  const asked = db.execute('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([asked, tooLate]).finally(() => clearTimeout(timer))
}
