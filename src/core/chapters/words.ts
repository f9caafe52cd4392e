import { walkText } from '#base/html.ts'

const space = 0
const other = 1
const letter = 2
const divider = 3
const ideograph = 4
type Kind = 0 | 1 | 2 | 3 | 4

const isSpace = /\s/
const isWordCharacter = /[\p{L}\p{N}]/u
/** Scripts that are written without spaces between words. */
const isUnspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u

/** Em dash, its longer forms, and the ellipsis part words. */
const dividers = new Set(['\u2014', '\u2015', '\u2E3A', '\u2E3B', '\u2026'])

const known = new Map<number, Kind>()

function kindOf(code: number): Kind {
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)) return letter
  const remembered = known.get(code)
  if (remembered !== undefined) return remembered
  const character = String.fromCodePoint(code)
  const kind = dividers.has(character)
    ? divider
    : isSpace.test(character)
      ? space
      : !isWordCharacter.test(character)
        ? other
        : isUnspaced.test(character)
          ? ideograph
          : letter
  known.set(code, kind)
  return kind
}

/**
 * Counts the words of stored HTML, by one rule on both sides: a word is a run without white space that holds a letter
 * or a digit; an em dash or an ellipsis parts words; in scripts written without spaces each character counts one.
 * Tags of blocks part words, tags within a line do not. Linear in the text, and additive over blocks.
 */
export function countWords(html: string): number {
  let words = 0
  let inWord = false
  const end = () => {
    if (inWord) words++
    inWord = false
  }
  const onText = (run: string) => {
    for (let i = 0; i < run.length; i++) {
      const code = run.codePointAt(i) as number
      if (code > 0xffff) i++
      if (code === 38) {
        // An entity: a no-break space parts words, the others are signs.
        const semicolon = run.indexOf(';', i)
        if (semicolon !== -1 && semicolon - i <= 5) {
          if (run.startsWith('&nbsp;', i)) end()
          i = semicolon
        }
        continue
      }
      // Three typed dots are an ellipsis too.
      if (code === 46 && run.startsWith('...', i)) {
        end()
        continue
      }
      const kind = kindOf(code)
      if (kind === letter) inWord = true
      else if (kind === space || kind === divider) end()
      else if (kind === ideograph) {
        end()
        words++
      }
    }
  }
  walkText(html, onText, end)
  end()
  return words
}
