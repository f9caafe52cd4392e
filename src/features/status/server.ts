import { answers, type Database } from '#base/server/db.ts'
import { type Http, serve } from '#base/server/http.ts'
import { readHealth } from './contract.ts'

/** Milliseconds after which a silent database counts as down; the answer has to come within six seconds. */
const patience = 4000

export function serveStatus(http: Http, { db }: Database): void {
  serve(http, readHealth, async ({ reply }) => {
    const start = performance.now()
    const healthy = await answers(db, patience)
    if (!healthy) reply.code(503)
    return {
      status: healthy ? ('healthy' as const) : ('unhealthy' as const),
      responseTime: Math.round(performance.now() - start),
      uptime: Math.round(process.uptime()),
      timestamp: new Date().toISOString(),
    }
  })
}
