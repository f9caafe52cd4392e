import { lazy, Suspense } from 'react'
import { Boundary } from '#base/web/ui/Boundary.tsx'
import { toast } from '#base/web/ui/toast.ts'
import type { ChapterMeta } from '../contract.ts'

const loadAdd = () => import('./AddChapterDialog.tsx')
const AddChapterDialog = lazy(loadAdd)
const RenameDialog = lazy(() => import('./RenameDialog.tsx'))
const MoveChapterDialog = lazy(() => import('./MoveChapterDialog.tsx'))
const DeleteChapterDialog = lazy(() => import('./DeleteChapterDialog.tsx'))
const ChapterTrashDialog = lazy(() => import('./ChapterTrashDialog.tsx'))

/** The dialog about chapters that is open. */
export type OpenDialog = { kind: 'add' | 'trash' } | { kind: 'rename' | 'move' | 'delete'; chapter: ChapterMeta }

/** Loads the dialog of a button that is about to be pressed. */
export const prepareAddDialog = () => void loadAdd().catch(() => {})

type ChapterDialogsProps = {
  projectId: string
  chapters: readonly ChapterMeta[]
  open: OpenDialog | undefined
  onClose: () => void
  /** A chapter is there that the author asked for: a new one, or one that came back by Undo. */
  onGained: (chapter: ChapterMeta) => void
  onRemoved: (chapter: ChapterMeta) => void
}

/** The dialogs about chapters, each loaded when it is first opened. */
export function ChapterDialogs({ open, onClose, ...rest }: ChapterDialogsProps) {
  if (!open) return null
  const failed = () => {
    onClose()
    toast({
      title: 'Error',
      description: 'This part could not be loaded. Please reload the page.',
      variant: 'destructive',
    })
  }
  return (
    <Boundary fallback={() => null} onError={failed}>
      <Suspense>
        <Opened open={open} onClose={onClose} {...rest} />
      </Suspense>
    </Boundary>
  )
}

function Opened({
  open,
  projectId,
  chapters,
  onClose,
  onGained,
  onRemoved,
}: ChapterDialogsProps & { open: OpenDialog }) {
  switch (open.kind) {
    case 'add':
      return <AddChapterDialog projectId={projectId} chapters={chapters} onClose={onClose} onAdded={onGained} />
    case 'rename':
      return <RenameDialog chapter={open.chapter} onClose={onClose} />
    case 'move':
      return <MoveChapterDialog chapter={open.chapter} chapters={chapters} onClose={onClose} />
    case 'delete':
      return (
        <DeleteChapterDialog chapter={open.chapter} onClose={onClose} onRemoved={onRemoved} onRestored={onGained} />
      )
    case 'trash':
      return <ChapterTrashDialog projectId={projectId} onClose={onClose} />
  }
}
