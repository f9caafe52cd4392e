import { DndContext, DragOverlay } from '@dnd-kit/core'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { classNames } from '#base/web/ui/class-names.ts'
import type { ChapterMeta } from '../contract.ts'
import { type Section, sections } from '../rules.ts'
import type { ChapterAction } from './ChapterMenu.tsx'
import { CarriedRow, keysHelpId, ManuscriptRow, rowId } from './ManuscriptRow.tsx'
import { stepped } from './place.ts'
import { keyOf, rowsOf } from './rows.ts'
import { SectionHead } from './SectionHead.tsx'
import { useDragging } from './useDragging.ts'
import { useListKeys } from './useListKeys.ts'
import { useMoving } from './useMoving.ts'
import { useRename } from './useRename.ts'
import { useRowHeights } from './useRowHeights.ts'

type ManuscriptListProps = {
  projectId: string
  chapters: readonly ChapterMeta[]
  selectedId: string | undefined
  /** What is done in a dialog. */
  onAct: (action: 'rename' | 'move' | 'delete', chapter: ChapterMeta) => void
}

/** The chapters in their three sections. Only rows near the eye are in the page, so that their number costs nothing. */
export function ManuscriptList({ projectId, chapters, selectedId, onAct }: ManuscriptListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const heights = useRowHeights()
  const move = useMoving(projectId, chapters)
  const { moving, shown, sizes } = move
  const [focusId, setFocusId] = useState<string>()
  const [renamingId, setRenamingId] = useState<string>()
  const rename = useRename(projectId)

  const rows = useMemo(() => rowsOf(shown), [shown])
  const indexOf = (id: string | undefined) => (id === undefined ? -1 : rows.findIndex((row) => keyOf(row) === id))
  const tabId = [moving?.id, focusId, selectedId].find((id) => indexOf(id) !== -1) ?? shown[0]?.id
  const kept = useMemo(() => {
    const heads = sections.map((section) => rows.findIndex((row) => row.kind === 'head' && row.section === section))
    return [...heads, indexOf(tabId), indexOf(renamingId)].filter((index) => index !== -1)
  }, [rows, tabId, renamingId])

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'head' ? heights.head : heights.row),
    getItemKey: useCallback((index: number) => keyOf(rows[index]), [rows]),
    overscan: 6,
    scrollPaddingStart: heights.head,
    scrollPaddingEnd: heights.row,
    // The heads, and the row that has the focus or is in hand, stay in the page wherever they are.
    rangeExtractor: useCallback(
      (range: Range) => [...new Set([...kept, ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
      [kept],
    ),
  })
  useLayoutEffect(() => virtual.measure(), [virtual, heights.row, heights.head])

  const showRow = (id: string | undefined) => {
    const index = indexOf(id)
    if (index !== -1) virtual.scrollToIndex(index, { align: 'auto' })
  }
  useLayoutEffect(() => showRow(selectedId), [selectedId])
  useLayoutEffect(() => {
    if (moving?.by === 'keys') showRow(moving.id)
  }, [moving])

  /** The row that is to get the focus as soon as it is in the page, and the one that is to keep it when it moves. */
  const wanted = useRef<string>(undefined)
  const focused = useRef<string>(undefined)
  const focusRow = useCallback((id: string) => {
    wanted.current = id
    setFocusId(id)
  }, [])
  useLayoutEffect(() => {
    const lost = document.activeElement === document.body ? focused.current : undefined
    const id = wanted.current ?? lost
    const row = id === undefined ? null : document.getElementById(rowId(id))
    if (!row) return
    row.focus({ preventScroll: true })
    if (wanted.current) showRow(id)
    wanted.current = undefined
  })
  useEffect(() => {
    const forget = () => {
      focused.current = undefined
      if (moving?.by === 'keys') move.putBack()
    }
    window.addEventListener('pointerdown', forget, { capture: true })
    return () => window.removeEventListener('pointerdown', forget, { capture: true })
  })

  const latest = useRef({ move, onAct })
  latest.current = { move, onAct }
  const act = useCallback((action: ChapterAction, chapter: ChapterMeta) => {
    const { move, onAct } = latest.current
    if (action === 'up' || action === 'down') {
      move.moveTo(chapter.id, stepped(chapter, action === 'up' ? 'ArrowUp' : 'ArrowDown', move.sizes))
    } else onAct(action, chapter)
  }, [])
  const onKeyDown = useListKeys({
    move,
    focusRow,
    onAct: (action, chapter) => (action === 'rename' ? setRenamingId(chapter.id) : act(action, chapter)),
  })
  const onRenamed = useCallback(
    (chapter: ChapterMeta, title: string | undefined) => {
      setRenamingId(undefined)
      if (document.activeElement?.tagName === 'INPUT' || document.activeElement === document.body) focusRow(chapter.id)
      if (title !== undefined) rename(chapter.id, title)
    },
    [focusRow, rename],
  )

  const dragging = useDragging({
    scroller,
    list,
    heights,
    sizes,
    now: moving,
    onStart: (id) => move.pickUp(id, 'pointer'),
    onOver: move.hold,
    onDrop: move.putDown,
    onCancel: move.putBack,
  })

  const visible = virtual.getVirtualItems().flatMap(({ index }) => rows[index] ?? [])
  const chaptersOf = (section: Section) =>
    visible.flatMap((row) => (row.kind === 'chapter' && row.section === section ? [row.chapter] : []))
  const carried = moving?.by === 'pointer' ? shown.find(({ id }) => id === moving.id) : undefined

  return (
    <>
      <DndContext {...dragging}>
        <div
          ref={scroller}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
          onKeyDown={onKeyDown}
          onFocus={(event: FocusEvent<HTMLElement>) => {
            const { chapter } = event.target.dataset
            focused.current = chapter
            if (chapter) setFocusId(chapter)
          }}
          onBlur={(event) => {
            if (event.relatedTarget) focused.current = undefined
          }}
        >
          <div ref={list} className="pb-6">
            {sections.map((section) => (
              <section key={section} aria-labelledby={`section-${section}`}>
                <SectionHead section={section} count={sizes[section]} height={heights.head} />
                {sizes[section] === 0 ? (
                  <EmptySection projectId={projectId} section={section} height={heights.row} />
                ) : (
                  <ol className="relative" style={{ height: sizes[section] * heights.row }}>
                    {chaptersOf(section).map((chapter) => (
                      <ManuscriptRow
                        key={chapter.id}
                        chapter={chapter}
                        top={(chapter.order - 1) * heights.row}
                        height={heights.row}
                        size={sizes[section]}
                        selected={chapter.id === selectedId}
                        tabbable={chapter.id === tabId}
                        held={chapter.id === moving?.id && moving.by !== 'settled' ? moving.by : undefined}
                        renaming={chapter.id === renamingId}
                        onAct={act}
                        onRenamed={onRenamed}
                      />
                    ))}
                  </ol>
                )}
              </section>
            ))}
          </div>
        </div>
        <DragOverlay dropAnimation={null}>{carried && <CarriedRow chapter={carried} />}</DragOverlay>
      </DndContext>
      <p
        role="status"
        aria-live="assertive"
        className={classNames(moving?.by === 'keys' ? 'line-clamp-3 border-t border-rule bg-sunken px-5 py-2.5 text-sm' : 'sr-only')}
      >
        {move.said}
      </p>
      <p id={keysHelpId} hidden>
        The arrow keys go through the chapters. Space picks one up to move it, F2 renames it, Delete moves it to the trash.
      </p>
    </>
  )
}
