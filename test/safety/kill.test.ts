import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { newDice } from '#test/dice.ts'
import { type Foolscap, newFoolscap } from './processes.ts'
import { examine, newTally, newWriters, type Tally, write } from './writers.ts'

let foolscap: Foolscap | undefined
afterEach(() => foolscap?.close())

type Run = Tally & { kills: number; slowest: number }

/**
 * Twenty writers write while the server is killed and started again.
 * @param kill ends the server; knows how often that was done before
 * @param least saves that are to be acknowledged in all
 */
async function run(
  name: string,
  entry: string[],
  kills: number,
  kill: (foolscap: Foolscap, before: number) => Promise<void>,
  least = 0,
): Promise<Run> {
  const dice = newDice(name)
  // The writers ask in no set order: the moments of the kills must not hang on them.
  const moments = newDice(`${name}, moments`, dice.seed)
  foolscap = await newFoolscap(...(entry as [string]))
  await foolscap.start()
  const writers = await newWriters(foolscap.url, dice)
  const tally = newTally()
  let isOver = false
  const writing = write(writers, dice, tally, () => isOver)
  const restarts: number[] = []
  let killsAtStart = 0
  try {
    for (let done = 0; done < kills; done++) {
      await sleep(150 + moments.below(600))
      await kill(foolscap, done)
      // Now and then it is killed again while it starts.
      if (moments.roll() < 0.2) {
        const starting = foolscap.start().catch(() => undefined)
        await sleep(moments.below(500))
        await kill(foolscap, done)
        await starting
        killsAtStart++
      }
      restarts.push(await foolscap.start())
    }
    while (tally.acknowledged < least) await sleep(50)
  } finally {
    isOver = true
  }
  await writing
  if (entry[1] === 'early') await stillness(writers, foolscap.dataDir)
  await examine(writers, foolscap.dataDir, tally)
  restarts.sort((a, b) => a - b)
  const slowest = Math.round(restarts.at(-1) ?? 0)
  console.log(
    `${name}: ${tally.acknowledged} saves acknowledged under ${kills} kills and ${killsAtStart} more while starting; ` +
      `lost ${tally.lost}, false conflicts ${tally.falseConflicts}, recognised by their opId ${tally.recognised}` +
      (kills ? `; listening again after ${Math.round(restarts[kills >> 1] ?? 0)} ms, at most ${slowest} ms` : ''),
  )
  return { ...tally, kills, slowest }
}

/** A server that writes late is given the time to: until a second brings nothing more. */
async function stillness(writers: Awaited<ReturnType<typeof newWriters>>, dataDir: string): Promise<void> {
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    await sleep(1000)
    const now = newTally()
    await examine(writers, dataDir, now)
    if (now.lost === 0 || now.lost >= before) return
    before = now.lost
  }
}

const product = ['src/app/server/main.ts']
const control = (variant: string) => ['test/safety/control-server.ts', variant]
const killApp = (foolscap: Foolscap) => foolscap.killApp()
/** The postmaster, whose children then find it gone; every other time all of Postgres at once. */
const killWhole = (foolscap: Foolscap, before: number) => foolscap.killWhole(before % 2 === 1)

test.each([
  ['the app alone', killApp],
  ['app and database together', killWhole],
])('no acknowledged word is lost when %s is killed 20 times', async (what, kill) => {
  const { lost, falseConflicts, faults, acknowledged, slowest } = await run(what, product, 20, kill, 1000)
  expect({ lost, falseConflicts, faults }).toEqual({ lost: 0, falseConflicts: 0, faults: [] })
  expect(acknowledged).toBeGreaterThanOrEqual(1000)
  // Two seconds on a machine that has nothing else to do.
  expect(slowest).toBeLessThan(10_000)
})

test('the same check, on a server that answers before it has written, finds lost words, once it is killed', async () => {
  expect(await run('control: early, not killed', control('early'), 0, killApp, 60)).toMatchObject({
    lost: 0,
    faults: [],
  })
  await foolscap?.close()
  expect((await run('control: early', control('early'), 2, killApp)).lost).toBeGreaterThan(0)
})

test('the same check, on a server that forgets opIds, finds false conflicts', async () => {
  const { falseConflicts, lost } = await run('control: forgetful', control('forgetful'), 3, killApp)
  expect(falseConflicts).toBeGreaterThan(0)
  expect(lost).toBe(0)
})

test('the same check, on the same server with nothing broken, finds neither', async () => {
  const { lost, falseConflicts, faults, recognised } = await run('control: sound', control('sound'), 3, killApp)
  expect({ lost, falseConflicts, faults }).toEqual({ lost: 0, falseConflicts: 0, faults: [] })
  expect(recognised).toBeGreaterThan(0)
})
