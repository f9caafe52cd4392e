import { useSyncExternalStore } from 'react'

/** Heights of the manuscript's rows in rem: for a mouse, and for a finger. */
const fine = { row: 2.25, head: 2.5 }
const coarse = { row: 2.75, head: 2.75 }

const finger = matchMedia('(pointer: coarse)')
const subscribe = (listener: () => void) => {
  finger.addEventListener('change', listener)
  window.addEventListener('resize', listener)
  return () => {
    finger.removeEventListener('change', listener)
    window.removeEventListener('resize', listener)
  }
}

/** Heights of a row and of a section's head, in px. They follow the browser's text size. */
export function useRowHeights(): { row: number; head: number } {
  const isCoarse = useSyncExternalStore(subscribe, () => finger.matches)
  const rem = useSyncExternalStore(subscribe, () =>
    Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  )
  const { row, head } = isCoarse ? coarse : fine
  return { row: row * rem, head: head * rem }
}
