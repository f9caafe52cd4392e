import * as z from 'zod/mini'
import { ById, Id, Moment, required, route, text } from '#base/route.ts'
import { defaultTarget } from './rules.ts'

const line = z.nullable(text(500))
const paragraph = z.nullable(text(20_000))

/** The plot-structure fields: LOCK, the turning points and the stakes. */
const structure = {
  lead: paragraph,
  objective: paragraph,
  confrontation: paragraph,
  knockout: paragraph,
  disturbance: paragraph,
  doorway: paragraph,
  mirrorMoment: paragraph,
  darkMoment: paragraph,
  midpointTwist: paragraph,
  physicalStakes: paragraph,
  professionalStakes: paragraph,
  psychologicalStakes: paragraph,
}

const described = { description: paragraph, timePeriod: line, setting: line, genre: line }

const title = required(500, 'A title is required.')

/** Blank means the usual 50,000 words. */
const target = z.pipe(
  z.nullish(
    z.union([
      z
        .int('A whole number of words.')
        .check(z.minimum(1, 'At least 1 word.'), z.maximum(1_000_000_000, 'Too many words.')),
      z.literal(''),
    ]),
  ),
  z.transform((given) => given || defaultTarget),
)

export const Project = z.object({
  id: Id,
  userId: Id,
  title: z.string(),
  ...described,
  ...structure,
  wordCount: z.int(),
  targetWordCount: z.int(),
  createdAt: Moment,
  updatedAt: Moment,
})
export type Project = z.infer<typeof Project>

/** The id, the times and the word count are the server's, whatever a request says of them. */
export const NewProject = z.object({
  ...z.partial(z.object({ ...described, ...structure })).shape,
  title,
  targetWordCount: target,
})
export type NewProject = z.infer<typeof NewProject>

export const ProjectEdit = z.partial(z.object({ title, ...described, ...structure, targetWordCount: target }))
export type ProjectEdit = z.infer<typeof ProjectEdit>

export const TrashedProject = z.object({
  id: Id,
  title: z.string(),
  wordCount: z.int(),
  deletedAt: Moment,
  goneAt: Moment,
})
export type TrashedProject = z.infer<typeof TrashedProject>

export const listProjects = route({
  name: 'listProjects',
  method: 'GET',
  path: '/api/projects',
  summary: 'The projects of the signed-in author, last written first.',
  reply: z.array(Project),
})

export const addProject = route({
  name: 'addProject',
  method: 'POST',
  path: '/api/projects',
  summary: 'Makes a project.',
  body: NewProject,
  reply: Project,
  status: 201,
})

export const readProject = route({
  name: 'readProject',
  method: 'GET',
  path: '/api/projects/:id',
  summary: 'One project.',
  params: ById,
  reply: Project,
})

export const saveProject = route({
  name: 'saveProject',
  method: 'PATCH',
  path: '/api/projects/:id',
  summary: 'Changes the named fields of a project.',
  params: ById,
  body: ProjectEdit,
  reply: Project,
})

export const removeProject = route({
  name: 'removeProject',
  method: 'DELETE',
  path: '/api/projects/:id',
  summary: 'Moves a project to the trash, where it rests 30 days.',
  params: ById,
})

export const listTrashedProjects = route({
  name: 'listTrashedProjects',
  method: 'GET',
  path: '/api/trash/projects',
  summary: 'The projects in the trash.',
  reply: z.array(TrashedProject),
})

export const restoreProject = route({
  name: 'restoreProject',
  method: 'POST',
  path: '/api/trash/projects/:id/restore',
  summary: 'Brings a project back from the trash.',
  params: ById,
  reply: Project,
})

export const eraseProject = route({
  name: 'eraseProject',
  method: 'DELETE',
  path: '/api/trash/projects/:id',
  summary: 'Erases a project in the trash for ever.',
  params: ById,
})

export const emptyProjectTrash = route({
  name: 'emptyProjectTrash',
  method: 'DELETE',
  path: '/api/trash/projects',
  summary: 'Erases every project in the trash for ever.',
})
