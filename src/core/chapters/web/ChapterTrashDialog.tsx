import { TrashDialog } from '#base/web/ui/TrashDialog.tsx'
import { toast } from '#base/web/ui/toast.ts'
import { trashDays } from '#core/projects/rules.ts'
import { sectionLabel } from '../rules.ts'
import { counted } from './counted.ts'
import { useChapterTrash, useEraseChapters, useRestoreChapter } from './useChapters.ts'

type ChapterTrashDialogProps = { projectId: string; onClose: () => void }

/** The deleted chapters of a project. */
export default function ChapterTrashDialog({ projectId, onClose }: ChapterTrashDialogProps) {
  const { data: trashed = [] } = useChapterTrash(projectId)
  const restore = useRestoreChapter(projectId)
  const erase = useEraseChapters(projectId)
  return (
    <TrashDialog
      onClose={onClose}
      noun={['chapter', 'chapters']}
      days={trashDays}
      things={trashed}
      about={({ section, wordCount }) => `${sectionLabel[section]} · ${counted(wordCount, 'word')}`}
      restore={async ({ id }) => {
        await restore.mutateAsync({ id })
        toast({ title: 'Chapter restored' })
      }}
      erase={(thing) => erase.mutateAsync(thing === 'all' ? undefined : thing.id)}
    />
  )
}
