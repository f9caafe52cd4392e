import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'esbuild'
import { freePort } from '#test/free-port.ts'

/** A whole Foolscap as a process of its own, on a data folder and an embedded Postgres of its own. */
export type Foolscap = {
  url: string
  dataDir: string
  /** Starts it; answers after how many milliseconds it listens. */
  start: () => Promise<number>
  /** Ends the app with SIGKILL, and leaves its Postgres behind. */
  killApp: () => Promise<void>
  /** Ends app and postmaster with SIGKILL; with `all`, every process of Postgres too. */
  killWhole: (all: boolean) => Promise<void>
  /** Ends it in order and removes the folder. */
  close: () => Promise<void>
}

/** Bundles a server into dist/safety, two folders below the migrations, where a bundle looks for them. */
async function bundle(entry: string): Promise<string> {
  const outfile = `dist/safety/${path.basename(entry, '.ts')}.js`
  const entryPoints = [entry]
  await build({
    entryPoints,
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
  })
  return path.resolve(outfile)
}

/** @param args what the server is started with, after its file */
export async function newFoolscap(entry: string, ...args: string[]): Promise<Foolscap> {
  const file = await bundle(entry)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'foolscap-safety-'))
  const port = await freePort()
  // Nothing of the developer's own configuration may reach it: neither its environment nor a .env file.
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: dataDir,
    PLAN_OVERRIDES: '{"free":{"projects":-1}}',
    LOG_LEVEL: 'silent',
  }
  let child: ChildProcess | undefined

  const foolscap: Foolscap = {
    url: `http://localhost:${port}`,
    dataDir,
    async start() {
      const begun = performance.now()
      const started = spawn(process.execPath, [file, ...args], { cwd: dataDir, env, stdio: ['ignore', 'pipe', 'pipe'] })
      child = started
      let said = ''
      started.stdout.on('data', (text) => {
        said += text
      })
      started.stderr.on('data', (text) => {
        said += text
      })
      while (!said.includes('Foolscap is ready')) {
        if (isOver(started)) throw new Error(`The server did not start: ${said || started.signalCode}`)
        await sleep(5)
      }
      return performance.now() - begun
    },
    async killApp() {
      await kill(child)
    },
    async killWhole(all) {
      const pids = postgresOf(dataDir)
      const gone = kill(child)
      for (const pid of all ? pids : pids.slice(0, 1)) signal(pid, 'SIGKILL')
      await gone
    },
    async close() {
      const [postmaster] = postgresOf(dataDir)
      if (child && !isOver(child)) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      // After a killed app its watchdog ends the server.
      while (postmaster && isAlive(postmaster)) await sleep(20)
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return foolscap
}

const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (!child || isOver(child)) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** The processes of the cluster in a data folder, the postmaster first; none where none runs. */
export function postgresOf(dataDir: string): number[] {
  const file = path.join(dataDir, 'pg/postmaster.pid')
  if (!existsSync(file)) return []
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!isAlive(postmaster)) return []
  return [postmaster, ...parents().flatMap(([pid, parent]) => (parent === postmaster ? [pid] : []))]
}

/** Each process with its parent. */
function parents(): [number, number][] {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
    return lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number])
  }
  return readdirSync('/proc').flatMap((name): [number, number][] => {
    try {
      const stat = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/stat`, 'utf8') : ''
      // The name before may hold anything.
      const [, parent] = /\) \S (\d+)/.exec(stat.slice(stat.lastIndexOf(')'))) ?? []
      return parent ? [[Number(name), Number(parent)]] : []
    } catch {
      return []
    }
  })
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself in the meantime.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
