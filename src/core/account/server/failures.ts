import { Problem } from '#base/errors.ts'
import { isUnreachable } from '#base/server/db.ts'
import type { Reply, Request } from '#base/server/http.ts'
import { SignInFailure } from './google.ts'
import { signInPath } from './loopback.ts'
import { notice, sendPage } from './pages.ts'

const failures = {
  cancelled: [403, 'The sign-in was cancelled', 'Nothing has changed.'],
  refused: [403, 'The sign-in was refused', 'What came back from it could not be trusted, so nothing has changed.'],
  unreachable: [
    503,
    'The sign-in cannot be reached',
    'It did not answer, or not as it should. Nothing is lost; please try again in a moment.',
  ],
} as const

/** Tells a failed sign-in or sign-out as a page: what happened, and where to try `again`. */
export function answerFailure(thrown: Error, request: Request, reply: Reply, again: string): Reply {
  const links = { 'Try again': again, 'First page': '/' }
  const tell = (status: number, title: string, sentence: string) =>
    sendPage(reply, status, title, notice(sentence, links))

  if (thrown instanceof SignInFailure) {
    const { name, message, code, error } = (thrown.cause ?? thrown) as Record<string, unknown>
    // Wrong keys show here alone: the operator needs the provider's own word for it.
    if (thrown.reason !== 'cancelled')
      request.log.warn({ reason: thrown.reason, name, message, code, error }, 'a sign-in failed')
    const [status, title, sentence] = failures[thrown.reason]
    return tell(status, title, sentence)
  }
  if (thrown instanceof Problem) return tell(thrown.status, 'That did not work', thrown.sentence)
  const status = 'statusCode' in thrown ? Number(thrown.statusCode) : 500
  if (status < 500) return tell(status, 'That did not work', 'The request is not understood.')
  request.log.error({ name: thrown.name, message: 'query' in thrown ? 'a query failed' : thrown.message }, 'failed')
  if (isUnreachable(thrown)) {
    return tell(
      503,
      'That did not work',
      'The database does not answer. Nothing is lost; please try again in a moment.',
    )
  }
  return tell(500, 'That did not work', 'Something went wrong on the server. Nothing is lost.')
}

/** For a sign-in of which nothing is known any more. */
export const answerExpired = (reply: Reply): Reply => sendPage(reply, 400, expired.title, expired.content)

export const expired = {
  title: 'This sign-in has expired',
  content: notice(
    'It was begun in another browser, more than ten minutes ago, or is over already. Nothing has changed.',
    {
      'Sign in again': signInPath,
      'First page': '/',
    },
  ),
}
