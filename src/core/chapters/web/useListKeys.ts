import type { KeyboardEvent } from 'react'
import type { ChapterMeta } from '../contract.ts'
import type { ChapterAction } from './ChapterMenu.tsx'
import { stepped } from './place.ts'
import type { useMoving } from './useMoving.ts'

const travelling = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']

type Given = {
  move: ReturnType<typeof useMoving>
  /** Puts the focus on a row, also on one that is out of sight. */
  focusRow: (id: string) => void
  onAct: (action: ChapterAction, chapter: ChapterMeta) => void
}

/**
 * The keys of the manuscript. Arrows, Page, Home and End go through the rows; Space picks a row up, after which the same
 * keys move it; F2, Delete and Alt with an arrow do what the menu does.
 */
export function useListKeys({ move, focusRow, onAct }: Given) {
  const { held, shown, sizes } = move

  const whileHeld = (event: KeyboardEvent) => {
    if (!held) return
    if (travelling.includes(event.key)) move.hold(stepped(held, event.key, sizes))
    else if (event.key === ' ' || event.key === 'Enter') move.putDown()
    else if (event.key === 'Escape' || event.key === 'Tab') move.putBack()
    else return
    // Tab goes on from where the row is put back.
    if (event.key !== 'Tab') event.preventDefault()
  }

  return (event: KeyboardEvent<HTMLElement>) => {
    if (held?.by === 'keys') return whileHeld(event)
    if (held || event.ctrlKey || event.metaKey || event.shiftKey) return
    const id = (event.target as HTMLElement).dataset.chapter
    const chapter = shown.find((each) => each.id === id)
    if (!chapter) return
    if (event.altKey) {
      if (event.key === 'ArrowUp') onAct('up', chapter)
      else if (event.key === 'ArrowDown') onAct('down', chapter)
      else return
    } else if (travelling.includes(event.key)) {
      const at = shown.indexOf(chapter)
      const leap =
        { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10, Home: -at, End: shown.length }[event.key] ?? 0
      const next = shown[Math.min(Math.max(at + leap, 0), shown.length - 1)]
      if (next) focusRow(next.id)
    } else if (event.key === ' ') move.pickUp(chapter.id, 'keys')
    else if (event.key === 'F2') onAct('rename', chapter)
    else if (event.key === 'Delete') onAct('delete', chapter)
    else return
    event.preventDefault()
  }
}
