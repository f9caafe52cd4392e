import { printed } from '#base/web/relative-time.ts'
import { titleLimit } from '../contract.ts'

/** What is wrong with a title; undefined where it can stand. */
export function titleError(title: string): string | undefined {
  if (title.trim() === '') return 'A title is required.'
  return title.trim().length > titleLimit ? `At most ${printed(titleLimit)} characters.` : undefined
}
