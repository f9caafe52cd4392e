import type { QueryClient } from '@tanstack/react-query'
import { onTabMessage, tellTabs } from '#base/web/tabs.ts'
import type { Project } from '#core/projects/contract.ts'
import { projectKey, projectsKey } from '#core/projects/web/useProjects.ts'
import type { Chapter, ChapterMeta } from '../contract.ts'
import type { SavedNews } from './save-ports.ts'

export const chapterKey = (id: string) => ['/api/chapters', id]
export const chapterTrashKey = (projectId: string) => ['/api/projects', projectId, 'trash']
export const metadataKey = (projectId: string) => ['/api/projects', projectId, 'chapters', 'metadata']

/**
 * Writes what a save answered into the caches, so that nothing is fetched again: the list of chapters, the totals of
 * the project. The text itself is dropped from the cache: whoever opens it next asks the server.
 */
function cacheSaved(cache: QueryClient, chapter: ChapterMeta): void {
  let before: ChapterMeta | undefined
  cache.setQueryData<ChapterMeta[]>(metadataKey(chapter.projectId), (list) => {
    before = list?.find((each) => each.id === chapter.id)
    return list?.map((each) =>
      // A move may have overtaken this save: places are the list's own.
      each.id === chapter.id ? { ...chapter, section: each.section, order: each.order } : each,
    )
  })
  const gained = before ? chapter.wordCount - before.wordCount : 0
  const grown = (project: Project) => ({
    ...project,
    wordCount: project.wordCount + gained,
    updatedAt: chapter.updatedAt,
  })
  cache.setQueryData<Project | null>(projectKey(chapter.projectId), (project) => project && grown(project))
  cache.setQueryData<Project[] | null>(projectsKey, (projects) =>
    projects?.map((project) => (project.id === chapter.projectId ? grown(project) : project)),
  )
  const text = cache.getQueryData<Chapter>(chapterKey(chapter.id))
  if (text && text.revision !== chapter.revision)
    cache.removeQueries({ queryKey: chapterKey(chapter.id), type: 'inactive' })
}

/** Takes over what other tabs of this author save. */
export const followSaves = (cache: QueryClient, user: string) =>
  onTabMessage((message) => {
    if (message.kind === 'chapter-saved' && message.user === user) cacheSaved(cache, message.chapter as ChapterMeta)
  })

/** Tells this tab's caches and the other tabs of a save. */
export function announceSave(cache: QueryClient, user: string, { chapter, change }: SavedNews): void {
  cacheSaved(cache, chapter)
  tellTabs({ kind: 'chapter-saved', user, chapter, change })
}
