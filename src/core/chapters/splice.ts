import type { Splice } from './contract.ts'

/** The text after a splice. Offsets are UTF-16 units. */
export const applySplice = (text: string, { at, remove, insert }: Splice): string =>
  text.slice(0, at) + insert + text.slice(at + remove)

const isHigh = (code: number) => code >= 0xd800 && code <= 0xdbff
const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff

/**
 * The smallest splice that makes `after` of `before`; none where they are equal. It never cuts a surrogate pair.
 * @param offset where `before` starts in the whole text
 */
export function spliceBetween(before: string, after: string, offset = 0): Splice | undefined {
  if (before === after) return undefined
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++
  if (start > 0 && isHigh(before.charCodeAt(start - 1))) start--
  let end = 0
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end++
  if (end > 0 && isLow(before.charCodeAt(before.length - end))) end--
  return { at: offset + start, remove: before.length - start - end, insert: after.slice(start, after.length - end) }
}

/**
 * The same for texts in blocks, in time of the number of blocks and of what changed: equal blocks that are the very
 * same string cost one comparison.
 */
export function spliceBetweenBlocks(before: readonly string[], after: readonly string[]): Splice | undefined {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  let offset = 0
  while (start < shorter && before[start] === after[start]) offset += (before[start++] as string).length
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  const changedBefore = before.slice(start, before.length - end).join('')
  const changedAfter = after.slice(start, after.length - end).join('')
  return spliceBetween(changedBefore, changedAfter, offset)
}
