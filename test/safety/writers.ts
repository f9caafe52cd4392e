import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { joinPostgres } from '#base/server/postgres.ts'
import { newVisitor, type Visitor } from '#test/app.ts'
import type { Dice } from '#test/dice.ts'

/** What is found out about the writers of one run. Each of them is alone in its chapter. */
export type Tally = {
  /** Saves that a writer was told are done. */
  acknowledged: number
  /** Of these, saves whose words are not in the chapter in the end. */
  lost: number
  /** Saves refused as if somebody else had written, where nobody did. */
  falseConflicts: number
  /** Saves done without the writer being told, known again by their opId when sent again. */
  recognised: number
  /** Whatever else is not as it must be. */
  faults: string[]
}

type Writer = {
  author: Visitor
  projectId: string
  chapterId: string
  revision: number
  /** The chapter as its writer knows it: paragraphs. */
  blocks: string[]
  words: number
  /** Saves begun. */
  begun: number
  /** The first words of the paragraphs that were acknowledged. */
  kept: string[]
}

/** Each author: three chapters of one book, and two of books of their own. */
const booksOfAuthor = [3, 1, 1]

/** Signs four authors in, and gives each of their twenty chapters a writer. */
export async function newWriters(url: string, dice: Dice): Promise<Writer[]> {
  const writers: Writer[] = []
  for (const name of ['ann', 'ben', 'cleo', 'dora']) {
    const author = newVisitor(url)
    await author.follow(`/api/auth/google?login_hint=${name}@example.org`)
    for (const chapters of booksOfAuthor) {
      const projectId = await add(author, '/api/projects', { title: 'A novel' })
      for (let i = 0; i < chapters; i++) {
        // Short chapters of one page, and long ones whose pages are split and joined.
        const blocks = Array.from({ length: dice.pick([0, 3, 60, 200]) }, () => paragraph(dice, 'opening').html)
        const content = blocks.join('')
        const chapterId = await add(author, `/api/projects/${projectId}/chapters`, { title: 'One', content })
        const { body } = await author.json('GET', `/api/chapters/${chapterId}`)
        writers.push({
          author,
          projectId,
          chapterId,
          revision: body.revision,
          blocks,
          words: body.wordCount,
          begun: 0,
          kept: [],
        })
      }
    }
  }
  return writers
}

async function add(author: Visitor, url: string, body: unknown): Promise<string> {
  const added = await author.json('POST', url, body)
  if (added.status !== 201) throw new Error(`${url}: ${added.status}`)
  return added.body.id
}

function paragraph(dice: Dice, first: string): { html: string; words: number } {
  const words = 3 + dice.below(40)
  return { html: `<p>${first}${' word'.repeat(words - 1)}</p>`, words }
}

/** Lets all writers write until `isOver`; each then brings its last save to its end. */
export async function write(writers: Writer[], dice: Dice, tally: Tally, isOver: () => boolean): Promise<void> {
  await Promise.all(
    writers.map(async (writer, number) => {
      while (!isOver()) {
        await saveOnce(writer, dice, tally, `w${number}n${writer.begun++}`)
        await sleep(dice.below(20))
      }
    }),
  )
}

export const newTally = (): Tally => ({ acknowledged: 0, lost: 0, falseConflicts: 0, recognised: 0, faults: [] })

/** Milliseconds after which a writer believes that the server will never be back. */
const patience = 60_000

/** Adds a paragraph, and sends the save again until the server answers it. */
async function saveOnce(writer: Writer, dice: Dice, tally: Tally, mark: string): Promise<void> {
  const { author, chapterId } = writer
  const place = dice.below(writer.blocks.length + 1)
  const { html, words } = paragraph(dice, mark)
  const at = writer.blocks.slice(0, place).reduce((sum, block) => sum + block.length, 0)
  const edit = { splice: { at, remove: 0, insert: html }, baseRevision: writer.revision, opId: `${mark}-${chapterId}` }
  let isDone = false
  for (const end = Date.now() + patience; Date.now() < end; ) {
    const answer = await author.json('PATCH', `/api/chapters/${chapterId}`, edit).catch(() => undefined)
    if (answer?.status === 200) {
      if (answer.body.revision !== edit.baseRevision + 1) tally.faults.push(`${mark}: revision ${answer.body.revision}`)
      if (isDone) tally.recognised++
      writer.blocks.splice(place, 0, html)
      writer.words += words
      writer.revision = answer.body.revision
      writer.kept.push(mark)
      tally.acknowledged++
      return
    }
    if (answer?.status === 409) return goOn(writer, tally, answer.body.stored)
    if (answer && answer.status !== 503) {
      tally.faults.push(`${mark}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return
    }
    // Was it done all the same?
    let stored: typeof answer
    do {
      await sleep(150)
      stored = await author.json('GET', `/api/chapters/${chapterId}/revision`).catch(() => undefined)
    } while (!stored && Date.now() < end)
    if (stored?.status === 200) isDone = stored.body.revision === edit.baseRevision + 1
  }
  tally.faults.push(`${mark}: never answered`)
}

/** Nobody else writes here, so that a conflict is false, or comes of words that the server has lost. */
function goOn(writer: Writer, tally: Tally, stored: { content: string; revision: number }): void {
  if (stored.revision > writer.revision) tally.falseConflicts++
  writer.revision = stored.revision
  writer.blocks = stored.content.split(/(?<=<\/p>)/)
  writer.words = stored.content.split(/\s+|<\/p>/).filter(Boolean).length
}

/** Compares what the writers know with what the server has, and its numbers with its texts. */
export async function examine(writers: Writer[], dataDir: string, tally: Tally): Promise<void> {
  const { faults } = tally
  const wordsOf = new Map<string, number>()
  for (const { author, projectId, chapterId, revision, blocks, words, kept } of writers) {
    const { body } = await author.json('GET', `/api/chapters/${chapterId}`)
    const there = new Set(Array.from(body.content.matchAll(/<p>(\w+)/g), (match: string[]) => match[1]))
    tally.lost += kept.filter((mark) => !there.has(mark)).length
    if (body.content !== blocks.join('')) faults.push(`${chapterId}: another text`)
    if (body.revision !== revision) faults.push(`${chapterId}: revision ${body.revision} for ${revision}`)
    if (body.wordCount !== words) faults.push(`${chapterId}: ${body.wordCount} words for ${words}`)
    wordsOf.set(projectId, (wordsOf.get(projectId) ?? 0) + words)
  }
  for (const { author, projectId } of writers) {
    const { body } = await author.json('GET', `/api/projects/${projectId}`)
    if (body.wordCount !== wordsOf.get(projectId)) faults.push(`${projectId}: ${body.wordCount} words in all`)
  }
  faults.push(...(await examinePages(dataDir)))
}

/** The pages of a chapter, joined, are its text, and the row beside them holds their numbers. */
async function examinePages(dataDir: string): Promise<string[]> {
  const postgres = await joinPostgres({ dataDir, dataDirGiven: true })
  const client = new pg.Client(postgres?.connection())
  await client.connect()
  const { rows } = await client.query(`
    select c.id from chapters c left join lateral (
      select count(*) as pages, count(distinct position) as positions,
             coalesce(sum(length(html)), 0) as characters, coalesce(sum(length), 0) as length,
             coalesce(sum(octet_length(html)), 0) as bytes, coalesce(sum(word_count), 0) as words
      from chapter_pages where chapter_id = c.id
    ) p on true
    where (c.length, c.bytes, c.word_count) is distinct from (p.length, p.bytes, p.words)
       or p.characters <> p.length or p.pages <> p.positions`)
  await client.end()
  return rows.map(({ id }) => `${id}: its numbers are not those of its pages`)
}
