import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { passwordFile, prepareCluster } from './postgres-cluster.ts'
import { belongsToAnother, findPlace, type Place, preparePlace, reason } from './postgres-place.ts'
import {
  disown,
  dropEmpty,
  isAlive,
  isPostmaster,
  LaunchError,
  launch,
  pidFile,
  type Server,
  shutDown,
  signal,
} from './postgres-process.ts'
import { findPrograms, type Programs } from './postgres-programs.ts'
import { StartError } from './start-error.ts'

/** A running cluster of ours. */
export type Postgres = {
  /** node-postgres connection settings for a database of this cluster. */
  connection(database?: string): pg.ClientConfig
  /** A sentence for the start line when the cluster does not lie in DATA_DIR itself. */
  note?: string
  /** Fast shutdown, resolved when the server is gone. Idempotent; without effect on a cluster that was only joined. */
  stop(): Promise<void>
}

/** The owner of a cluster holds this advisory lock in database `postgres`, on a connection named after its process. */
const ownerLock = [0x666f6f6c, 0x73636170] as const
const ownerName = 'foolscap owner '

/** How long an earlier server may take to let go. */
const patience = 10_000

/**
 * Starts the embedded cluster of a data folder, made when missing, with a database `foolscap`. While this process lives,
 * a server that dies is started again; when the process dies in whatever way, the server is stopped.
 * @param options.dataDir absolute
 * @param options.dataDirGiven DATA_DIR was set by the operator: then no other folder is used in its place
 * @param options.durable false for tests: nothing is forced to the disk
 * @throws StartError with what is wrong and the fix, in one sentence
 */
export async function startPostgres(options: {
  dataDir: string
  dataDirGiven: boolean
  durable?: boolean
}): Promise<Postgres> {
  const { dataDir, dataDirGiven, durable = true } = options
  const place = await preparePlace(dataDir, dataDirGiven)
  try {
    const programs = await findPrograms(place.user)
    await prepareCluster(place, programs, durable)
    const owner = new Owner(place, programs, durable)
    await owner.start()
    const connection = (database = 'foolscap') => address(place, database)
    return { connection, note: place.note, stop: () => owner.stop() }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The database in ${dataDir} could not be started: ${reason(error)} (more in ${place.log}).`)
  }
}

/**
 * Joins the cluster of a running app for a one-off command; undefined when none runs there.
 * @throws StartError when the folder belongs to another user's app
 */
export async function joinPostgres(options: { dataDir: string; dataDirGiven: boolean }): Promise<Postgres | undefined> {
  const place = findPlace(options.dataDir)
  if (!place) return undefined
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(50)) {
    const seen = await look(place)
    if (seen === 'nothing') return undefined
    if (typeof seen === 'object' && seen.owner !== undefined) {
      return { connection: (database = 'foolscap') => address(place, database), stop: async () => {} }
    }
  }
  return undefined
}

class Owner {
  private server: Server | undefined
  private lock: pg.Client | undefined
  private started = false
  private stopped: Promise<void> | undefined
  private recovering: Promise<void> | undefined

  constructor(
    private readonly place: Place,
    private readonly programs: Programs,
    private readonly durable: boolean,
  ) {}

  async start() {
    try {
      await this.acquire()
      this.started = true
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  stop(): Promise<void> {
    this.stopped ??= this.release()
    return this.stopped
  }

  private async release() {
    await this.recovering
    this.lock?.end().catch(() => {})
    if (this.server) await shutDown(this.server, this.programs)
  }

  /** Starts the server when none runs, and takes its lock. */
  private async acquire() {
    const { dataDir } = this.place
    const deadline = Date.now() + patience
    let launches = 0
    let ownedSince = 0
    let ownerlessSince = 0
    while (!this.stopped) {
      const seen = await look(this.place)
      if (typeof seen === 'string' || !seen.owner) ownedSince = 0
      if (seen === 'nothing') {
        if (await this.launch(Date.now() < deadline && ++launches < 5)) continue
      } else if (seen === 'coming') {
        ownerlessSince = 0
      } else if (seen.owner) {
        // The server hears of an app's death a little later than we may come.
        ownedSince ||= Date.now()
        if (Date.now() - ownedSince > (isAlive(Number(seen.owner)) ? 500 : patience)) {
          throw new StartError(
            `The data folder ${dataDir} is in use by another Foolscap (process ${seen.owner}). Stop it, or set DATA_DIR to another folder.`,
          )
        }
      } else if (this.server?.running()) {
        if (await this.own()) return
      } else {
        // Its app is dead and its watchdog stops it. Should that be dead too, we do it; but not at once, as another
        // process may be between starting its server and taking the lock.
        ownerlessSince ||= Date.now()
        if (Date.now() - ownerlessSince > 1_000) signal(pidFile(this.place)?.pid ?? 0, 'SIGINT', this.programs)
      }
      if (Date.now() > deadline && !ownedSince) {
        const pid = pidFile(this.place)?.pid
        throw new StartError(
          `The data folder ${dataDir} is held by a Postgres that does not stop (process ${pid}): end that process, or set DATA_DIR to another folder.`,
        )
      }
      await sleep(50)
    }
  }

  /** False when an earlier server has not let go of the cluster yet. */
  private async launch(mayWait: boolean): Promise<boolean> {
    try {
      const port = process.platform === 'win32' ? await freePort() : 5432
      this.server = await launch(this.place, this.programs, settings(this.place, this.durable, port))
      this.lock = undefined
      void this.server.ended.then(() => this.recover())
      return true
    } catch (error) {
      if (error instanceof LaunchError && error.held && mayWait) return false
      throw error
    }
  }

  /** Takes the owner's lock and makes the database. False when somebody else was faster. */
  private async own(): Promise<boolean> {
    const client = new pg.Client({ ...address(this.place, 'postgres'), application_name: ownerName + process.pid })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS owned', [...ownerLock])
      if (rows[0]?.owned) {
        const found = await client.query("SELECT 1 FROM pg_database WHERE datname = 'foolscap'")
        if (found.rowCount === 0) await client.query('CREATE DATABASE foolscap')
        this.lock = client
        // Of a server that was replaced in the meantime the end may be heard late.
        client.once('end', () => this.lock === client && this.recover())
        // An app with nothing else to do may end: its types do not know the method.
        ;(client as unknown as { unref(): void }).unref()
        return true
      }
    } catch (error) {
      // A server that dies meanwhile is found dead by the next look; what it says in words is final.
      if (error instanceof pg.DatabaseError && !error.code?.startsWith('57P')) throw error
    }
    client.end().catch(() => {})
    return false
  }

  /** After the server or our connection died: gets both back, however long it takes, until `stop`. */
  private recover() {
    if (!this.started || this.stopped) return
    this.recovering ??= this.keepAcquiring().finally(() => {
      this.recovering = undefined
    })
  }

  private async keepAcquiring() {
    for (let pause = 50; !this.stopped; pause = Math.min(pause * 2, 1_000)) {
      try {
        await this.acquire()
        return
      } catch {
        await sleep(pause)
      }
    }
  }
}

/** What one finds at a cluster's door. `coming`: a server that is starting or stopping, or frozen. */
type Seen = 'nothing' | 'coming' | { owner: string | undefined }

async function look(place: Place): Promise<Seen> {
  let file: ReturnType<typeof pidFile>
  try {
    file = pidFile(place)
  } catch {
    throw belongsToAnother(place.dataDir)
  }
  if (!file) return 'nothing'
  if (!(file.pid > 0)) return dropEmpty(place) ? 'nothing' : 'coming'
  const client = new pg.Client({ ...address(place, 'postgres'), query_timeout: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
       WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid = $2`,
      [...ownerLock],
    )
    const name: string | undefined = rows[0]?.name
    return { owner: name?.slice(ownerName.length) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ECONNREFUSED') return 'coming'
    if (isPostmaster(place, file.pid)) return 'coming'
    disown(place, file.pid)
    return 'nothing'
  } finally {
    client.end().catch(() => {})
  }
}

function address(place: Place, database: string): pg.ClientConfig {
  const common = { user: 'foolscap', database, ssl: false, connectionTimeoutMillis: 2_000 }
  if (process.platform !== 'win32') return { ...common, host: place.sockets, port: 5432 }
  const password = readFileSync(passwordFile(place), 'utf8')
  return { ...common, host: '127.0.0.1', port: pidFile(place)?.port ?? 0, password }
}

function settings(place: Place, durable: boolean, port: number): string[] {
  return [
    `port=${port}`,
    ...(process.platform === 'win32'
      ? ['listen_addresses=127.0.0.1', 'unix_socket_directories=']
      : ['listen_addresses=', `unix_socket_directories=${place.sockets}`, 'unix_socket_permissions=0700']),
    'max_connections=100',
    'timezone=UTC',
    'log_timezone=UTC',
    // Small queries gain nothing from either, and parallel ones need more shared memory than a container has.
    'jit=off',
    'max_parallel_workers_per_gather=0',
    // Only what happens to the server: the text of a failed statement or of a row is the writer's.
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    'log_checkpoints=off',
    ...(durable ? [] : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']),
  ]
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
