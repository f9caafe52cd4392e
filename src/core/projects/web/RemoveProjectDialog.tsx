import { ConfirmDialog } from '#base/web/ui/ConfirmDialog.tsx'
import { sentenceOf } from '#base/web/ui/States.tsx'
import { toast } from '#base/web/ui/toast.ts'
import type { Project } from '#core/projects/contract.ts'
import { useRemoveProject, useRestoreProject } from './useProjectChanges.ts'

type RemoveProjectDialogProps = { project: Project; onClose: () => void }

/** Asks before a project goes to the trash, and offers it back afterwards. */
export default function RemoveProjectDialog({ project, onClose }: RemoveProjectDialogProps) {
  const { mutateAsync: remove } = useRemoveProject()
  const { mutateAsync: restore } = useRestoreProject()

  const undo = () =>
    restore(project.id).catch((error: unknown) =>
      toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' }),
    )

  const confirm = async () => {
    try {
      await remove(project.id)
      toast({
        title: 'Project deleted',
        description: 'Your project has been permanently deleted. The trash keeps it 30 days.',
        action: { label: 'Undo', run: () => void undo() },
      })
    } catch {
      toast({ title: 'Error', description: 'Failed to delete project. Please try again.', variant: 'destructive' })
    }
  }

  return (
    <ConfirmDialog open onClose={onClose} title="Delete this project?" confirmLabel="Delete" danger onConfirm={confirm}>
      <p>
        <bdi className="font-semibold text-ink">{project.title}</bdi> and all its chapters, characters and content will
        be permanently deleted.
      </p>
      <p>The trash keeps it 30 days.</p>
    </ConfirmDialog>
  )
}
