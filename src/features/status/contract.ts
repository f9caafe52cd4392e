import * as z from 'zod/mini'
import { Moment, route } from '#base/route.ts'

export const readHealth = route({
  name: 'readHealth',
  method: 'GET',
  path: '/api/health',
  summary: 'Whether the server and its database answer.',
  access: 'anyone',
  reply: z.object({
    status: z.enum(['healthy', 'unhealthy']),
    /** Milliseconds that the database took. */
    responseTime: z.number(),
    /** Seconds since the server started. */
    uptime: z.number(),
    timestamp: Moment,
  }),
})
