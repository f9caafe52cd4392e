import type { FastifyServerOptions } from 'fastify'

/**
 * What the log says of a request: method, route, status and time. Never the query or the body, which may hold
 * a person's words or a sign-in code.
 */
export function logOptions(level: string): FastifyServerOptions['logger'] {
  if (level === 'silent') return false
  return {
    level,
    serializers: {
      req: (request) => ({ method: request.method, path: request.url?.split('?')[0] }),
      res: (reply) => ({ status: reply.statusCode }),
    },
  }
}
