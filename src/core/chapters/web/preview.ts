import { plainText } from '#base/html.ts'

/** Characters of a chapter that the workspace shows. */
export const previewLength = 500

export type Preview = {
  paragraphs: string[]
  /** The chapter goes on. */
  more: boolean
}

/**
 * The beginning of a chapter as plain text, its paragraphs kept, at most 500 characters as a reader counts them. Reads
 * no more of a long chapter than it needs.
 */
export function previewOf(html: string, length = previewLength): Preview {
  let text = ''
  let whole = false
  for (let read = length * 4; !whole; read *= 4) {
    whole = read >= html.length
    text = plainText(whole ? html : upToTag(html, read)).trim()
    // Twice as many units as are shown, so that a cut in the middle of a character lies behind the end.
    if (text.length > length * 2) break
  }
  const shown = firstCharacters(text, length)
  const paragraphs = shown.split('\n').flatMap((line) => (line.trim() ? [line.trim()] : []))
  return { paragraphs, more: shown.length < text.length }
}

/** The beginning of some HTML that ends in front of a tag, as half a tag or entity would read as text. */
function upToTag(html: string, end: number): string {
  const tag = html.indexOf('<', end)
  return tag === -1 ? html : html.slice(0, tag)
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function firstCharacters(text: string, length: number): string {
  if (text.length <= length) return text
  let count = 0
  // A character may be many units long, but no reader's is longer than this on average.
  for (const { index } of characters.segment(text.slice(0, length * 16))) {
    if (count++ === length) return text.slice(0, index)
  }
  return text.slice(0, length * 16)
}
