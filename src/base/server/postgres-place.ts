import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import { StartError } from './start-error.ts'

/** Where a cluster of ours lies and whom its programs run as. */
export type Place = {
  /** The data folder as the operator named it, for sentences. */
  dataDir: string
  /** Holds `pg`, the cluster: DATA_DIR itself, or a folder under /var/lib/foolscap. */
  home: string
  cluster: string
  /** Folder of the unix socket; its permissions are the password. */
  sockets: string
  log: string
  /** Set when we are root, as Postgres refuses root. */
  user?: User
  note?: string
}

export type User = { uid: number; gid: number }

/** Data and copied programs of a root whose own folders nobody else may enter. */
export const systemHome = '/var/lib/foolscap'

/** Makes the data folder ready for a cluster. Throws StartError when Postgres could not live there. */
export async function preparePlace(dataDir: string, given: boolean): Promise<Place> {
  try {
    const user = databaseUser()
    makePassable(path.resolve(dataDir), user)
    const place = placeIn(realpathSync(dataDir), dataDir, user)
    if (!user) refuseOthers(place)
    else if (!(await mayEnter(place.user ?? user, path.dirname(place.log)))) moveOut(place, user, given)
    makeSocketFolder(place)
    return place
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The data folder ${dataDir} cannot be used (${reason(error)}): set DATA_DIR to another folder.`,
    )
  }
}

/** The place of a cluster that exists already, without touching anything. */
export function findPlace(dataDir: string): Place | undefined {
  try {
    const place = placeIn(realpathSync(dataDir), dataDir, databaseUser())
    return statSync(place.cluster, { throwIfNoEntry: false }) && place
  } catch {
    return undefined
  }
}

export function belongsToAnother(folder: string): StartError {
  return new StartError(
    `The database in ${folder} belongs to another user: run Foolscap as that user, or set DATA_DIR to another folder.`,
  )
}

/** Whether that user can pass into each of the folders, tried as that user: parents, ACLs and mounts all count. */
export function mayEnter(user: User, ...paths: string[]): Promise<boolean> {
  const args = ['-c', 'for f; do test -x "$f" || exit 1; done', 'sh', ...paths]
  return new Promise((resolve) => {
    execFile('/bin/sh', args, { ...user, cwd: '/', env: {} }, (error) => resolve(!error))
  })
}

/** The short words of a system error, without its stack. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * `real/pg` is the cluster, or a link to where it lies: the link goes along when the data folder is moved or becomes
 * passable, and nobody stands before an empty database.
 */
function placeIn(real: string, dataDir: string, user: User | undefined): Place {
  const entry = path.join(real, 'pg')
  const linked = lstatSync(entry, { throwIfNoEntry: false })?.isSymbolicLink()
  const place = {
    dataDir,
    log: path.join(real, 'pg.log'),
    ...inHome(linked ? path.dirname(readlinkSync(entry)) : real),
  }
  const note = linked ? `database in ${place.home}` : undefined
  return { ...place, note, user: user && ownerOf(place.cluster, user) }
}

function inHome(home: string) {
  return { home, cluster: path.join(home, 'pg'), sockets: socketFolder(home) }
}

/** Turns to a folder that everybody may pass into, from one that only root may enter. */
function moveOut(place: Place, user: User, given: boolean) {
  const real = path.dirname(place.log)
  if (given || (place.home === real && existsSync(place.cluster))) {
    throw new StartError(
      `${given ? 'DATA_DIR' : 'The data folder'} ${place.dataDir} lies under a folder that only root may enter, and Postgres cannot run as root: set DATA_DIR to a folder such as ${systemHome}/data, or start Foolscap as an ordinary user.`,
    )
  }
  if (place.home === real) Object.assign(place, inHome(path.join(systemHome, hash(real))))
  place.note = `database in ${place.home}, as only root may enter the folder of ${place.dataDir}`
  makePassable(systemHome, user)
  makePassable(place.home, user)
  const entry = path.join(real, 'pg')
  if (!lstatSync(entry, { throwIfNoEntry: false })) symlinkSync(place.cluster, entry)
  place.user = ownerOf(place.cluster, user)
}

/** A cluster made by an ordinary user goes on running as that user when root starts it, so that both can. */
function ownerOf(cluster: string, user: User): User {
  const found = statSync(cluster, { throwIfNoEntry: false })
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : user
}

function refuseOthers({ home, cluster }: Place) {
  if (process.platform === 'win32') return
  const found = statSync(cluster, { throwIfNoEntry: false })
  if (found && found.uid !== process.getuid?.()) throw belongsToAnother(home)
  accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK)
}

function databaseUser(): User | undefined {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return undefined
  const line = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  if (!line) {
    throw new StartError(
      'Postgres cannot run as root and this machine has no user nobody to run it as: start Foolscap as an ordinary user, or set DATABASE_URL.',
    )
  }
  return { uid: Number(line[1]) >>> 0, gid: Number(line[2]) >>> 0 }
}

/** Makes the folder; for root also passable (0711), with the parents made on the way. Older parents are left alone. */
function makePassable(folder: string, user: User | undefined) {
  const first = mkdirSync(folder, { recursive: true })
  if (!user) return
  const { mode } = statSync(folder)
  // A sticky folder, /tmp say, is everybody's: it is not ours to change.
  if ((mode & 0o777) !== 0o711 && (mode & 0o1001) !== 0o1001) chmodSync(folder, 0o711)
  for (let made = folder; first && made.length > first.length; ) {
    made = path.dirname(made)
    chmodSync(made, 0o711)
  }
}

/** A unix socket's whole path must fit 107 bytes (103 on macOS), and Postgres splits its setting at commas. */
function socketFolder(home: string): string {
  const inside = path.join(home, 'socket')
  const longest = process.platform === 'darwin' ? 103 : 107
  const fits = Buffer.byteLength(path.join(inside, '.s.PGSQL.5432')) <= longest && !/[,"]/.test(inside)
  // /tmp and not TMPDIR: a command that joins must find the same folder from another shell.
  return fits ? inside : `/tmp/foolscap-${hash(home)}`
}

function makeSocketFolder({ sockets, user }: Place) {
  if (process.platform === 'win32') return
  mkdirSync(sockets, { recursive: true, mode: 0o700 })
  const found = lstatSync(sockets)
  const mine = user ? [0, user.uid] : [process.getuid?.()]
  if (!found.isDirectory() || !mine.includes(found.uid)) {
    throw new StartError(`The folder ${sockets} belongs to another user: remove it, or set DATA_DIR to a shorter path.`)
  }
  if (user && found.uid !== user.uid) chownSync(sockets, user.uid, user.gid)
  if ((found.mode & 0o777) !== 0o700) chmodSync(sockets, 0o700)
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
