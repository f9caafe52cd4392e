import { printed } from '#base/web/relative-time.ts'

/** A number with its noun: '1 word', '2,655 words'. */
export const counted = (count: number, noun: string) => `${printed(count)} ${count === 1 ? noun : `${noun}s`}`
