import { useCallback } from 'react'
import { Problem } from '#base/errors.ts'
import { toast } from '#base/web/ui/toast.ts'
import { useRenameChapter } from './useChapters.ts'

/** Renames a chapter in the list, and says so where that fails. */
export function useRename(projectId: string) {
  const { mutate } = useRenameChapter(projectId)
  return useCallback(
    (id: string, title: string) =>
      mutate(
        { id, title },
        {
          onError: (error) => {
            const sentence = error instanceof Problem ? error.sentence : ''
            toast({ title: 'Error', description: `Failed to rename chapter. ${sentence || 'Please try again.'}`, variant: 'destructive' })
          },
        },
      ),
    [mutate],
  )
}
