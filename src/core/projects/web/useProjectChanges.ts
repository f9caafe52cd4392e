import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#base/web/call.ts'
import {
  addProject,
  emptyProjectTrash,
  eraseProject,
  type NewProject,
  type Project,
  type ProjectEdit,
  removeProject,
  restoreProject,
  saveProject,
} from '#core/projects/contract.ts'
import { keepProject, projectKey, projectsKey, projectTrashKey } from './useProjects.ts'

export function useAddProject() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: NewProject) => call(addProject, { body }),
    onSuccess: (project) => keepProject(queries, project),
  })
}

export function useSaveProject(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ProjectEdit) => call(saveProject, { params: { id }, body }),
    onSuccess: (project) => keepProject(queries, project),
  })
}

export function useRemoveProject() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(removeProject, { params: { id } }),
    onSuccess: (_nothing, id) => {
      queries.setQueryData<Project[]>(projectsKey, (list) => list?.filter((each) => each.id !== id))
      queries.removeQueries({ queryKey: projectKey(id) })
      return queries.invalidateQueries({ queryKey: projectTrashKey })
    },
  })
}

export function useRestoreProject() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(restoreProject, { params: { id } }),
    onSuccess: (project) => {
      keepProject(queries, project)
      return Promise.all([
        queries.invalidateQueries({ queryKey: projectTrashKey }),
        queries.invalidateQueries({ queryKey: projectsKey, exact: true }),
      ])
    },
  })
}

/** Erases one project of the trash, or all of them where no id is given. */
export function useEraseProjects() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string | undefined) => {
      await (id === undefined ? call(emptyProjectTrash) : call(eraseProject, { params: { id } }))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: projectTrashKey }),
  })
}
