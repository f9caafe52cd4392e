import type * as z from 'zod/mini'
import { Problem } from '#base/errors.ts'
import type { Route } from '#base/route.ts'

type Schema = z.core.$ZodType
type Parts<P extends Schema, Q extends Schema, B extends Schema> = {
  params?: z.input<P>
  query?: z.input<Q>
  body?: z.input<B>
  signal?: AbortSignal
  /** Lets a small last request outlive a closing tab. */
  keepalive?: boolean
}

/**
 * Calls a route of the server: the only fetch of the browser.
 * @throws Problem for any answer that is no success, and `upstream` with status 0 where the server is not reached
 */
export async function call<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  route: Pick<Route<P, Q, B, R>, 'method' | 'path' | 'reply'>,
  { params, query, body, signal, keepalive }: Parts<P, Q, B> = {},
): Promise<z.output<R>> {
  const answer = await ask(pathOf(route.path, params as Record<string, unknown>, query as Record<string, unknown>), {
    method: route.method,
    signal,
    keepalive,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return answer as z.output<R>
}

/** Asks a path and reads the JSON of its answer; undefined for 204. Throws as `call` does, which is to be preferred. */
export async function ask(path: string, init: RequestInit): Promise<unknown> {
  const { status, statusText, ok, text } = await send(path, { credentials: 'same-origin', cache: 'no-store', ...init })
  if (!ok) {
    const problem = Problem.fromAnswer(status, statusText, text)
    if (problem.code === 'signed_out') for (const listener of signedOutListeners) listener()
    throw problem
  }
  if (status === 204) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Such as the page of a hotel's network, which answers 200 to everything: nothing was saved.
    throw new Problem('upstream', 'Something between this device and the server answered in its place.', {
      status,
      bodyText: text.slice(0, 200),
    })
  }
}

const signedOutListeners = new Set<() => void>()

/** Calls `listener` after each answer that says 401, whoever asked. Returns how to stop. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener)
  return () => void signedOutListeners.delete(listener)
}

async function send(path: string, init: RequestInit) {
  try {
    const answer = await fetch(path, init)
    const { status, statusText, ok } = answer
    return { status, statusText, ok, text: await answer.text() }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new Problem('upstream', 'The server cannot be reached.', { status: 0, bodyText: 'Network error' })
  }
}

/** Fills a route's path: `/api/chapters/:id` and `{ id }` give `/api/chapters/…`. */
function pathOf(path: string, params: Record<string, unknown> = {}, query: Record<string, unknown> = {}): string {
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString()
  return search ? `${filled}?${search}` : filled
}
