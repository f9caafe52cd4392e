import { useState } from 'react'
import { shortDate } from '#base/web/relative-time.ts'
import { Button } from '#base/web/ui/Button.tsx'
import { ConfirmDialog } from '#base/web/ui/ConfirmDialog.tsx'
import { Dialog } from '#base/web/ui/Dialog.tsx'
import { sentenceOf } from '#base/web/ui/States.tsx'
import { toast } from '#base/web/ui/toast.ts'
import { trashDays } from '#core/projects/rules.ts'
import type { TrashedChapter } from '../contract.ts'
import { sectionLabel } from '../rules.ts'
import { counted } from './counted.ts'
import { useChapterTrash, useEraseChapters, useRestoreChapter } from './useChapters.ts'

type ChapterTrashDialogProps = { projectId: string; onClose: () => void }

/** The deleted chapters of a project: bring one back, erase one, or empty the trash. */
export default function ChapterTrashDialog({ projectId, onClose }: ChapterTrashDialogProps) {
  const { data: trashed = [] } = useChapterTrash(projectId)
  const restore = useRestoreChapter(projectId)
  const erase = useEraseChapters(projectId)
  const [asked, setAsked] = useState<TrashedChapter | 'all'>()
  const failed = (error: unknown) => toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' })

  return (
    <Dialog
      open
      onClose={onClose}
      title="Trash"
      description={trashed.length > 0 ? `Deleted chapters rest here for ${trashDays} days.` : 'The trash is empty.'}
      footer={trashed.length > 0 && <Button onClick={() => setAsked('all')}>Empty Trash</Button>}
    >
      <ul className="-my-2 divide-y divide-rule">
        {trashed.map((chapter) => (
          <li key={chapter.id} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-3">
            <div className="min-w-40 flex-1">
              <p dir="auto" className="line-clamp-2 font-book wrap-anywhere">
                {chapter.title}
              </p>
              <p className="text-sm text-muted">
                {sectionLabel[chapter.section]} · {counted(chapter.wordCount, 'word')} · erased on{' '}
                {shortDate(chapter.goneAt)}
              </p>
            </div>
            <div className="flex gap-1">
              <Button
                size="small"
                aria-label={`Restore ${chapter.title}`}
                busy={restore.isPending && restore.variables.id === chapter.id}
                onClick={() =>
                  void restore.mutateAsync({ id: chapter.id }).then(() => toast({ title: 'Chapter restored' }), failed)
                }
              >
                Restore
              </Button>
              <Button size="small" look="quiet" aria-label={`Erase ${chapter.title}`} onClick={() => setAsked(chapter)}>
                Erase
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          open
          danger
          onClose={() => setAsked(undefined)}
          title={asked === 'all' ? 'Empty the trash?' : 'Erase this chapter?'}
          confirmLabel={asked === 'all' ? 'Empty Trash' : 'Erase'}
          onConfirm={() => erase.mutateAsync(asked === 'all' ? undefined : asked.id).catch(failed)}
        >
          <p>
            {asked === 'all' ? (
              trashed.length === 1 ? (
                'The chapter in the trash'
              ) : (
                `All ${trashed.length} chapters in the trash`
              )
            ) : (
              <bdi className="font-semibold text-ink">{asked.title}</bdi>
            )}{' '}
            will be erased for ever. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
