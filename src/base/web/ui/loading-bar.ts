/** Milliseconds between two steps of the bar, the percent that it does not pass on its own, and how long 100 % shows. */
export const stepEvery = 300
export const ceiling = 90
export const hideAfter = 200

/** The next percent: a random step of up to 15, at most the ceiling. `random` is from 0 up to 1. */
export const nextPercent = (percent: number, random: number) => Math.min(ceiling, percent + random * 15)

/** What is in flight, in words; only where nothing loads is it called saving. */
export function loadingText(loads: number, saves: number): string {
  return loads > 0 ? `Loading data... (${loads} requests)` : `Saving changes... (${saves} operations)`
}
