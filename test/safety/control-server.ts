import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openApp } from '#app/server/app.ts'
import { readConfig } from '#app/server/config.ts'
import { migrateDatabase } from '#base/server/db.ts'
import { startPostgres } from '#base/server/postgres.ts'

/**
 * The product, broken in one place, to show that the check of the kill tests finds it out:
 * - `early` answers a save before it is written, as a server does that writes in batches
 * - `forgetful` does not look at a save's opId
 * - `sound` is not broken
 * Each of them sits behind a slow line, on which many an answer is still on its way when the server is killed.
 */
const variant = process.argv[2]

const config = readConfig(process.env)
const postgres = await startPostgres(config)
await migrateDatabase(postgres.connection(), path.resolve(import.meta.dirname, '../../migrations'))
const sessionSecret = 'a secret of thirty-two characters'
const { http, close } = await openApp({ ...config, sessionSecret }, postgres.connection())

type Save = { url: string; cookie: string | undefined; body: any }

const isSave = (request: { method: string; routeOptions: { url?: string } }) =>
  request.method === 'PATCH' && request.routeOptions.url === '/api/chapters/:id'

http.addHook('onSend', async (request) => {
  if (isSave(request) && !request.headers['x-late']) await sleep(30)
})

if (variant === 'forgetful') {
  http.addHook('preHandler', async (request) => {
    if (isSave(request)) (request.body as Save['body']).opId = undefined
  })
}

if (variant === 'early') {
  let batch: Save[] = []
  const write = async () => {
    const saves = batch
    batch = []
    for (const { url, cookie, body } of saves) {
      const headers = { cookie, host: `localhost:${config.port}`, 'x-late': 'yes' }
      await http.inject({ method: 'PATCH', url, headers, payload: body })
    }
    setTimeout(write, 200)
  }
  setTimeout(write, 200)
  http.addHook('preValidation', async (request, reply) => {
    const body = request.body as Save['body']
    if (!isSave(request) || request.headers['x-late']) return
    batch.push({ url: request.url, cookie: request.headers.cookie, body })
    return reply.serializer(JSON.stringify).send({ revision: body.baseRevision + 1 })
  })
}

await http.listen({ port: config.port, host: config.host })
process.on(
  'SIGTERM',
  () =>
    void close()
      .then(() => postgres.stop())
      .finally(() => process.exit()),
)
console.log('Foolscap is ready')
