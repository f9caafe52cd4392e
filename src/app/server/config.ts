import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { StartError } from '#base/server/start-error.ts'
import { type Catalogue, catalogueWith, PlanOverrides } from '#core/plans/rules.ts'

export type Config = {
  port: number
  host: string
  /** Where browsers reach us, without a slash at the end. */
  baseUrl: string
  dataDir: string
  /** DATA_DIR was named by the operator, so nothing may lie elsewhere. */
  dataDirGiven: boolean
  databaseUrl: string | undefined
  sessionSecret: string | undefined
  adminEmail: string | undefined
  google: { clientId: string; clientSecret: string } | undefined
  catalogue: Catalogue
  logLevel: string
}

const isUrl = (value: string, ...protocols: string[]) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol)

const json = z.transform((value: string, context) => {
  try {
    return JSON.parse(value) as unknown
  } catch {
    context.issues.push({ code: 'custom', message: 'is no JSON', input: value })
    return z.NEVER
  }
})

const Environment = z.object({
  PORT: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(65_535)), 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  BASE_URL: z.optional(
    z.string().check(z.refine((value) => isUrl(value, 'http:', 'https:') && new URL(value).pathname === '/')),
  ),
  DATA_DIR: z.optional(z.string()),
  DATABASE_URL: z.optional(z.string().check(z.refine((value) => isUrl(value, 'postgres:', 'postgresql:')))),
  SESSION_SECRET: z.optional(z.string().check(z.minLength(32))),
  ADMIN_EMAIL: z.optional(z.email()),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  PLAN_OVERRIDES: z._default(z.pipe(z.pipe(z.string(), json), PlanOverrides), {}),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'warn'),
  NODE_ENV: z.optional(z.string()),
})

/** What to write instead, for each name. */
const fixes: Record<keyof z.infer<typeof Environment>, string> = {
  PORT: 'Give a whole number from 1 to 65535, such as 3000.',
  HOST: 'Give an address of this machine, such as 127.0.0.1.',
  BASE_URL: 'Give the address that browsers use, without a path, such as https://novels.example.org.',
  DATA_DIR: 'Give a folder, such as ./data.',
  DATABASE_URL: 'Give an address such as postgres://user:password@localhost:5432/foolscap.',
  SESSION_SECRET: 'Give at least 32 characters, such as the output of: openssl rand -hex 32. Or leave it out.',
  ADMIN_EMAIL: "Give the operator's e-mail address.",
  GOOGLE_CLIENT_ID: 'Give the client id of your Google project.',
  GOOGLE_CLIENT_SECRET: 'Give the client secret of your Google project.',
  PLAN_OVERRIDES: 'Give JSON such as {"free":{"projects":-1}}.',
  LOG_LEVEL: 'Give one of fatal, error, warn, info, debug, trace, silent.',
  NODE_ENV: 'Give production, or leave it out.',
}

const loopback = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])

/**
 * Reads the whole configuration, once. An empty value counts as none.
 * @throws StartError with the name of the wrong value and the fix
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    Object.keys(fixes).flatMap((name) => (environment[name]?.trim() ? [[name, environment[name].trim()]] : [])),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0]) as keyof typeof fixes
    throw new StartError(`${name} is wrong. ${fixes[name]}`)
  }
  const value = parsed.data
  const baseUrl = new URL(value.BASE_URL ?? `http://${urlHost(value.HOST)}:${value.PORT}`).origin
  return {
    port: value.PORT,
    host: value.HOST,
    baseUrl,
    dataDir: resolve(value.DATA_DIR ?? './data'),
    dataDirGiven: value.DATA_DIR !== undefined,
    databaseUrl: value.DATABASE_URL,
    sessionSecret: value.SESSION_SECRET,
    adminEmail: value.ADMIN_EMAIL?.toLowerCase(),
    google: googleKeys(value, baseUrl),
    catalogue: catalogueWith(value.PLAN_OVERRIDES),
    logLevel: value.LOG_LEVEL,
  }
}

const urlHost = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** Without Google's keys anybody may sign in as anybody, so that only this machine may reach the server. */
function googleKeys(value: z.infer<typeof Environment>, baseUrl: string): Config['google'] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = value
  if (clientId && clientSecret) {
    if (value.BASE_URL || !['0.0.0.0', '::'].includes(value.HOST)) return { clientId, clientSecret }
    throw new StartError(
      `BASE_URL is missing. HOST ${value.HOST} is no address that Google could send a browser back to. ${fixes.BASE_URL}`,
    )
  }
  if (clientId || clientSecret) {
    const missing = clientId ? 'GOOGLE_CLIENT_SECRET' : 'GOOGLE_CLIENT_ID'
    throw new StartError(`${missing} is missing. Set it beside the other of the pair, or set neither.`)
  }
  const fix = 'Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET'
  if (value.NODE_ENV === 'production')
    throw new StartError(
      `In production people sign in through Google. ${fix}, or unset NODE_ENV to try Foolscap on this machine.`,
    )
  if (!loopback.has(value.HOST))
    throw new StartError(
      `HOST ${value.HOST} lets other machines in, and without Google anybody could sign in as anybody. ${fix}, or leave HOST out.`,
    )
  if (!loopback.has(new URL(baseUrl).hostname))
    throw new StartError(
      `BASE_URL ${baseUrl} is reached from other machines, and without Google anybody could sign in as anybody. ${fix}, or leave BASE_URL out.`,
    )
  return undefined
}

/** Adds the values of a .env file that the environment does not set. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}
