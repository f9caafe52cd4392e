import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './run.mjs'

/** Lets commands that were started at the same time install or build one after the other. */
export async function inTurn(name, work) {
  const lock = path.join(root, `node_modules/.foolscap-${name}`)
  const mine = `${lock}.${process.pid}`
  mkdirSync(mine, { recursive: true })
  writeFileSync(path.join(mine, 'pid'), String(process.pid))
  for (let told = false; !take(mine, lock); await sleep(100)) {
    const holder = holderOf(lock)
    if (holder && !told) console.log(`Waiting for process ${holder}, which is at it already …`)
    told ||= Boolean(holder)
    if (holder === 0) rmSync(lock, { recursive: true, force: true })
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function take(mine, lock) {
  try {
    renameSync(mine, lock)
    return true
  } catch {
    return false
  }
}

/** The living process that holds the lock, 0 when its holder is dead, undefined when it was let go just now. */
function holderOf(lock) {
  try {
    const pid = Number(readFileSync(path.join(lock, 'pid'), 'utf8'))
    try {
      process.kill(pid, 0)
    } catch (error) {
      if (error.code !== 'EPERM') return 0
    }
    return pid
  } catch {
    return undefined
  }
}
