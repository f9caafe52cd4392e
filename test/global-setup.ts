import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type Postgres, startPostgres } from '#base/server/postgres.ts'

/** What test files get by `inject('cluster')`: where to create a database from the template `tpl`. */
export type Cluster = { host: string; port: number; user: string }

declare module 'vitest' {
  interface ProvidedContext {
    cluster: Cluster
  }
}

let running: { postgres: Postgres; folder: string; users: number } | undefined

/** One throw-away Postgres for the whole run, with the migrated template database `tpl`. */
export default async function setup(project: TestProject) {
  running ??= await start()
  const { postgres } = running
  running.users++
  const { host, port, user } = postgres.connection()
  project.provide('cluster', { host: host ?? '', port: port ?? 0, user: user ?? '' })
  return async () => {
    if (!running || --running.users > 0) return
    const { folder } = running
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function start() {
  const folder = mkdtempSync(path.join(tmpdir(), 'foolscap-test-'))
  const postgres = await startPostgres({ dataDir: folder, dataDirGiven: true, durable: false })
  const admin = new pg.Client(postgres.connection('postgres'))
  await admin.connect()
  await admin.query('CREATE DATABASE tpl')
  await admin.end()
  const template = new pg.Client(postgres.connection('tpl'))
  await template.connect()
  const migrationsFolder = path.resolve('migrations')
  if (existsSync(path.join(migrationsFolder, 'meta'))) await migrate(drizzle(template), { migrationsFolder })
  // A template with a connection to it cannot be copied.
  await template.end()
  return { postgres, folder, users: 0 }
}
