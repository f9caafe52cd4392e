import { useState } from 'react'
import { printed, shortDate } from '#base/web/relative-time.ts'
import { Button } from '#base/web/ui/Button.tsx'
import { ConfirmDialog } from '#base/web/ui/ConfirmDialog.tsx'
import { Dialog } from '#base/web/ui/Dialog.tsx'
import { sentenceOf } from '#base/web/ui/States.tsx'
import { toast } from '#base/web/ui/toast.ts'
import type { TrashedProject } from '#core/projects/contract.ts'
import { useEraseProjects, useRestoreProject } from './useProjectChanges.ts'
import { useProjectTrash } from './useProjects.ts'

/** The deleted projects: bring one back, erase one, or empty the trash. */
export default function TrashDialog({ onClose }: { onClose: () => void }) {
  const { data: trashed = [] } = useProjectTrash()
  const restore = useRestoreProject()
  const erase = useEraseProjects()
  const [asked, setAsked] = useState<TrashedProject | 'all'>()
  const failed = (error: unknown) => toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' })

  return (
    <Dialog
      open
      onClose={onClose}
      title="Trash"
      description={trashed.length > 0 ? 'Deleted projects rest here for 30 days.' : 'The trash is empty.'}
      footer={trashed.length > 0 && <Button onClick={() => setAsked('all')}>Empty Trash</Button>}
    >
      <ul className="-my-2 divide-y divide-rule">
        {trashed.map((project) => (
          <li key={project.id} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-3">
            <div className="min-w-40 flex-1">
              <p dir="auto" className="line-clamp-2 font-book wrap-anywhere">
                {project.title}
              </p>
              <p className="text-sm text-muted">
                {printed(project.wordCount)} words · erased on {shortDate(project.goneAt)}
              </p>
            </div>
            <div className="flex gap-1">
              <Button
                size="small"
                aria-label={`Restore ${project.title}`}
                busy={restore.isPending && restore.variables === project.id}
                onClick={() => restore.mutate(project.id, { onError: failed })}
              >
                Restore
              </Button>
              <Button size="small" look="quiet" aria-label={`Erase ${project.title}`} onClick={() => setAsked(project)}>
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
          title={asked === 'all' ? 'Empty the trash?' : 'Erase this project?'}
          confirmLabel={asked === 'all' ? 'Empty Trash' : 'Erase'}
          onConfirm={() => erase.mutateAsync(asked === 'all' ? undefined : asked.id).catch(failed)}
        >
          <p>
            {asked === 'all' ? (
              `${trashed.length === 1 ? 'The project' : `All ${trashed.length} projects`} in the trash`
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
