import { DndContext, DragOverlay } from '@dnd-kit/core'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ChapterMeta } from '../contract.ts'
import { type Section, sections } from '../rules.ts'
import type { ChapterAction } from './ChapterMenu.tsx'
import { EmptySection } from './EmptySection.tsx'
import { CarriedRow, ManuscriptRow } from './ManuscriptRow.tsx'
import { stepped } from './place.ts'
import { keysHelpId } from './row-id.ts'
import { rowsOf } from './rows.ts'
import { SectionHead } from './SectionHead.tsx'
import { useDragging } from './useDragging.ts'
import { useListKeys } from './useListKeys.ts'
import { useMoving } from './useMoving.ts'
import { useRename } from './useRename.ts'
import { useRowFocus } from './useRowFocus.ts'
import { useRowHeights } from './useRowHeights.ts'
import { useVirtualRows } from './useVirtualRows.ts'

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
  const { held, shown, sizes } = move
  const rows = useMemo(() => rowsOf(shown), [shown])
  const [renamingId, setRenamingId] = useState<string>()
  const rename = useRename(projectId)

  const focus = useRowFocus((id) => virtual.show(id))
  const kept = [held?.id, focus.focusId, selectedId, renamingId]
  const virtual = useVirtualRows({ rows, scroller, heights, kept })
  const tabId = kept.find((id) => virtual.has(id)) ?? shown[0]?.id

  const isThere = virtual.has(selectedId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another chapter is chosen, and never again
  useLayoutEffect(() => virtual.show(selectedId), [selectedId, isThere])
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the chapter in hand has gone on
  useLayoutEffect(() => {
    if (held?.by === 'keys') virtual.show(held.id)
  }, [held])
  useEffect(() => {
    if (held?.by !== 'keys') return
    // Whoever takes the mouse has let go of the keys.
    window.addEventListener('pointerdown', move.putBack, { capture: true })
    return () => window.removeEventListener('pointerdown', move.putBack, { capture: true })
  })

  const latest = useRef({ move, onAct })
  latest.current = { move, onAct }
  const act = useCallback((action: ChapterAction, chapter: ChapterMeta) => {
    const { move, onAct } = latest.current
    if (action !== 'up' && action !== 'down') return onAct(action, chapter)
    move.moveTo(chapter.id, stepped(chapter, action === 'up' ? 'ArrowUp' : 'ArrowDown', move.sizes))
  }, [])
  const { focusRow } = focus
  const onRenamed = useCallback(
    (chapter: ChapterMeta, title: string | undefined) => {
      setRenamingId(undefined)
      // Unless the author has gone on to something else.
      if (document.activeElement?.tagName === 'INPUT' || document.activeElement === document.body) focusRow(chapter.id)
      if (title !== undefined) rename(chapter.id, title)
    },
    [focusRow, rename],
  )
  const onKeyDown = useListKeys({
    move,
    focusRow,
    onAct: (action, chapter) => (action === 'rename' ? setRenamingId(chapter.id) : act(action, chapter)),
  })
  const dragging = useDragging({
    scroller,
    list,
    heights,
    sizes,
    now: held,
    onStart: (id) => move.pickUp(id, 'pointer'),
    onOver: move.hold,
    onDrop: move.putDown,
    onCancel: move.putBack,
  })

  const rowsIn = (section: Section) =>
    virtual.visible.flatMap((row) => (row.kind === 'chapter' && row.section === section ? [row.chapter] : []))
  const carried = held?.by === 'pointer' ? shown.find(({ id }) => id === held.id) : undefined

  return (
    <>
      <DndContext {...dragging}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the links inside */}
        <div
          ref={scroller}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
          onKeyDown={onKeyDown}
          onFocus={focus.onFocus}
          onBlur={focus.onBlur}
        >
          <div ref={list} className="pb-6">
            {sections.map((section) => (
              <section key={section} aria-labelledby={`section-${section}`}>
                <SectionHead section={section} count={sizes[section]} height={heights.head} />
                {sizes[section] === 0 ? (
                  <EmptySection projectId={projectId} section={section} height={heights.row} />
                ) : (
                  <ol className="relative" style={{ height: sizes[section] * heights.row }}>
                    {rowsIn(section).map((chapter) => (
                      <ManuscriptRow
                        key={chapter.id}
                        chapter={chapter}
                        top={(chapter.order - 1) * heights.row}
                        height={heights.row}
                        size={sizes[section]}
                        selected={chapter.id === selectedId}
                        tabbable={chapter.id === tabId}
                        held={chapter.id === held?.id ? held.by : undefined}
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
        className={held?.by === 'keys' ? 'line-clamp-3 border-t border-rule bg-sunken px-5 py-2.5 text-sm' : 'sr-only'}
      >
        {move.said}
      </p>
      <p id={keysHelpId} hidden>
        The arrow keys go through the chapters. Space picks one up to move it, F2 renames it, Delete moves it to the
        trash.
      </p>
    </>
  )
}
