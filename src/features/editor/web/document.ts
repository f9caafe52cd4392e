import { createDocument, type Editor } from '@tiptap/core'
import { DOMSerializer, type Node } from '@tiptap/pm/model'
import { countWords } from '#core/chapters/words.ts'

const htmlOf = new WeakMap<Node, string>()
const wordsOf = new WeakMap<Node, number>()

/** The HTML of one block, to the byte what the editor's getHTML writes; made once for each block that stays. */
function blockHtml(block: Node): string {
  let html = htmlOf.get(block)
  if (html === undefined) {
    const element = DOMSerializer.fromSchema(block.type.schema).serializeNode(block) as Element
    html = element.outerHTML
    htmlOf.set(block, html)
  }
  return html
}

const isBlank = (doc: Node) =>
  doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.firstChild.childCount === 0

/** The text in blocks of HTML. A document that holds nothing is no block at all. */
export function blocksOf(doc: Node): string[] {
  return isBlank(doc) && !doc.firstChild?.attrs.textAlign ? [] : doc.children.map(blockHtml)
}

/** Words of the whole text, counted anew only in blocks that changed. */
export function wordsIn(doc: Node): number {
  let words = 0
  for (const block of doc.children) {
    let count = wordsOf.get(block)
    if (count === undefined) {
      count = countWords(blockHtml(block))
      wordsOf.set(block, count)
    }
    words += count
  }
  return words
}

/** Spaces are an author's own: two of them stay two. */
export const parseOptions = { preserveWhitespace: true } as const

/** Marks a change that no author made: it is not saved, and Undo does not know it. */
export const notByAuthor = 'foolscap-not-by-author'

/** Shows another text, touching only the blocks that differ, so that a caret elsewhere stays where it is. */
export function showText(editor: Editor, html: string): void {
  const before = editor.state.doc.children
  const after = createDocument(html, editor.schema, parseOptions).children
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head]?.eq(after[head] as Node)) head++
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail)?.eq(after.at(-1 - tail) as Node)) tail++
  if (head === before.length && head === after.length) return
  const position = (blocks: readonly Node[]) => blocks.reduce((sum, block) => sum + block.nodeSize, 0)
  const from = position(before.slice(0, head))
  const to = position(before.slice(0, before.length - tail))
  const { tr } = editor.state
  tr.replaceWith(from, to, after.slice(head, after.length - tail))
  tr.setMeta(notByAuthor, true).setMeta('addToHistory', false)
  editor.view.dispatch(tr)
}
