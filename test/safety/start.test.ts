import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '#test/free-port.ts'

/* Starts that fail say why in one sentence; starts that race both succeed. The built server, in processes of its own. */

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'foolscap-start-'))
  // @ts-expect-error: a plain script
  const { build } = await import('../../scripts/build.mjs')
  await build()
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const running: ReturnType<typeof spawn>[] = []
afterAll(() => {
  for (const each of running) each.kill('SIGTERM')
})

/** Runs the server until it is ready or ends. */
async function start(
  environment: Record<string, string>,
): Promise<{ code: number | null; said: string; url: string; stop: () => Promise<void> }> {
  const port = environment.PORT ?? String(await freePort())
  const empty = {
    DATABASE_URL: '',
    GOOGLE_CLIENT_ID: '',
    GOOGLE_CLIENT_SECRET: '',
    NODE_ENV: '',
    BASE_URL: '',
    HOST: '',
  }
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: port, ...empty, ...environment },
  })
  running.push(server)
  let said = ''
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve))
  const ready = new Promise<void>((resolve) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (data) => {
        said += data
        if (said.includes('Foolscap is ready at')) resolve()
      })
    }
  })
  const code = await Promise.race([ended, ready.then(() => null)])
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
  }
  return { code, said, url: `http://localhost:${port}`, stop }
}

test.each([
  [{ PORT: 'many' }, /^PORT is wrong\. Give a whole number from 1 to 65535/],
  [{ BASE_URL: 'novels.example.org' }, /^BASE_URL is wrong\./],
  [{ PLAN_OVERRIDES: '{"free":{"projects":"all"}}' }, /^PLAN_OVERRIDES is wrong\. Give JSON such as/],
  [{ SESSION_SECRET: 'short' }, /^SESSION_SECRET is wrong\. Give at least 32 characters/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL is wrong\./],
  [{ NODE_ENV: 'production' }, /^In production people sign in through Google\. Set GOOGLE_CLIENT_ID/],
  [{ HOST: '0.0.0.0' }, /^HOST 0\.0\.0\.0 lets other machines in/],
  [
    { BASE_URL: 'https://novels.example.org' },
    /^BASE_URL https:\/\/novels\.example\.org is reached from other machines/,
  ],
  [{ GOOGLE_CLIENT_ID: 'x' }, /^GOOGLE_CLIENT_SECRET is missing\./],
  [{ DATABASE_URL: 'postgres://foolscap@127.0.0.1:9/none' }, /^The database cannot be reached/],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL is wrong\./],
])('%o ends the start in one sentence', async (environment, sentence) => {
  const { code, said } = await start(environment)
  expect(said).toMatch(sentence)
  expect(said.trim().split('\n')).toHaveLength(1)
  expect(code).toBe(1)
})

test('a busy port is said in one sentence, and the database is stopped again', async () => {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
  const busy = await start({ PORT: String(port) })
  server.close()
  expect(busy).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^Port \d+ is busy\. Stop what uses it, or set PORT to another number\.\n$/),
  })
  const free = await start({})
  expect(free.code).toBe(null)
  await free.stop()
}, 30_000)

test("a data folder is one app's at a time", async () => {
  const first = await start({})
  const second = await start({})
  expect(second).toMatchObject({
    code: 1,
    said: expect.stringMatching(/is in use by another Foolscap \(process \d+\)\. Stop it, or set DATA_DIR/),
  })
  expect((await fetch(`${first.url}/api/health`)).status).toBe(200)
  await first.stop()
}, 30_000)

test.runIf(process.getuid?.() === 0)(
  'as root, a DATA_DIR that Postgres cannot reach is refused with the fix',
  async () => {
    const closed = mkdtempSync(path.join(tmpdir(), 'foolscap-closed-'))
    const refused = await start({ DATA_DIR: path.join(closed, 'data') })
    rmSync(closed, { recursive: true })
    expect(refused).toMatchObject({
      code: 1,
      said: expect.stringMatching(/lies under a folder that only root may enter.*set DATA_DIR to/),
    })
  },
)

test('two that start at once on one new database both come up', async () => {
  const { host, port, user } = inject('cluster')
  const database = `t_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ host, port, user, database: 'postgres' })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${database}`)
  const url = `postgres://${encodeURIComponent(host)}:${port}/${database}?user=${user}`
  const both = await Promise.all([
    start({ DATABASE_URL: url }),
    start({ DATABASE_URL: url, DATA_DIR: path.join(folder, 'other') }),
  ])
  expect(both.map(({ code, said }) => [code, said.trim().split('\n').length])).toEqual([
    [null, 1],
    [null, 1],
  ])
  for (const each of both)
    expect(await (await fetch(`${each.url}/api/health`)).json()).toMatchObject({ status: 'healthy' })
  await Promise.all(both.map((each) => each.stop()))
  await admin.query(`DROP DATABASE ${database} WITH (FORCE)`)
  await admin.end()
}, 30_000)
