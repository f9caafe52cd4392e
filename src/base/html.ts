/** Elements that stand by themselves: each parts words, and at the top level each is a block of the text. */
const blockTags = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'hr', 'pre', 'div'])
const voidTags = new Set(['br', 'hr'])

/** Elements that lie inside a line of text. */
export const inlineTags = ['strong', 'b', 'em', 'i', 'u', 's']

/** All that a chapter may hold: what the editor writes, and two older names of the same. */
export const proseTags = ['p', 'h1', 'h2', 'h3', 'blockquote', 'ul', 'ol', 'li', 'hr', 'br', ...inlineTags]

type Tag = { name: string; closing: boolean; end: number }

/** Reads the tag that starts at `<`; none where it is no tag. Linear, and quoted attributes may hold `>`. */
function readTag(html: string, at: number): Tag | undefined {
  let i = at + 1
  const closing = html[i] === '/'
  if (closing) i++
  const nameStart = i
  while (isNameCharacter(html.charCodeAt(i))) i++
  if (i === nameStart) return undefined
  const name = html.slice(nameStart, i).toLowerCase()
  let quote = ''
  for (; i < html.length; i++) {
    const character = html[i] as string
    if (quote) quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '>') return { name, closing, end: i + 1 }
  }
  return { name, closing, end: html.length }
}

const isNameCharacter = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)

/**
 * Splits the HTML of a text into its top-level blocks, without changing a character: joined, they are the text again.
 * Text that stands outside of any block is a block by itself.
 */
export function splitBlocks(html: string): string[] {
  const blocks: string[] = []
  let start = 0
  let depth = 0
  let inBlock = false
  const cut = (end: number) => {
    if (end > start) blocks.push(html.slice(start, end))
    start = end
    inBlock = false
  }
  for (let at = html.indexOf('<'); at !== -1; ) {
    const tag = readTag(html, at)
    const end = tag?.end ?? at + 1
    if (tag) {
      const isBlock = blockTags.has(tag.name)
      if (tag.closing) {
        if (depth > 0) depth--
        if (depth === 0 && inBlock) cut(end)
      } else {
        if (depth === 0 && isBlock) {
          cut(at)
          inBlock = true
        }
        if (!voidTags.has(tag.name)) depth++
        else if (depth === 0 && inBlock) cut(end)
      }
    }
    at = html.indexOf('<', end)
  }
  cut(html.length)
  return blocks
}

/**
 * Walks over a text as a reader sees it: `onText` gets runs of characters, `onBreak` is called where a block or a
 * line ends. Linear in the text; inline tags are passed over.
 */
export function walkText(html: string, onText: (run: string) => void, onBreak: () => void): void {
  let from = 0
  while (from < html.length) {
    const at = html.indexOf('<', from)
    if (at === -1) {
      onText(html.slice(from))
      return
    }
    if (at > from) onText(html.slice(from, at))
    const tag = readTag(html, at)
    if (!tag) {
      onText('<')
      from = at + 1
      continue
    }
    if (blockTags.has(tag.name) || tag.name === 'br') onBreak()
    from = tag.end
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00A0' }

/** Decodes the five entities that stored text can hold. */
const decode = (run: string) =>
  run.replace(/&(amp|lt|gt|quot|nbsp);/g, (_whole, name: string) => entities[name] as string)

/** The text of some HTML as plain text, a line for each block. */
export function plainText(html: string): string {
  let text = ''
  walkText(
    html,
    (run) => {
      text += decode(run)
    },
    () => {
      if (text && !text.endsWith('\n')) text += '\n'
    },
  )
  return text.trimEnd()
}
