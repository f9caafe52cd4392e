import * as z from 'zod/mini'

/** The plans, cheapest first. `pro`, which older pages say, is read as studio. */
export const Tier = z.enum(['free', 'basic', 'premium', 'studio'])
export type Tier = z.infer<typeof Tier>

/** -1 means unlimited. */
const Limit = z.int().check(z.minimum(-1))

/** What a plan allows. Later features add their numbers here, and here only. */
const PlanLimits = z.object({ projects: Limit })
type PlanLimits = z.infer<typeof PlanLimits>

export type Catalogue = Record<Tier, PlanLimits>

/** Any number of the catalogue that an operator wants otherwise. */
export const PlanOverrides = z.partialRecord(Tier, z.partial(PlanLimits))
export type PlanOverrides = z.infer<typeof PlanOverrides>

export const unlimited = -1

const embedded: Catalogue = {
  free: { projects: 1 },
  basic: { projects: unlimited },
  premium: { projects: unlimited },
  studio: { projects: unlimited },
}

/** The catalogue with the operator's changes. */
export function catalogueWith(overrides: PlanOverrides): Catalogue {
  const tiers = Object.entries(embedded) as [Tier, PlanLimits][]
  return Object.fromEntries(tiers.map(([tier, limits]) => [tier, { ...limits, ...overrides[tier] }])) as Catalogue
}

/** True where `count` things already there leave room for one more. */
export const leavesRoom = (limit: number, count: number) => limit === unlimited || count < limit

/** The name of a plan as screens show it. */
export const planLabel: Record<Tier, string> = {
  free: 'Free Plan',
  basic: 'Basic',
  premium: 'Premium',
  studio: 'Studio',
}
