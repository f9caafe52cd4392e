import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ClientConfig } from 'pg'
import { migrateDatabase } from '#base/server/db.ts'
import { type Postgres, startPostgres } from '#base/server/postgres.ts'
import { StartError } from '#base/server/start-error.ts'
import { openApp } from './app.ts'
import { type Config, loadEnvFile, readConfig } from './config.ts'

/** The folder of package.json, from the bundle in dist/server as from the sources. */
const root = resolve(dirname(fileURLToPath(import.meta.url)), import.meta.url.endsWith('.ts') ? '../../..' : '../..')

async function start(): Promise<void> {
  loadEnvFile()
  const config = readConfig(process.env)
  const sessionSecret = config.sessionSecret ?? keptSecret(config.dataDir)
  const postgres = config.databaseUrl ? undefined : await startPostgres(config)
  let closing: Promise<void> | undefined
  try {
    const connection: ClientConfig = postgres?.connection() ?? { connectionString: config.databaseUrl }
    await migrateDatabase(connection, join(root, 'migrations'))
    const app = await openApp({ ...config, sessionSecret }, connection, join(root, 'dist/web'))
    await listen(app.http, config)
    const stop = () => {
      // A second signal does not wait.
      if (closing) process.exit(1)
      closing = app
        .close()
        .then(() => postgres?.stop())
        .finally(() => process.exit(0))
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  } catch (error) {
    await postgres?.stop()
    throw error
  }
  console.log(`Foolscap is ready at ${config.baseUrl}${said(postgres)}`)
}

const said = (postgres: Postgres | undefined) => (postgres?.note ? ` (${postgres.note})` : '')

async function listen(http: Awaited<ReturnType<typeof openApp>>['http'], { port, host }: Config): Promise<void> {
  try {
    await http.listen({ port, host })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} is busy. Stop what uses it, or set PORT to another number.`)
    if (code === 'EACCES')
      throw new StartError(`Port ${port} is not allowed for this user. Set PORT to a number above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`HOST ${host} is no address of this machine. Set HOST to one that is, such as 127.0.0.1.`)
    throw error
  }
}

/** The secret that signs sign-ins, made at the first start and kept beside the data. */
function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'session-secret')
  const draft = `${path}.${process.pid}`
  try {
    mkdirSync(dataDir, { recursive: true })
    if (!existsSync(path)) {
      // Two processes that start at once must agree on one: the first to link its own wins.
      writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600 })
      linkSync(draft, path)
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST')
      throw new StartError(
        `The data folder ${dataDir} cannot be written (${message}). Set DATA_DIR to a folder that can.`,
      )
  } finally {
    rmSync(draft, { force: true })
  }
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length < 32)
    throw new StartError(`${path} is damaged. Delete it (everybody signs in again), or set SESSION_SECRET.`)
  return secret
}

try {
  await start()
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}
