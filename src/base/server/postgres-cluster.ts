import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { belongsToAnother, type Place, reason } from './postgres-place.ts'
import type { Programs } from './postgres-programs.ts'
import { StartError } from './start-error.ts'

/**
 * Makes the cluster if there is none, and refuses one that our Postgres cannot read. It is made beside its place and
 * renamed when whole: an initdb killed half-way leaves a folder that would never start again.
 */
export async function prepareCluster(place: Place, programs: Programs, durable: boolean): Promise<void> {
  const { home, cluster, user } = place
  sweep(home)
  while (!existsSync(cluster)) {
    if (claim(home)) await make(place, programs, durable)
    else await sleep(50)
  }
  // A folder that root restored from a copy.
  if (user && statSync(cluster).uid === 0) giveAway(cluster, user.uid, user.gid)
  checkVersion(place, programs)
}

function checkVersion({ dataDir, cluster }: Place, programs: Programs) {
  let version: string
  try {
    version = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') throw belongsToAnother(dataDir)
    throw new StartError(
      `The folder ${cluster} holds no database that Foolscap can read: move it away, or set DATA_DIR to another folder.`,
    )
  }
  if (version !== programs.major) {
    throw new StartError(
      `The database in ${dataDir} was made by Postgres ${version} and this Foolscap brings Postgres ${programs.major}: start it with the Foolscap that made it, or set DATA_DIR to another folder.`,
    )
  }
}

/** Takes the right to make the cluster: a folder with its maker's name appears at once or not at all. */
function claim(home: string): boolean {
  const mine = path.join(home, `pg.new.${process.pid}.${randomBytes(4).toString('hex')}`)
  mkdirSync(mine)
  try {
    chmodSync(mine, 0o711)
    writeFileSync(path.join(mine, 'maker'), processName(process.pid))
    renameSync(mine, path.join(home, 'pg.new'))
    return true
  } catch {
    rmSync(mine, { recursive: true, force: true })
    sweep(home)
    return false
  }
}

/** Removes half-made clusters, but for one whose maker is still at work. */
function sweep(home: string) {
  for (const name of readdirSync(home)) {
    if (!name.startsWith('pg.new')) continue
    const folder = path.join(home, name)
    let maker = ''
    try {
      maker = readFileSync(path.join(folder, 'maker'), 'utf8')
    } catch {}
    const pid = Number.parseInt(maker, 10)
    if (pid > 0 && maker === processName(pid)) continue
    // Renamed first, so that nobody takes what is being removed for something whole.
    const gone = path.join(home, `pg.new.gone.${randomBytes(4).toString('hex')}`)
    try {
      renameSync(folder, gone)
      rmSync(gone, { recursive: true, force: true, maxRetries: 5 })
    } catch {}
  }
}

/** A process by number and, where the system tells, its birth: numbers are used again. Empty when it is gone. */
function processName(pid: number): string {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return ''
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return `${pid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[20]}`
  } catch {
    return String(pid)
  }
}

async function make(place: Place, programs: Programs, durable: boolean) {
  const { home, cluster, user } = place
  const claimed = path.join(home, 'pg.new')
  const fresh = path.join(claimed, 'cluster')
  mkdirSync(fresh, { mode: 0o700 })
  if (user) chownSync(fresh, user.uid, user.gid)
  const args = ['-D', fresh, '--username=foolscap', '--encoding=UTF8', '--locale=C', '--data-checksums']
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions')
  args.push(...(durable ? [] : ['--no-sync']), ...passwordArgs(place))
  try {
    await promisify(execFile)(programs.initdb, args, { ...user, cwd: '/', env: programs.env })
  } catch (error) {
    rmSync(claimed, { recursive: true, force: true, maxRetries: 5 })
    const said = (error as { stderr?: string }).stderr || reason(error)
    throw new StartError(`The database could not be made in ${home}: ${firstFault(said)}.`)
  }
  renameSync(fresh, cluster)
  rmSync(claimed, { recursive: true, force: true })
  if (durable && process.platform !== 'win32') syncFolder(home)
}

/** On Windows the cluster listens on loopback TCP, which every local user can reach: there a password guards it. */
function passwordArgs(place: Place): string[] {
  if (process.platform !== 'win32') return ['--auth=trust']
  writeFileSync(passwordFile(place), randomBytes(24).toString('hex'), { mode: 0o600 })
  return ['--auth=scram-sha-256', `--pwfile=${passwordFile(place)}`]
}

export function passwordFile(place: Place): string {
  return path.join(place.home, 'pg.password')
}

/** Of a program's chatter, the line that says what went wrong. */
export function firstFault(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim())
  const fault =
    lines.find((line) => /\b(FATAL|PANIC|error|ERROR):/.test(line)) ??
    lines.find((line) => !/\bLOG:/.test(line)) ??
    'no reason given'
  return fault.replace(/^.*?\b(FATAL|PANIC|error|ERROR):\s*/, '').replace(/\.$/, '')
}

function giveAway(folder: string, uid: number, gid: number) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name)
    if (entry.isDirectory()) giveAway(inside, uid, gid)
    else lchownSync(inside, uid, gid)
  }
  // The folder itself last: killed on the way, the next start begins again.
  chownSync(folder, uid, gid)
}

function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
