import swaggerUi from '@fastify/swagger-ui'
import type { Http } from '#base/server/http.ts'

/** Serves the OpenAPI page, made from the contracts, at /api/docs; the document itself is /api/docs/json. */
export async function serveDocs(http: Http): Promise<void> {
  await http.register(swaggerUi, { routePrefix: '/api/docs' })
}
