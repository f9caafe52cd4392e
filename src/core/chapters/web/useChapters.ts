import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#base/web/call.ts'
import { minutes } from '#base/web/query.ts'
import { tellTabs } from '#base/web/tabs.ts'
import { tabUser } from '#core/account/web/session.ts'
import type { Project } from '#core/projects/contract.ts'
import { projectKey, projectsKey } from '#core/projects/web/useProjects.ts'
import {
  addChapter,
  addFrontMatter,
  type Chapter,
  type ChapterMeta,
  emptyChapterTrash,
  eraseChapter,
  moveChapter,
  type NewChapter,
  removeChapter,
  restoreChapter,
  saveChapter,
  type TrashedChapter,
} from '../contract.ts'
import { inReadingOrder, move, renumber } from '../rules.ts'
import { announceSave, chapterKey, chapterTrashKey, metadataKey } from './cache.ts'
import type { Place } from './place.ts'

/** The chapters of a project in reading order, without their text. */
export const useChapterList = (projectId: string) =>
  useQuery<ChapterMeta[]>({
    queryKey: metadataKey(projectId),
    staleTime: 5 * minutes,
    gcTime: 15 * minutes,
    refetchOnWindowFocus: false,
    // Comparing every field of 2,000 chapters would cost more than drawing the thirty that are in sight.
    structuralSharing: false,
  })

/** A chapter with its text; nothing is asked without an id. */
export const useChapter = (id: string | undefined) =>
  useQuery<Chapter>({ queryKey: chapterKey(id ?? ''), enabled: id !== undefined })

export const useChapterTrash = (projectId: string) =>
  useQuery<TrashedChapter[]>({ queryKey: chapterTrashKey(projectId) })

/** Tells the author's other tabs that the chapters of a project are not what they were. */
export function tellProjectChanged(projectId: string): void {
  const user = tabUser()
  if (user) tellTabs({ kind: 'project-changed', user: user.id, projectId })
}

/** Changes the cached list, and the project's words by `gained`. */
function changeList(
  cache: QueryClient,
  projectId: string,
  change: (list: ChapterMeta[]) => ChapterMeta[],
  gained = 0,
): void {
  cache.setQueryData<ChapterMeta[]>(metadataKey(projectId), (list) => list && change(list))
  const grown = (project: Project) => ({
    ...project,
    wordCount: project.wordCount + gained,
    updatedAt: new Date().toISOString(),
  })
  cache.setQueryData<Project | null>(projectKey(projectId), (project) => project && grown(project))
  cache.setQueryData<Project[] | null>(projectsKey, (projects) =>
    projects?.map((each) => (each.id === projectId ? grown(each) : each)),
  )
}

/** Puts chapters into the list at the places that they carry. */
const withAdded = (list: ChapterMeta[], added: ChapterMeta[]): ChapterMeta[] =>
  added.reduce(
    (all, chapter) =>
      move([...all.filter(({ id }) => id !== chapter.id), chapter], chapter.id, chapter.section, chapter.order),
    list,
  )

const withoutText = ({ content: _content, ...meta }: Chapter): ChapterMeta => meta

function useListMutation<Given, Answer>(
  projectId: string,
  mutationFn: (given: Given) => Promise<Answer>,
  applied: (cache: QueryClient, answer: Answer, given: Given) => unknown,
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (answer, given) => {
      tellProjectChanged(projectId)
      return applied(cache, answer, given)
    },
  })
}

export const useAddChapter = (projectId: string) =>
  useListMutation(
    projectId,
    (body: NewChapter) => call(addChapter, { params: { projectId }, body }),
    (cache, chapter) => {
      cache.setQueryData(chapterKey(chapter.id), chapter)
      changeList(cache, projectId, (list) => withAdded(list, [withoutText(chapter)]), chapter.wordCount)
    },
  )

/** Adds the usual front pages that are missing. */
export const useAddFrontMatter = (projectId: string) =>
  useListMutation(
    projectId,
    (_nothing: undefined) => call(addFrontMatter, { params: { projectId } }),
    (cache, added) => changeList(cache, projectId, (list) => withAdded(list, added)),
  )

/** Gives a chapter another title, which stands in the list at once; a failure takes it back and is thrown. */
export function useRenameChapter(projectId: string) {
  const cache = useQueryClient()
  const show = (id: string, title: string | undefined) =>
    title !== undefined &&
    cache.setQueryData<ChapterMeta[]>(metadataKey(projectId), (list) =>
      list?.map((each) => (each.id === id ? { ...each, title } : each)),
    )
  return useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) =>
      call(saveChapter, { params: { id }, body: { title } }),
    onMutate: ({ id, title }) => {
      const before = cache.getQueryData<ChapterMeta[]>(metadataKey(projectId))?.find((each) => each.id === id)?.title
      show(id, title)
      return { before }
    },
    onError: (_error, { id }, context) => show(id, context?.before),
    onSuccess: ({ content: _content, ...chapter }) => {
      cache.setQueryData<Chapter>(
        chapterKey(chapter.id),
        (whole) => whole && { ...whole, title: chapter.title, updatedAt: chapter.updatedAt },
      )
      const user = tabUser()
      if (user) announceSave(cache, user.id, { chapter })
    },
  })
}

/** Moves a chapter to the trash. */
export const useRemoveChapter = (projectId: string) =>
  useListMutation(
    projectId,
    (chapter: ChapterMeta) => call(removeChapter, { params: { id: chapter.id } }),
    (cache, _nothing, { id, wordCount }) => {
      changeList(
        cache,
        projectId,
        (list) => renumber(inReadingOrder(list.filter((each) => each.id !== id))),
        -wordCount,
      )
      cache.removeQueries({ queryKey: chapterKey(id), type: 'inactive' })
      return cache.invalidateQueries({ queryKey: chapterTrashKey(projectId) })
    },
  )

/** Brings a chapter back from the trash: to the end of its section, or to the place where it was. */
export const useRestoreChapter = (projectId: string) =>
  useListMutation(
    projectId,
    async ({ id, to }: { id: string; to?: Place }) => {
      const chapter = await call(restoreChapter, { params: { id } })
      if (!to || (to.section === chapter.section && to.order === chapter.order)) return chapter
      // Back it is in any case; only the place is lost where the move fails.
      const place = await call(moveChapter, { params: { id }, body: { section: to.section, order: to.order } }).catch(
        () => chapter,
      )
      return { ...chapter, section: place.section, order: place.order }
    },
    (cache, chapter) => {
      changeList(cache, projectId, (list) => withAdded(list, [withoutText(chapter)]), chapter.wordCount)
      cache.setQueryData<TrashedChapter[]>(chapterTrashKey(projectId), (trashed) =>
        trashed?.filter(({ id }) => id !== chapter.id),
      )
    },
  )

/** Erases one chapter in the trash, or all of them where no id is given. */
export const useEraseChapters = (projectId: string) =>
  useListMutation(
    projectId,
    async (id: string | undefined) => {
      await (id === undefined
        ? call(emptyChapterTrash, { params: { projectId } })
        : call(eraseChapter, { params: { id } }))
    },
    (cache) => cache.invalidateQueries({ queryKey: chapterTrashKey(projectId) }),
  )
