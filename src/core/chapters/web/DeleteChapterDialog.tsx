import { ConfirmDialog } from '#base/web/ui/ConfirmDialog.tsx'
import { sentenceOf } from '#base/web/ui/States.tsx'
import { toast } from '#base/web/ui/toast.ts'
import { trashDays } from '#core/projects/rules.ts'
import type { ChapterMeta } from '../contract.ts'
import { counted } from './counted.ts'
import { useRemoveChapter, useRestoreChapter } from './useChapters.ts'

type DeleteChapterDialogProps = {
  chapter: ChapterMeta
  onClose: () => void
  onRemoved: (chapter: ChapterMeta) => void
  /** It was brought back at once. */
  onRestored: (chapter: ChapterMeta) => void
}

/** Asks before a chapter goes to the trash, and offers it back afterwards. */
export default function DeleteChapterDialog({ chapter, onClose, onRemoved, onRestored }: DeleteChapterDialogProps) {
  const { mutateAsync: remove } = useRemoveChapter(chapter.projectId)
  const { mutateAsync: restore } = useRestoreChapter(chapter.projectId)

  const undo = async () => {
    try {
      await restore({ id: chapter.id, to: { section: chapter.section, order: chapter.order } })
      onRestored(chapter)
    } catch (error) {
      toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' })
    }
  }

  const confirm = async () => {
    try {
      await remove(chapter)
      onRemoved(chapter)
      toast({
        title: 'Chapter deleted',
        description: `The trash keeps it ${trashDays} days.`,
        action: { label: 'Undo', run: () => void undo() },
      })
    } catch {
      toast({ title: 'Error', description: 'Failed to delete chapter. Please try again.', variant: 'destructive' })
    }
  }

  return (
    <ConfirmDialog open onClose={onClose} title="Delete this chapter?" confirmLabel="Delete" danger onConfirm={confirm}>
      <p>
        <bdi className="font-semibold text-ink">{chapter.title}</bdi>
        {chapter.wordCount > 0 ? ` and its ${counted(chapter.wordCount, 'word')}` : ''} will leave the manuscript. The
        trash keeps it {trashDays} days.
      </p>
    </ConfirmDialog>
  )
}
