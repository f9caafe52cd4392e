/** Chances for a test that can be thrown again in the same way. */
export type Dice = {
  seed: number
  /** From 0 up to 1. */
  roll: () => number
  /** A whole number from 0 up to n. */
  below: (n: number) => number
  pick: <T>(things: readonly T[]) => T
}

/** Throws by SEED=, or by another seed each time; which one is printed. */
export function newDice(purpose: string, seed = Number(process.env.SEED || Date.now() % 1e6)): Dice {
  console.log(`${purpose}: SEED=${seed}`)
  let state = seed
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number) => Math.floor(roll() * n)
  return { seed, roll, below, pick: (things) => things[below(things.length)] as (typeof things)[number] }
}
