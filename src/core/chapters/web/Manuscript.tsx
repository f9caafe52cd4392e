import { Plus, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { classNames } from '#base/web/ui/class-names.ts'
import { IconButton } from '#base/web/ui/IconButton.tsx'
import { Skeleton } from '#base/web/ui/Skeleton.tsx'
import { ErrorState } from '#base/web/ui/States.tsx'
import type { ChapterMeta } from '../contract.ts'
import { sectionLabel, sections } from '../rules.ts'
import { type OpenDialog, prepareAddDialog } from './ChapterDialogs.tsx'
import { counted } from './counted.ts'
import { ManuscriptList } from './ManuscriptList.tsx'
import { useChapterList, useChapterTrash } from './useChapters.ts'
import { useRowHeights } from './useRowHeights.ts'

type ManuscriptProps = {
  projectId: string
  selectedId: string | undefined
  onOpen: (dialog: OpenDialog) => void
  className?: string
}

/** The manuscript panel: front pages, story chapters and back pages, to choose from and to put in order. */
export function Manuscript({ projectId, selectedId, onOpen, className }: ManuscriptProps) {
  const { data: chapters, error, refetch, isFetching } = useChapterList(projectId)
  const { data: trashed } = useChapterTrash(projectId)
  const words = useMemo(() => chapters?.reduce((sum, { wordCount }) => sum + wordCount, 0), [chapters])
  return (
    <nav aria-labelledby="manuscript" className={classNames('flex min-h-0 min-w-0 flex-col bg-paper', className)}>
      <div className="flex items-center gap-0.5 ps-5 pe-3 pt-2 md:items-start md:pt-4">
        <div className="me-auto min-w-0">
          <h2 id="manuscript" className="text-lg max-md:sr-only">
            Manuscript
          </h2>
          {chapters && (
            <p className="truncate text-sm text-muted tabular-nums">
              {counted(chapters.length, 'chapter')} · {counted(words ?? 0, 'word')}
            </p>
          )}
          {!chapters && !error && <Skeleton className="mt-1 h-4 w-36" />}
        </div>
        {trashed && trashed.length > 0 && (
          <IconButton label="Trash" onClick={() => onOpen({ kind: 'trash' })}>
            <Trash2 aria-hidden />
          </IconButton>
        )}
        <IconButton
          label="Add Chapter"
          disabled={!chapters}
          onPointerEnter={prepareAddDialog}
          onClick={() => onOpen({ kind: 'add' })}
        >
          <Plus aria-hidden />
        </IconButton>
      </div>
      {chapters ? (
        <ManuscriptList
          // Another novel begins at its own beginning.
          key={projectId}
          projectId={projectId}
          chapters={chapters}
          selectedId={selectedId}
          onAct={(kind: 'rename' | 'move' | 'delete', chapter: ChapterMeta) => onOpen({ kind, chapter })}
        />
      ) : error ? (
        <ErrorState
          className="mx-5 mt-6"
          level="h3"
          title="The chapters could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <LoadingList />
      )}
    </nav>
  )
}

/** The list while it is on its way, at the size that it will have. */
function LoadingList() {
  const { row, head } = useRowHeights()
  const widths = ['w-24', 'w-32', 'w-20', 'w-36', 'w-28']
  return (
    <div className="min-h-0 flex-1 overflow-hidden">
      {sections.map((section) => (
        <div key={section}>
          <p className="flex items-end px-5 pb-1.5 text-sm text-muted" style={{ height: head }}>
            {sectionLabel[section]}
          </p>
          {widths.slice(0, section === 'body' ? 5 : 2).map((width) => (
            <div key={width} className="flex items-center justify-between pe-5 ps-12.5" style={{ height: row }}>
              <Skeleton className={`h-3.5 ${width}`} />
              <Skeleton className="h-3.5 w-8" />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
