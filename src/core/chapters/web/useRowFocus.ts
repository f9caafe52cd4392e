import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { rowId } from './row-id.ts'

/**
 * One row of the manuscript has the focus, or would get it from the Tab key. It keeps the focus when it moves to another
 * section, where it is drawn anew.
 */
export function useRowFocus(show: (id: string) => void) {
  const [focusId, setFocusId] = useState<string>()
  /** The row that is to get the focus as soon as it is in the page. */
  const wanted = useRef<string>(undefined)
  /** The row that had the focus when last looked at. */
  const had = useRef<string>(undefined)

  useLayoutEffect(() => {
    const lost = document.activeElement === document.body ? had.current : undefined
    const id = wanted.current ?? lost
    const row = id === undefined ? null : document.getElementById(rowId(id))
    if (!row || id === undefined) return
    row.focus({ preventScroll: true })
    if (wanted.current !== undefined) show(id)
    wanted.current = undefined
  })
  useEffect(() => {
    const forget = () => {
      had.current = undefined
    }
    window.addEventListener('pointerdown', forget, { capture: true })
    return () => window.removeEventListener('pointerdown', forget, { capture: true })
  }, [])

  return {
    focusId,
    /** Puts the focus on a row, also on one that is out of sight. */
    focusRow: useCallback((id: string) => {
      wanted.current = id
      setFocusId(id)
    }, []),
    onFocus(event: FocusEvent<HTMLElement>) {
      const { chapter } = event.target.dataset
      had.current = chapter
      if (chapter) setFocusId(chapter)
    },
    onBlur(event: FocusEvent<HTMLElement>) {
      if (event.relatedTarget) had.current = undefined
    },
  }
}
