import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useMemo } from 'react'
import { keyOf, type Row } from './rows.ts'

type Given = {
  rows: readonly Row[]
  scroller: RefObject<HTMLElement | null>
  heights: { row: number; head: number }
  /** Keys of rows that stay in the page wherever they are, as the focus is in them or they are in hand. */
  kept: readonly (string | undefined)[]
}

/** Which rows are near the eye, and how to bring another one there. */
export function useVirtualRows({ rows, scroller, heights, kept }: Given) {
  const indices = useMemo(() => new Map(rows.map((row, index) => [keyOf(row), index])), [rows])
  const always = [...kept].flatMap((key) => indices.get(key ?? '') ?? []).join()

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'head' ? heights.head : heights.row),
    getItemKey: useCallback((index: number) => keyOf(rows[index]), [rows]),
    overscan: 6,
    // The head of a section stays in sight above its rows.
    scrollPaddingStart: heights.head,
    scrollPaddingEnd: heights.row,
    rangeExtractor: useCallback(
      (range: Range) =>
        [...new Set([...(always ? always.split(',').map(Number) : []), ...defaultRangeExtractor(range)])].sort(
          (a, b) => a - b,
        ),
      [always],
    ),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights of rows are what is measured
  useLayoutEffect(() => virtual.measure(), [virtual, heights.row, heights.head])

  return {
    visible: virtual.getVirtualItems().flatMap(({ index }) => rows[index] ?? []),
    has: (key: string | undefined) => key !== undefined && indices.has(key),
    show(key: string | undefined) {
      const index = indices.get(key ?? '')
      if (index !== undefined) virtual.scrollToIndex(index, { align: 'auto' })
    },
  }
}
