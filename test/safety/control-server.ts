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

http.addHook('onSend', async (request) => {
  if (isSave(request)) await sleep(30)
})

type Save = { method: string; url: string; headers: Record<string, any>; body: any }

const isSave = (request: { method: string; routeOptions: { url?: string } }) =>
  request.method === 'PATCH' && request.routeOptions.url === '/api/chapters/:id'

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
    for (const { url, headers, body } of saves) {
      const payload = { ...body, late: true }
      await http.inject({ method: 'PATCH', url, headers: { cookie: headers.cookie, host: headers.host }, payload })
    }
    setTimeout(write, 200)
  }
  setTimeout(write, 200)
  // The contract would drop the mark of those that are written late.
  http.addHook('preValidation', async (request, reply) => {
    const { method, url, headers, body } = request as Save
    if (!isSave(request) || body.late) return
    batch.push({ method, url, headers, body })
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
