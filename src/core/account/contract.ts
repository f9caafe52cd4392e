import * as z from 'zod/mini'
import { Moment, route } from '#base/route.ts'
import { Tier } from '#core/plans/rules.ts'

/** The signed-in author, as the browser knows them. */
export const CurrentUser = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  subscriptionTier: Tier,
  subscriptionStatus: z.enum(['active', 'cancelled', 'suspended']),
  isAdmin: z.boolean(),
  createdAt: Moment,
})
export type CurrentUser = z.infer<typeof CurrentUser>

export const readCurrentUser = route({
  name: 'readCurrentUser',
  method: 'GET',
  path: '/api/auth/user',
  summary: 'The signed-in user; 401 for a visitor.',
  reply: CurrentUser,
})
