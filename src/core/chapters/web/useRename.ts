import { useCallback } from 'react'
import { Problem } from '#base/errors.ts'
import { toast } from '#base/web/ui/toast.ts'
import { useRenameChapter } from './useChapters.ts'

/** Renames a chapter in the list at once, and says so where that fails. */
export function useRename(projectId: string) {
  const { mutateAsync } = useRenameChapter(projectId)
  return useCallback(
    // A promise, as the dialog that asked may be gone by the time of the answer.
    (id: string, title: string) =>
      void mutateAsync({ id, title }).catch((error: unknown) => {
        const sentence = error instanceof Problem ? error.sentence : 'Please try again.'
        toast({ title: 'Error', description: `Failed to rename chapter. ${sentence}`, variant: 'destructive' })
      }),
    [mutateAsync],
  )
}
