import { spliceBetweenBlocks } from '#core/chapters/splice.ts'
import { milliseconds, quantile, type Session, startProduct } from '#test/product.ts'

/*
 * What a sentence costs: saving it in a chapter of 600 kB over saving it in one of 30 kB, in turn, in the same run.
 * The text is what the editor sends; the time is the round trip, with its COMMIT on disk.
 */

const rounds = 300
const sentence = 'The lamp went out at ten, and she counted to a hundred before she trusted the dark. '
const paragraph = `<p>${sentence.repeat(6).trim()}</p>`

type Desk = { id: string; blocks: string[]; revision: number; times: number[]; bytes: number[] }

async function open(author: Session, projectId: string, size: number): Promise<Desk> {
  const blocks = Array.from({ length: Math.round(size / paragraph.length) }, () => paragraph)
  const { body } = await author.send<{ id: string; revision: number }>('POST', `/api/projects/${projectId}/chapters`, {
    title: `${size}`,
    content: blocks.join(''),
  })
  return { ...body, blocks, times: [], bytes: [] }
}

/** Writes a sentence at the end of a paragraph somewhere, and saves it. */
async function saveSentence(author: Session, desk: Desk, round: number): Promise<void> {
  const at = (round * 7919) % desk.blocks.length
  const after = desk.blocks.with(at, (desk.blocks[at] as string).replace('</p>', ` ${sentence}${round}.</p>`))
  const splice = spliceBetweenBlocks(desk.blocks, after)
  const start = performance.now()
  const { body, bytes } = await author.send<{ revision: number }>('PATCH', `/api/chapters/${desk.id}`, {
    splice,
    baseRevision: desk.revision,
    opId: `bench-${round}-${desk.id}`,
  })
  desk.times.push(performance.now() - start)
  desk.bytes.push(bytes)
  desk.blocks = after
  desk.revision = body.revision
}

const product = await startProduct()
try {
  const author = await product.signIn('bench@example.org')
  const { body: project } = await author.send<{ id: string }>('POST', '/api/projects', { title: 'Bench' })
  const short = await open(author, project.id, 30_000)
  const long = await open(author, project.id, 600_000)
  for (let round = 0; round < rounds + 50; round++) {
    if (round === 50) for (const desk of [short, long]) desk.times.length = 0
    // In turn, and each first as often as the other, so that a machine that drifts favours neither.
    for (const desk of round % 2 ? [short, long] : [long, short]) await saveSentence(author, desk, round)
  }
  const line = (name: string, { times, bytes }: Desk) =>
    console.log(
      `${name}: p50 ${milliseconds(quantile(times, 0.5))}, p95 ${milliseconds(quantile(times, 0.95))}, at most ${Math.max(...bytes)} bytes sent`,
    )
  line('a sentence in  30 kB', short)
  line('a sentence in 600 kB', long)
  const ratio = (share: number) => (quantile(long.times, share) / quantile(short.times, share)).toFixed(2)
  console.log(`ratio 600 kB / 30 kB: p50 ${ratio(0.5)}, p95 ${ratio(0.95)} (to be 1.5 or less)`)
} finally {
  await product.stop()
}
