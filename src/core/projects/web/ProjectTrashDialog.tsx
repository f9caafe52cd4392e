import { printed } from '#base/web/relative-time.ts'
import { TrashDialog } from '#base/web/ui/TrashDialog.tsx'
import { trashDays } from '../rules.ts'
import { useEraseProjects, useRestoreProject } from './useProjectChanges.ts'
import { useProjectTrash } from './useProjects.ts'

/** The deleted projects. */
export default function ProjectTrashDialog({ onClose }: { onClose: () => void }) {
  const { data: trashed = [] } = useProjectTrash()
  const restore = useRestoreProject()
  const erase = useEraseProjects()
  return (
    <TrashDialog
      onClose={onClose}
      noun={['project', 'projects']}
      days={trashDays}
      things={trashed}
      about={({ wordCount }) => `${printed(wordCount)} words`}
      restore={({ id }) => restore.mutateAsync(id)}
      erase={(thing) => erase.mutateAsync(thing === 'all' ? undefined : thing.id)}
    />
  )
}
