import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Project, TrashedProject } from '#core/projects/contract.ts'

export const projectsKey = ['/api/projects'] as const
export const projectKey = (id: string) => ['/api/projects', id] as const
export const projectTrashKey = ['/api/trash/projects'] as const

/** The author's projects, last written first. `staleTime` in milliseconds; the dashboard takes none. */
export const useProjects = (staleTime = 0) => useQuery<Project[]>({ queryKey: projectsKey, staleTime })

/** One project. */
export const useProject = (id: string, staleTime = 0) => useQuery<Project>({ queryKey: projectKey(id), staleTime })

export const useProjectTrash = () => useQuery<TrashedProject[]>({ queryKey: projectTrashKey })

/** Puts a project that the server answered into the caches, the list's included; it comes first when it is new. */
export function keepProject(queries: QueryClient, project: Project): void {
  queries.setQueryData<Project>(projectKey(project.id), project)
  queries.setQueryData<Project[]>(projectsKey, (list) => {
    if (!list) return list
    return list.some((each) => each.id === project.id)
      ? list.map((each) => (each.id === project.id ? project : each))
      : [project, ...list]
  })
}
