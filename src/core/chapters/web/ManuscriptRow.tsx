import { useDraggable } from '@dnd-kit/core'
import { memo } from 'react'
import { Link } from 'wouter'
import { printed } from '#base/web/relative-time.ts'
import { classNames } from '#base/web/ui/class-names.ts'
import type { ChapterMeta } from '../contract.ts'
import { type ChapterAction, ChapterMenu } from './ChapterMenu.tsx'
import { writerHref } from './hrefs.ts'
import { RowTitleInput } from './RowTitleInput.tsx'
import { keysHelpId, rowId } from './row-id.ts'

type ManuscriptRowProps = {
  chapter: ChapterMeta
  /** px from the head of its section, and its height. */
  top: number
  height: number
  /** Chapters in its section. */
  size: number
  selected: boolean
  /** The one row that the Tab key finds. */
  tabbable: boolean
  /** In hand: by a pointer, which carries a picture of it, or by the keys. */
  held: 'pointer' | 'keys' | undefined
  renaming: boolean
  onAct: (action: ChapterAction, chapter: ChapterMeta) => void
  /** Undefined leaves the title as it is. */
  onRenamed: (chapter: ChapterMeta, title: string | undefined) => void
}

/** A chapter in the manuscript. */
export const ManuscriptRow = memo(function ManuscriptRow(props: ManuscriptRowProps) {
  const { chapter, top, height, size, selected, tabbable, held, renaming, onAct, onRenamed } = props
  const { id, projectId, order } = chapter
  const { setNodeRef, listeners } = useDraggable({ id, disabled: renaming })
  return (
    <li
      ref={setNodeRef}
      aria-setsize={size}
      aria-posinset={order}
      className="group absolute inset-x-0 px-2.5"
      style={{ top, height }}
    >
      {renaming ? (
        <RowTitleInput title={chapter.title} onDone={(title) => onRenamed(chapter, title)} />
      ) : (
        <div className="relative h-full">
          <Link
            {...listeners}
            id={rowId(id)}
            href={writerHref(projectId, id)}
            draggable={false}
            data-chapter={id}
            tabIndex={tabbable ? 0 : -1}
            aria-current={selected ? 'page' : undefined}
            aria-describedby={tabbable ? keysHelpId : undefined}
            title={chapter.title}
            className={classNames(
              'flex h-full items-center rounded-md ps-2 pe-2.5 -outline-offset-2 [-webkit-touch-callout:none] select-none touch-manipulation pointer-coarse:pe-12',
              selected ? 'bg-accent-wash' : 'hover:bg-hover',
              held === 'keys' && 'bg-raised shadow-high ring-2 ring-focus',
              held === 'pointer' && 'opacity-40',
            )}
          >
            <RowContent chapter={chapter} />
          </Link>
          <ChapterMenu chapter={chapter} tabbable={tabbable} onAct={onAct} />
        </div>
      )}
    </li>
  )
})

function RowContent({ chapter: { section, order, title, wordCount } }: { chapter: ChapterMeta }) {
  return (
    <>
      <span className="w-8 shrink-0 pe-2.5 text-end text-muted tabular-nums">
        {section === 'body' && printed(order)}
      </span>
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {title}
      </span>
      <span className="shrink-0 ps-3 text-sm text-muted tabular-nums pointer-fine:group-hover:invisible pointer-fine:group-has-focus-visible:invisible pointer-fine:group-has-aria-expanded:invisible">
        {printed(wordCount)}
        <span className="sr-only"> {wordCount === 1 ? 'word' : 'words'}</span>
      </span>
    </>
  )
}

/** What is carried under the pointer while a chapter is dragged. */
export function CarriedRow({ chapter }: { chapter: ChapterMeta }) {
  return (
    <div className="h-full px-2.5">
      <div className="flex h-full cursor-grabbing items-center rounded-md bg-raised ps-2 pe-2.5 shadow-high">
        <RowContent chapter={chapter} />
      </div>
    </div>
  )
}
