import { spliceBetween } from '#core/chapters/splice.ts'
import { milliseconds, quantile, type Session, startProduct } from '#test/product.ts'

/*
 * What one machine carries: writers who save as fast as they are answered, and readers on fifty connections, each
 * beside GET /api/health in the same run: a request that only asks the database whether it is there.
 */

const seconds = 8
const people = 50
const chapterSize = 18_000

type Figures = { each: number; p50: number; p99: number }

/** Runs `work` on fifty connections for some seconds. */
async function flatOut(work: (person: number) => Promise<unknown>): Promise<Figures> {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  const one = async (person: number) => {
    while (performance.now() < until) {
      const start = performance.now()
      await work(person)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: people }, (_, person) => one(person)))
  return { each: times.length / seconds, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

const paragraph = `<p>${'The lamp went out at ten, and she counted to a hundred. '.repeat(10).trim()}</p>`

type Desk = { author: Session; projectId: string; id: string; text: string; revision: number; saves: number }

async function sitDown(signIn: (email: string) => Promise<Session>, person: number): Promise<Desk> {
  const author = await signIn(`writer-${person}@example.org`)
  const { body: project } = await author.send<{ id: string }>('POST', '/api/projects', { title: `Novel ${person}` })
  const text = paragraph.repeat(Math.round(chapterSize / paragraph.length))
  const path = `/api/projects/${project.id}/chapters`
  for (let i = 0; i < 9; i++) await author.send('POST', path, { title: `Chapter ${i}` })
  const { body } = await author.send<{ id: string; revision: number }>('POST', path, { title: 'Mine', content: text })
  return { author, projectId: project.id, id: body.id, text, revision: body.revision, saves: 0 }
}

async function save(desk: Desk): Promise<void> {
  const at = desk.text.length - '</p>'.length
  const text = `${desk.text.slice(0, at)} And ${desk.saves} more.</p>`
  const edit = {
    splice: spliceBetween(desk.text, text),
    baseRevision: desk.revision,
    opId: `${desk.id}-${desk.saves++}`,
  }
  const { body } = await desk.author.send<{ revision: number }>('PATCH', `/api/chapters/${desk.id}`, edit)
  Object.assign(desk, { text, revision: body.revision })
}

const product = await startProduct()
try {
  const desks: Desk[] = []
  for (let person = 0; person < people; person++) desks.push(await sitDown(product.signIn, person))
  const at = (person: number) => desks[person] as Desk
  const read = (path: (desk: Desk) => string) => (person: number) => at(person).author.send('GET', path(at(person)))
  const peer = await flatOut(read(() => '/api/health'))
  const line = (name: string, { each, p50, p99 }: Figures) =>
    console.log(
      `${name.padEnd(22)} ${each.toFixed(0).padStart(6)} a second, p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}; ` +
        `${(each / peer.each).toFixed(2)} of the peer's rate`,
    )
  line('peer: health', peer)
  line('read: projects', await flatOut(read(() => '/api/projects')))
  line('read: metadata of 10', await flatOut(read((desk) => `/api/projects/${desk.projectId}/chapters/metadata`)))
  line('read: chapter of 18 kB', await flatOut(read((desk) => `/api/chapters/${desk.id}`)))
  line('save: 18 kB, flat out', await flatOut((person) => save(at(person))))
} finally {
  await product.stop()
}
