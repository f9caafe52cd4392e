import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onTabMessage } from '#base/web/tabs.ts'
import { projectKey, projectsKey } from '#core/projects/web/useProjects.ts'
import type { Chapter } from '../contract.ts'
import { applySplice } from '../splice.ts'
import { chapterKey, chapterTrashKey, followSaves, metadataKey } from './cache.ts'
import type { SavedNews } from './save-ports.ts'

/** Keeps this tab's chapters true while the author's other tabs write, move, add and delete. */
export function useOtherTabs(user: string): void {
  const cache = useQueryClient()
  useEffect(() => {
    const stopText = onTabMessage((message) => {
      if (message.kind === 'chapter-saved' && message.user === user) {
        takeOverText(message as unknown as SavedNews)
      } else if (message.kind === 'project-changed' && message.user === user) {
        const keys = [metadataKey(message.projectId), chapterTrashKey(message.projectId)]
        for (const queryKey of keys) void cache.invalidateQueries({ queryKey })
        for (const queryKey of [projectKey(message.projectId), projectsKey])
          void cache.invalidateQueries({ queryKey, exact: true })
      }
    })
    /** The text on screen follows what was written, without being fetched again. */
    const takeOverText = ({ chapter, change }: SavedNews) => {
      const key = chapterKey(chapter.id)
      const text = cache.getQueryData<Chapter>(key)
      if (!text || chapter.revision < text.revision) return
      if (chapter.revision === text.revision) cache.setQueryData<Chapter>(key, { ...text, ...chapter })
      else if (change?.baseRevision === text.revision && chapter.revision === text.revision + 1) {
        cache.setQueryData<Chapter>(key, { ...text, ...chapter, content: applySplice(text.content, change.splice) })
      } else void cache.invalidateQueries({ queryKey: key })
    }
    const stopSaves = followSaves(cache, user)
    return () => {
      stopText()
      stopSaves()
    }
  }, [cache, user])
}
