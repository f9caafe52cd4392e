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

/** One throw-away Postgres for the whole run, with the migrated template database `tpl`. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(path.join(tmpdir(), 'foolscap-test-'))
  const postgres = await startPostgres({ dataDir: folder, dataDirGiven: true, durable: false })
  const stop = async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await makeTemplate(postgres)
  } catch (error) {
    await stop()
    throw error
  }
  const { host, port, user } = postgres.connection()
  project.provide('cluster', { host: host ?? '', port: port ?? 0, user: user ?? '' })
  return stop
}

async function makeTemplate(postgres: Postgres) {
  await ask(postgres, 'postgres', (admin) => admin.query('CREATE DATABASE tpl'))
  const migrationsFolder = path.resolve('migrations')
  await ask(postgres, 'tpl', async (template) => {
    if (existsSync(path.join(migrationsFolder, 'meta'))) await migrate(drizzle(template), { migrationsFolder })
  })
}

/** Its connection is closed at the end, as a template that somebody is connected to cannot be copied. */
async function ask(postgres: Postgres, database: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client(postgres.connection(database))
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
