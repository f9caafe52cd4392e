import * as client from 'openid-client'
import type { Claims } from './account.ts'
import type { Ticket } from './sign-in-ticket.ts'

/** Why a sign-in came to nothing: the person said no, the provider cannot be reached, or what it said is not believed. */
export type FailureReason = 'cancelled' | 'unreachable' | 'refused'

export class SignInFailure extends Error {
  override readonly name = 'SignInFailure'

  constructor(
    readonly reason: FailureReason,
    override readonly cause?: unknown,
  ) {
    super(`signing in ${reason}`)
  }
}

/** What a sign-in starts with, before its ticket gets a return path and a time. */
type Start = Pick<Ticket, 'state' | 'nonce' | 'verifier'> & { url: string }

export type Identity = {
  /** The provider's address to send a browser to, which comes back to `redirectUri`. Throws SignInFailure `unreachable`. */
  start: (redirectUri: string, loginHint: string | undefined) => Promise<Start>
  /** Turns the address that the browser came back to into proven claims. Throws SignInFailure. */
  finish: (cameBackTo: URL, ticket: Ticket) => Promise<Claims>
}

/** Seconds for one request to the provider, and for all that one of ours waits for: less than a request's deadline. */
const patience = { request: 4, whole: 4.5 }

/**
 * The client of an OpenID provider: authorization code with PKCE, state and nonce. The provider is discovered at the
 * first sign-in and not before, so that Foolscap starts without it; one that was not found is asked again.
 * @param options.fetch how the provider is reached, where that is not the network
 */
export function openIdentity(options: {
  issuer: string
  clientId: string
  clientSecret: string
  fetch?: client.CustomFetch
}): Identity {
  let discovered: Promise<client.Configuration> | undefined
  const configuration = () => {
    discovered ??= discover(options).catch((error) => {
      discovered = undefined
      throw error
    })
    return discovered
  }
  return {
    start: (redirectUri, loginHint) =>
      inTime(async () => {
        const verifier = client.randomPKCECodeVerifier()
        const [state, nonce] = [client.randomState(), client.randomNonce()]
        const url = client.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...(loginHint ? { login_hint: loginHint } : {}),
        })
        return { url: url.href, state, nonce, verifier }
      }),
    finish: (cameBackTo, ticket) =>
      inTime(async () => {
        const tokens = await client.authorizationCodeGrant(await configuration(), cameBackTo, {
          expectedState: ticket.state,
          expectedNonce: ticket.nonce,
          pkceCodeVerifier: ticket.verifier,
          idTokenExpected: true,
        })
        return toClaims(tokens.claims() ?? {})
      }),
  }
}

function discover(options: Parameters<typeof openIdentity>[0]): Promise<client.Configuration> {
  const issuer = new URL(options.issuer)
  return client.discovery(issuer, options.clientId, undefined, client.ClientSecretPost(options.clientSecret), {
    timeout: patience.request,
    ...(options.fetch ? { [client.customFetch]: options.fetch } : {}),
    execute: [
      client.enableNonRepudiationChecks,
      // Without TLS only on this machine: our own provider, and the tests' stand-in.
      ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ],
  })
}

function toClaims(token: Record<string, unknown>): Claims {
  const words = (claim: unknown) => (typeof claim === 'string' && claim.trim() ? claim.trim().slice(0, 200) : null)
  return {
    issuer: String(token.iss),
    subject: String(token.sub),
    email: typeof token.email === 'string' ? token.email.trim() : '',
    emailVerified: token.email_verified === true,
    firstName: words(token.given_name) ?? (words(token.family_name) ? null : words(token.name)),
    lastName: words(token.family_name),
    picture: typeof token.picture === 'string' && token.picture.startsWith('https://') ? token.picture : null,
  }
}

/** Gives up in time to say so, and names every failure. */
async function inTime<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new SignInFailure('unreachable')), patience.whole * 1000)
  })
  try {
    return await Promise.race([work(), tooLate])
  } catch (error) {
    throw error instanceof SignInFailure ? error : new SignInFailure(reasonOf(error), error)
  } finally {
    clearTimeout(timer)
  }
}

/** Failures that say that the provider is not there, or not itself at the moment. */
const absent = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

function reasonOf(error: unknown): FailureReason {
  if (error instanceof client.AuthorizationResponseError) {
    if (error.error === 'access_denied') return 'cancelled'
    return error.error === 'server_error' || error.error === 'temporarily_unavailable' ? 'unreachable' : 'refused'
  }
  if (error instanceof client.ResponseBodyError) return 'refused'
  if (error instanceof TypeError) return 'unreachable'
  return error instanceof client.ClientError && absent.has(error.code ?? '') ? 'unreachable' : 'refused'
}
