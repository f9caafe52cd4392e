import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  fchownSync,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { firstFault } from './postgres-cluster.ts'
import { type Place, reason } from './postgres-place.ts'
import type { Programs } from './postgres-programs.ts'

/** A postmaster that we started. */
export type Server = {
  pid: number
  /** Resolved when the process is gone. */
  ended: Promise<void>
  running(): boolean
}

/** The server did not come up; `held` when an earlier one has not let go of the cluster yet, so that waiting helps. */
export class LaunchError extends Error {
  constructor(
    message: string,
    readonly held: boolean,
  ) {
    super(message)
  }
}

/**
 * The shell becomes postgres by exec, so that Node's child is the postmaster itself. Before that it leaves a watchdog
 * behind, which reads the app's pipe: `over` dismisses it, an end without that word means that the app is dead.
 * Both lie in a session of their own, where neither Ctrl-C nor a kill of the app's process group reaches them.
 */
const shell = `
( ( IFS= read -r word; [ "$word" = over ] || kill -INT $$ ) <&3 >/dev/null 2>&1 & )
exec "$@" 3<&-`

/** What Windows has instead: a watchdog in Node, and pg_ctl to signal with. */
const windowsWatchdog = `
let said = ''
process.stdin.on('data', (text) => { said += text }).on('end', () => {
  if (!said.startsWith('over')) require('child_process').spawnSync(process.argv[1], ['kill', 'INT', process.argv[2]])
})`

const logLimit = 10 * 1024 * 1024
/** After a crash the log is replayed first; a killed replay would only begin again. */
const recoveryTime = 600_000

/** Starts postgres and waits until it takes connections. Throws LaunchError. */
export async function launch(place: Place, programs: Programs, settings: string[]): Promise<Server> {
  trimLog(place.log)
  const log = openSync(place.log, 'a', 0o600)
  if (place.user) fchownSync(log, place.user.uid, place.user.gid)
  const before = fstatSync(log).size
  let child: ChildProcess
  try {
    child = spawnServer(place, programs, ['-D', place.cluster, ...settings.flatMap((line) => ['-c', line])], log)
  } finally {
    closeSync(log)
  }
  let running = true
  let fault: unknown
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      running = false
      resolve()
    }
    child.once('exit', end)
    child.once('error', (error) => {
      fault = error
      end()
    })
  })
  const pid = child.pid ?? 0
  const watchdog = child.stdio[3] as Writable | undefined
  watchdog?.on('error', () => {})
  void ended.then(() => watchdog?.end('over\n'))

  for (const deadline = Date.now() + recoveryTime; running && Date.now() < deadline; await sleep(10)) {
    const file = pidFile(place)
    if (file?.pid === pid && file.ready) {
      // A process that has nothing else to do may end; the watchdog then stops the server.
      child.unref()
      ;(watchdog as { unref?: () => void } | undefined)?.unref?.()
      return { pid, ended, running: () => running }
    }
  }
  if (running) child.kill('SIGKILL')
  const said = fault
    ? reason(fault)
    : running
      ? 'it was not ready after ten minutes'
      : firstFault(tail(place.log, before))
  throw new LaunchError(said, /lock file .* (already exists|is empty)|shared memory block/.test(said))
}

function spawnServer(place: Place, programs: Programs, args: string[], log: number): ChildProcess {
  const options = { ...place.user, cwd: '/', env: programs.env, detached: true, windowsHide: true }
  if (process.platform !== 'win32') {
    const command = ['-c', shell, 'postgres', programs.postgres, ...args]
    return spawn('/bin/sh', command, { ...options, stdio: ['ignore', log, log, 'pipe'] })
  }
  const child = spawn(programs.postgres, args, { ...options, cwd: place.home, stdio: ['ignore', log, log] })
  const watch = ['-e', windowsWatchdog, programs.pgCtl, String(child.pid)]
  const watchdog = spawn(process.execPath, watch, {
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.unref()
  child.stdio[3] = watchdog.stdin
  return child
}

/** Fast shutdown, then harder: a frozen server hears nothing softer. Resolved when the process is gone. */
export async function shutDown(server: Server, programs: Programs): Promise<void> {
  for (const [name, patience] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!server.running()) return
    signal(server.pid, name, programs)
    if (await within(patience, server.ended)) return
  }
}

export function signal(pid: number, name: 'SIGINT' | 'SIGQUIT' | 'SIGKILL', programs: Programs) {
  if (!(pid > 0)) return
  if (process.platform === 'win32') {
    execFile(programs.pgCtl, ['kill', name.slice(3), String(pid)], () => {})
    return
  }
  try {
    process.kill(pid, name)
    if (name !== 'SIGKILL') process.kill(pid, 'SIGCONT')
  } catch {}
}

async function within(time: number, done: Promise<void>): Promise<boolean> {
  const abort = new AbortController()
  const late = sleep(time, false, { signal: abort.signal }).catch(() => false)
  const inTime = await Promise.race([done.then(() => true), late])
  abort.abort()
  return inTime
}

/** What postmaster.pid says: its process, its port and whether it takes connections. Throws what reading throws but ENOENT. */
export function pidFile({ cluster }: Place): { pid: number; port: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Takes away a postmaster.pid without a word in it, which Postgres refuses to start over. A server that is just starting
 * fills it at once: after three seconds it is what a power cut left. False while that is open.
 */
export function dropEmpty({ cluster }: Place): boolean {
  const file = path.join(cluster, 'postmaster.pid')
  const found = statSync(file, { throwIfNoEntry: false })
  if (found && Date.now() - found.mtimeMs < 3_000) return false
  if (found?.size === 0) rmSync(file, { force: true })
  return true
}

/** Whether that process lives and is a postmaster of this cluster, as far as the system tells. */
export function isPostmaster({ cluster }: Place, pid: number): boolean {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch {}
  try {
    // Not ours to read, as for a root without all its rights, or a zombie.
    return /\(postgres\) [^ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    // Gone since.
    return false
  }
}

/**
 * Postgres waits for ever when postmaster.pid names a number that is another process's by now: after a power cut, and
 * in containers as a rule, and while nobody takes note of a killed one's end. The number is exchanged for one that no
 * process has. The file itself must stay, as by its other lines Postgres sees whether something still works on the
 * cluster. The same holds for the lock of its socket.
 */
export function disown(place: Place, pid: number) {
  // Most often the process is dead, or its last act is to remove the file.
  if (!hasProcess(pid)) return
  exchangeOwner(place, pid, path.join(place.cluster, 'postmaster.pid'))
  exchangeOwner(place, pid, path.join(place.sockets, '.s.PGSQL.5432.lock'))
}

function exchangeOwner(place: Place, pid: number, file: string) {
  try {
    const found = readFileSync(file, 'utf8')
    if (Number.parseInt(found, 10) !== pid) return
    const lines = found.replace(/^-?\d+/, '2147483646')
    writeFileSync(`${file}.new`, lines, { mode: 0o600 })
    if (place.user) chownSync(`${file}.new`, place.user.uid, place.user.gid)
    renameSync(`${file}.new`, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Whether there is such a process on this machine; a zombie is none, where the system tells. */
export function isAlive(pid: number): boolean {
  if (!hasProcess(pid)) return false
  try {
    return process.platform !== 'linux' || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** What Postgres takes for a living process. */
function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function trimLog(log: string) {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size > logLimit) truncateSync(log)
}

function tail(log: string, from: number): string {
  return readFileSync(log).subarray(from).toString('utf8')
}
