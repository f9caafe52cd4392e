/** Book cloths. Each carries `coverInk` at 7:1 and more; cover.test.ts holds them to it. */
export const cloths = [
  '#5b2a2a',
  '#27455c',
  '#3d4a31',
  '#46304a',
  '#1f4a4a',
  '#58402a',
  '#3b4552',
  '#71352a',
  '#24442f',
  '#252f52',
  '#5c2b44',
  '#4c481e',
] as const

export const coverInk = '#fbf6ea'

/** How the type stands on a cover: at the head, in a frame, or under a band. */
export const layouts = ['head', 'frame', 'band'] as const

/** The cover of a title: the same title has the same cover, on every device. */
export function coverOf(title: string): { cloth: string; layout: (typeof layouts)[number] } {
  const seed = hash(title.trim().normalize('NFC').toLowerCase())
  return {
    cloth: cloths[seed % cloths.length] ?? cloths[0],
    layout: layouts[Math.floor(seed / cloths.length) % layouts.length] ?? layouts[0],
  }
}

/** Size of a title's type on its cover, so that a long one has room. */
export function titleSize(title: string): 'large' | 'medium' | 'small' {
  const longest = Math.max(...title.split(/\s+/).map((word) => [...word].length))
  const length = [...title].length
  if (length <= 32 && longest <= 11) return 'large'
  return length <= 80 && longest <= 16 ? 'medium' : 'small'
}

/** FNV-1a with a last stir, so that titles that differ in one letter lie far apart. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 15), 0x85ebca6b)
  return (value ^ (value >>> 13)) >>> 0
}
