import * as z from 'zod/mini'

/** Who may call a route at all. Whose rows it then sees is decided in SQL. */
export type Access = 'anyone' | 'signed_in' | 'admin'

type Schema = z.core.$ZodType

/**
 * What both sides agree on for one call: the server's validator, the filter of its reply, the browser's types and
 * the source of the OpenAPI page. `path` names its parameters as `:name`.
 */
export type Route<P extends Schema, Q extends Schema, B extends Schema, R extends Schema> = {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  summary: string
  access: Access
  params: P
  query: Q
  body: B
  /** `nothing` answers 204. */
  reply: R
  status: number
  /** Largest request in bytes, where it may be more than the usual 1 MiB. */
  bodyLimit?: number
}

export type AnyRoute = Route<Schema, Schema, Schema, Schema>

/** The schema of an empty part: no parameters, no body, or a 204. */
export const nothing = z.undefined()
type Nothing = typeof nothing

type RouteInput<P extends Schema, Q extends Schema, B extends Schema, R extends Schema> = {
  name: string
  method: AnyRoute['method']
  path: string
  summary: string
  access?: Access
  params?: P
  query?: Q
  body?: B
  reply?: R
  status?: number
  bodyLimit?: number
}

/** Declares a route. Left out: signed in only, no parameters, no body, an empty reply (204). */
export function route<
  P extends Schema = Nothing,
  Q extends Schema = Nothing,
  B extends Schema = Nothing,
  R extends Schema = Nothing,
>(given: RouteInput<P, Q, B, R>): Route<P, Q, B, R> {
  const { params = nothing, query = nothing, body = nothing, reply = nothing } = given
  return {
    access: 'signed_in',
    status: reply === nothing ? 204 : 200,
    ...given,
    params: params as P,
    query: query as Q,
    body: body as B,
    reply: reply as R,
  }
}

/**
 * A record's id: a string, made by the server. Anything else in a path is answered as a missing record, and so is an
 * id in another spelling: one record has one name.
 */
export const Id = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/))

export const ById = z.object({ id: Id })

/** U+0000 cannot be stored, and half a surrogate pair comes back as another character. */
const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/** A line or paragraph of plain text as a person types it, at most `max` characters. */
export const text = (max: number) =>
  z.string().check(
    z.maxLength(max, `At most ${max.toLocaleString('en')} characters.`),
    z.refine((value) => !unstorable.test(value), 'Holds a character that cannot be stored.'),
  )

/** The same, and not blank; surrounding white space is dropped. */
export const required = (max: number, sentence: string) => text(max).check(z.trim(), z.minLength(1, sentence))

/** Prose may hold anything; what cannot be stored is dropped from it. */
export const storable = (prose: string) =>
  unstorable.test(prose) ? prose.replace(new RegExp(unstorable, 'g'), '') : prose

/** A moment as ISO 8601 in UTC. */
export const Moment = z.iso.datetime()
