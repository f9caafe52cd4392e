import { existsSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import { notFound } from '#base/errors.ts'
import type { Http } from '#base/server/http.ts'

const year = 31_536_000_000

/**
 * Serves the browser's build: its files as they are, and its one page for every other address, whose router then
 * decides. An unknown address of the API is a JSON 404.
 */
export async function serveBrowser(http: Http, webRoot: string | undefined): Promise<void> {
  const page = webRoot && existsSync(join(webRoot, 'index.html'))
  if (page) {
    await http.register(serveStatic, {
      root: webRoot,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Names of built files hold their hash; what a name means never changes.
        const lasting = path.includes('/assets/')
        reply.header('cache-control', lasting ? `public, max-age=${year / 1000}, immutable` : 'no-cache')
      },
    })
  }
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] as string
    const isPage = page && (request.method === 'GET' || request.method === 'HEAD')
    if (!isPage || path.startsWith('/api/') || path.startsWith('/assets/')) throw notFound('This address')
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
