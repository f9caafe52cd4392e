import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import type Provider from 'oidc-provider'
import type { Context } from 'oidc-provider'
import type { Http, Reply, Request } from '#base/server/http.ts'
import type { Accounts, EmbeddedAccount } from './account.ts'
import { expiringStore } from './expiring-store.ts'
import { expired } from './failures.ts'
import { localGoogle, serveSignInPage } from './local-google-page.ts'
import { documentOf } from './pages.ts'

/** What the embedded provider and its client agree on. */
export type LocalGoogle = { issuer: string; clientId: string; clientSecret: string }

/** Seconds that a sign-in may take, and things under way that are kept at most. */
const limits = { seconds: 600, entries: 1000 }

/**
 * Mounts an OpenID provider in this very process, for a Foolscap without Google keys that only its own machine can
 * reach. It asks for no password: whoever names an e-mail is that person.
 * @param options.redirectUris the only addresses that it sends people back to
 */
export async function serveLocalGoogle(
  http: Http,
  accounts: Accounts,
  options: { baseUrl: string; sessionSecret: string; redirectUris: string[] },
): Promise<LocalGoogle> {
  const agreed: LocalGoogle = {
    issuer: options.baseUrl + localGoogle,
    clientId: 'foolscap',
    clientSecret: randomBytes(32).toString('base64url'),
  }
  const store = expiringStore(limits.entries)
  const people = store.adapter('Person')
  let opened: Promise<Provider> | undefined
  // At the first sign-in: loading it takes a quarter of a second that the start can do without.
  const provider = () => (opened ??= openProvider(http, store, agreed, options))

  const vouchFor = (person: EmbeddedAccount) => people.upsert(person.email, person, limits.seconds)
  await serveSignInPage(http, accounts, provider, vouchFor)
  await http.register(async (scope) => {
    // The provider reads bodies itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.all(`${localGoogle}/*`, { config: { access: 'anyone' }, schema: { hide: true } }, async (request, reply) => {
      const answer = (await provider()).callback()
      await handOver(request, reply, options.baseUrl, answer)
    })
  })
  return agreed
}

/** Lets the provider answer a request as if it were alone here. The security headers are on the raw answer already. */
async function handOver(request: Request, reply: Reply, baseUrl: string, answer: ReturnType<Provider['callback']>) {
  const { raw } = request
  reply.hijack()
  Object.assign(raw, { originalUrl: raw.url })
  raw.url = raw.url?.slice(localGoogle.length)
  // It builds its own address from these; a proxy in front may have changed them.
  const { host, protocol } = new URL(baseUrl)
  raw.headers.host = raw.headers['x-forwarded-host'] = host
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  raw.headers.cookie = withoutItsSession(raw.headers.cookie)
  await answer(raw, reply.raw)
}

const cookiePrefix = (baseUrl: string) => `local-google-${new URL(baseUrl).port || 'default'}`

/** Remembering whom it signed in last, the provider would sign the same person in again, whatever the hint says. */
const withoutItsSession = (cookies: string | undefined) =>
  cookies
    ?.split(';')
    .filter((each) => !/^\s*local-google-\w+-session(\.sig)?=/.test(each))
    .join(';')

async function openProvider(
  http: Http,
  store: ReturnType<typeof expiringStore>,
  { issuer, clientId, clientSecret }: LocalGoogle,
  { baseUrl, sessionSecret, redirectUris }: { baseUrl: string; sessionSecret: string; redirectUris: string[] },
): Promise<Provider> {
  const Provider = await importQuietly()
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const prefix = cookiePrefix(baseUrl)
  const provider = new Provider(issuer, {
    adapter: store.adapter,
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...key, alg: 'ES256', use: 'sig', kid: randomBytes(8).toString('hex') }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    // The client reads the ID token alone.
    conformIdTokenClaims: false,
    clientBasedCORS: () => false,
    cookies: {
      names: { session: `${prefix}-session`, interaction: `${prefix}-sign-in`, resume: `${prefix}-resume` },
      keys: [createHmac('sha256', sessionSecret).update('cookies of the embedded provider').digest('base64url')],
      long: { httpOnly: true, sameSite: 'lax', path: localGoogle },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    findAccount: async (_context: Context, email: string) => accountOf(await store.adapter('Person').find(email)),
    interactions: { url: (_context: Context, interaction: { uid: string }) => `${issuer}/sign-in/${interaction.uid}` },
    loadExistingGrant: grantEverything,
    pkce: { required: () => true },
    renderError: (context: Context) => {
      context.type = 'html'
      context.body = documentOf(expired.title, expired.content)
    },
    ttl: {
      AccessToken: limits.seconds,
      AuthorizationCode: 60,
      Grant: limits.seconds,
      IdToken: limits.seconds,
      Interaction: limits.seconds,
      Session: limits.seconds,
    },
  })
  provider.proxy = true
  const report = (error: Error) => http.log.error({ message: error.message }, 'the embedded sign-in failed')
  // Without a listener its errors are printed, with their stacks.
  provider.on('error', report)
  provider.on('server_error', (_context, error: Error) => report(error))
  return provider
}

/** It warns of Node 20, on which all that is used here works and is tested. */
async function importQuietly(): Promise<typeof Provider> {
  const { warn } = console
  console.warn = (...words: unknown[]) =>
    String(words[0]).includes('oidc-provider WARNING') ? undefined : warn(...words)
  try {
    return (await import('oidc-provider')).default
  } finally {
    console.warn = warn
  }
}

/** Foolscap asks its own users for no consent to tell itself their names. */
async function grantEverything({ oidc }: Context) {
  const grant = new oidc.provider.Grant({ accountId: oidc.account.accountId, clientId: oidc.client.clientId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

function accountOf(person: Record<string, unknown> | undefined) {
  if (!person) return undefined
  const { email, firstName, lastName } = person as EmbeddedAccount
  const name = [firstName, lastName].filter(Boolean).join(' ')
  const claims = {
    sub: email,
    email,
    email_verified: true,
    name,
    given_name: firstName ?? undefined,
    family_name: lastName ?? undefined,
  }
  return { accountId: email, claims: async () => claims }
}
