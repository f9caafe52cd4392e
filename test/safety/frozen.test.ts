import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, openApp } from '#app/server/app.ts'
import { readConfig } from '#app/server/config.ts'
import { migrateDatabase } from '#base/server/db.ts'
import { type Postgres, startPostgres } from '#base/server/postgres.ts'
import { newDice } from '#test/dice.ts'
import { freePort } from '#test/free-port.ts'
import { postgresOf, signal } from './processes.ts'
import { examine, newTally, newWriters, type Tally, write } from './writers.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'foolscap-frozen-'))
const dice = newDice('frozen')
let postgres: Postgres
let app: App
let url: string
let writers: Awaited<ReturnType<typeof newWriters>>

beforeAll(async () => {
  // A cluster of its own: all other tests would freeze with the shared one. Durable, as it is killed too.
  postgres = await startPostgres({ dataDir, dataDirGiven: true })
  await migrateDatabase(postgres.connection(), path.resolve('migrations'))
  const port = await freePort()
  const config = readConfig({ PORT: String(port), LOG_LEVEL: 'silent', PLAN_OVERRIDES: '{"free":{"projects":-1}}' })
  app = await openApp({ ...config, sessionSecret: 'a secret of thirty-two characters' }, postgres.connection())
  await app.http.listen({ port, host: '127.0.0.1' })
  url = config.baseUrl
  writers = await newWriters(url, dice)
})
afterAll(async () => {
  toPostgres('SIGCONT')
  await app?.close()
  await postgres?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The postmaster comes first, so that it makes no further process meanwhile. */
function toPostgres(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL') {
  for (const pid of postgresOf(dataDir)) signal(pid, name)
}

/** Lets all write while `work` goes on, and then compares what they know with what is stored. */
async function whileAllWrite(work: (tally: Tally) => Promise<void>): Promise<Tally> {
  const tally = newTally()
  let isOver = false
  const writing = write(writers, dice, tally, () => isOver)
  try {
    await sleep(700)
    await work(tally)
  } finally {
    isOver = true
    await writing
  }
  await examine(writers, dataDir, tally)
  return tally
}

/** Milliseconds until each writer has been told of a further save. */
async function untilAllSave(): Promise<number> {
  const begun = Date.now()
  const before = writers.map((writer) => writer.kept.length)
  while (writers.some((writer, index) => writer.kept.length === before[index])) {
    if (Date.now() - begun > 30_000) throw new Error('Somebody cannot save any more')
    await sleep(10)
  }
  return Date.now() - begun
}

/** The states of the app's connections, of which the one that asks is none. */
async function connections(): Promise<string[]> {
  const client = new pg.Client(postgres.connection())
  await client.connect()
  const { rows } = await client.query(`select state from pg_stat_activity where application_name = 'foolscap'`)
  await client.end()
  return rows.map((row) => row.state)
}

/** Five seconds on a machine that does nothing else. */
const patience = 10_000
const sound = { lost: 0, falseConflicts: 0, faults: [] }

test('a frozen database: each request is answered within 6 s, and saving goes on when it thaws', async () => {
  const { author, projectId, chapterId } = writers[0] as (typeof writers)[0]
  const requests: [string, string, unknown?][] = [
    ['GET', '/api/health'],
    ['GET', '/api/auth/user'],
    ['GET', '/api/projects'],
    ['GET', `/api/projects/${projectId}/chapters`],
    ['GET', `/api/chapters/${chapterId}`],
    ['PATCH', `/api/chapters/${chapterId}`, { synopsis: 'while it is frozen' }],
    ['POST', '/api/projects', { title: 'While it is frozen' }],
  ]
  const answers: { request: string; status: number; said: string; took: number; frozen: boolean }[] = []
  let isFrozen = false
  const ask = async (method: string, path: string, body?: unknown) => {
    const begun = Date.now()
    const answer = await author.json(method, path, body)
    const said = answer.body.code ?? answer.body.status
    answers.push({
      request: `${method} ${path}`,
      status: answer.status,
      said,
      took: Date.now() - begun,
      frozen: isFrozen,
    })
  }
  let saving = 0
  const tally = await whileAllWrite(async () => {
    toPostgres('SIGSTOP')
    isFrozen = true
    const asked: Promise<void>[] = []
    for (const end = Date.now() + 8000; Date.now() < end; await sleep(500)) {
      asked.push(...requests.map((request) => ask(...request)))
    }
    isFrozen = false
    toPostgres('SIGCONT')
    saving = await untilAllSave()
    await Promise.all(asked)
  })
  const open = (await connections()).filter((state) => state.startsWith('idle in transaction'))
  const slowest = Math.max(...answers.map(({ took }) => took))
  console.log(
    `frozen for 8 s: ${answers.length} requests, the slowest answered after ${slowest} ms; all twenty saving again ` +
      `${saving} ms after the thaw; ${tally.acknowledged} saves, lost ${tally.lost}, false conflicts ${tally.falseConflicts}, ` +
      `recognised ${tally.recognised}, connections in a transaction ${open.length}`,
  )
  const whileFrozen = answers.filter(({ frozen }) => frozen)
  expect(whileFrozen.length).toBeGreaterThan(requests.length * 5)
  for (const { request, status, said } of whileFrozen) {
    const expected = request.endsWith('health') ? 'unhealthy' : 'upstream'
    expect([request, status, said]).toEqual([request, 503, expected])
  }
  expect(slowest).toBeLessThan(6000)
  expect(saving).toBeLessThan(patience)
  expect(tally).toMatchObject(sound)
  expect(open).toEqual([])
  expect((await connections()).length).toBeLessThanOrEqual(20)
  expect((await author.json('GET', '/api/health')).status).toBe(200)
})

test('a killed postmaster: saving goes on', async () => {
  let saving = 0
  const tally = await whileAllWrite(async () => {
    signal(postgresOf(dataDir)[0] as number, 'SIGKILL')
    saving = await untilAllSave()
  })
  const open = (await connections()).filter((state) => state.startsWith('idle in transaction'))
  console.log(
    `postmaster killed: all twenty saving again after ${saving} ms; ${tally.acknowledged} saves, lost ${tally.lost}, ` +
      `false conflicts ${tally.falseConflicts}, recognised ${tally.recognised}`,
  )
  expect(saving).toBeLessThan(patience)
  expect(tally).toMatchObject(sound)
  expect(open).toEqual([])
})

test('every process of the database killed while it is frozen: saving goes on', async () => {
  let saving = 0
  const tally = await whileAllWrite(async () => {
    toPostgres('SIGSTOP')
    await sleep(1000)
    toPostgres('SIGKILL')
    saving = await untilAllSave()
  })
  console.log(`frozen and killed: all twenty saving again after ${saving} ms; lost ${tally.lost}`)
  expect(saving).toBeLessThan(patience)
  expect(tally).toMatchObject(sound)
})
