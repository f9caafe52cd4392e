import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifySerializerCompiler,
} from 'fastify'
import { jsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Problem } from '#base/errors.ts'
import { type Access, type AnyRoute, nothing, type Route } from '#base/route.ts'
import { isUnreachable } from './db.ts'
import { logOptions } from './log.ts'

export type Http = FastifyInstance
export type { FastifyReply as Reply, FastifyRequest as Request } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    route?: AnyRoute
  }
}

// The small zod of the contracts brings no sentences of its own; a form in the browser has none to lose.
z.config(z.locales.en())

const megabyte = 1024 * 1024

/**
 * The HTTP server, before any feature: validation by contracts, one shape of errors, security headers, the refusal
 * of writes from other sites, and a deadline, so that a request is always answered.
 *
 * @param options.baseUrl where browsers reach us; on https, cookies and headers are made for https
 * @param options.deadline milliseconds after which a request is answered 503, whatever it waits for
 */
export async function openHttp(options: { baseUrl: string; logLevel: string; deadline?: number }): Promise<Http> {
  const secure = options.baseUrl.startsWith('https:')
  const http = fastify({
    logger: logOptions(options.logLevel),
    bodyLimit: megabyte,
    trustProxy: 'loopback',
    routerOptions: { maxParamLength: 400 },
    forceCloseConnections: true,
  })
  http.setValidatorCompiler(validatorCompiler)
  http.setSerializerCompiler(filterBySchema)
  http.setErrorHandler(answerError)
  http.addHook('onRequest', async (request) => refuseForeignWrites(request, options.baseUrl))
  http.addHook('onRequest', async (_request, reply) => keepDeadline(reply, options.deadline ?? 5500))
  await http.register(cookie)
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Foolscap', version: '1', description: 'Everything that the browser can do.' },
    },
    transform: jsonSchemaTransform,
  })
  await http.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Alignment of a paragraph is a style attribute, and the dialogs' scroll lock is a style element.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https://lh3.googleusercontent.com'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Signing in again happens in a pop-up, which passes through the identity provider's pages.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
  })
  return http
}

/**
 * Drops what a reply's contract does not name. Replies hold no codecs, so that parsing does, which takes half the time
 * that the type provider's encoding takes on a list of 2,000.
 */
const filterBySchema: FastifySerializerCompiler<z.core.$ZodType> =
  ({ schema }) =>
  (answer) =>
    JSON.stringify(z.parse(schema, answer))

/** What a handler of an empty reply returns is dropped. */
type Answer<S extends z.core.$ZodType> = z.output<S> extends undefined ? unknown : z.output<S>

/** Serves one contract. The handler receives what the contract validated, and returns what it promises. */
export function serve<
  P extends z.core.$ZodType,
  Q extends z.core.$ZodType,
  B extends z.core.$ZodType,
  R extends z.core.$ZodType,
>(
  http: Http,
  route: Route<P, Q, B, R>,
  handle: (input: {
    params: z.output<P>
    query: z.output<Q>
    body: z.output<B>
    request: FastifyRequest
    reply: FastifyReply
  }) => Promise<Answer<R>>,
): void {
  const isGiven = (schema: z.core.$ZodType) => schema !== nothing
  http.route({
    method: route.method,
    url: route.path,
    config: { access: route.access, route: route as unknown as AnyRoute },
    bodyLimit: route.bodyLimit,
    schema: {
      summary: route.summary,
      operationId: route.name,
      ...(isGiven(route.params) ? { params: route.params } : {}),
      ...(isGiven(route.query) ? { querystring: route.query } : {}),
      ...(isGiven(route.body) ? { body: route.body } : {}),
      ...(isGiven(route.reply) ? { response: { [route.status]: route.reply } } : {}),
    },
    handler: async (request, reply) => {
      const { params, query, body } = request as { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
      reply.code(route.status)
      reply.header('cache-control', 'no-store')
      const answer = await handle({ params, query, body, request, reply })
      return isGiven(route.reply) ? answer : reply.send()
    },
  })
}

/** A browser says where a write comes from; a script that says nothing has no user's cookies to abuse. */
function refuseForeignWrites(request: FastifyRequest, baseUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
  if (isForeign(request, baseUrl))
    throw new Problem('forbidden', 'This request came from another site and was refused.')
}

/** True where the browser says that another site caused this request. */
export function isForeign(request: FastifyRequest, baseUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const origin = request.headers.origin
  return origin !== undefined && origin !== new URL(baseUrl).origin
}

function keepDeadline(reply: FastifyReply, milliseconds: number): void {
  const timer = setTimeout(() => {
    if (!reply.sent) void reply.send(new Problem('upstream', unreachable))
  }, milliseconds)
  timer.unref()
  reply.raw.once('close', () => clearTimeout(timer))
}

const unreachable = 'The database does not answer. What you wrote is kept on this device; please try again.'

async function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const problem = toProblem(thrown)
  if (problem.status >= 500) request.log.error({ err: withoutWords(thrown), url: request.routeOptions.url }, 'failed')
  if (reply.sent) return reply
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(JSON.stringify(problem.toBody()))
}

/** What a schema found wrong. A text that is too long is told apart, as an author's words and no mistake. */
type Fault = { instancePath: string; message: string; keyword?: string; params?: { origin?: unknown } }

/** Names any thrown thing as one of our errors. */
function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  const error = thrown as { validation?: Fault[]; validationContext?: string; statusCode?: number }
  if (error.validation) {
    // An id that no record can have is a record that is not there.
    if (error.validationContext === 'params') return new Problem('not_found', 'Nothing was found at this address.')
    const fields: Record<string, string> = {}
    for (const { instancePath, message } of error.validation) {
      const field = fieldOf(instancePath)
      if (field) fields[field] ??= message
    }
    const [field, sentence] = Object.entries(fields)[0] ?? ['', 'The request is not understood.']
    const isTooLong = error.validation.every(
      ({ keyword, params }) => keyword === 'too_big' && params?.origin === 'string',
    )
    return new Problem(isTooLong ? 'too_large' : 'bad_input', field ? `${field}: ${sentence}` : sentence, { fields })
  }
  if (isUnreachable(thrown)) return new Problem('upstream', unreachable)
  if (error.statusCode === 413) return new Problem('too_large', 'This is more than can be taken at once.')
  if (error.statusCode === 404) return new Problem('not_found', 'Nothing was found at this address.')
  if (error.statusCode && error.statusCode < 500) return new Problem('bad_input', 'The request is not understood.')
  return new Problem('broken', 'Something went wrong on the server. What you wrote is kept on this device.')
}

const fieldOf = (pointer: string) => pointer.replace(/^\//, '').replaceAll('/', '.')

/** Errors of the database driver carry the row's values; a log carries no word of a manuscript. */
function withoutWords(thrown: unknown): { type: string; message: string; code?: unknown; stack?: string } {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const cause = error.cause instanceof Error ? error.cause : error
  const frames = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n')
  const message = 'query' in error ? 'a query failed' : cause.message
  return { type: cause.name, message: message.slice(0, 200), code: (cause as { code?: unknown }).code, stack: frames }
}
