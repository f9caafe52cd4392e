import type { InjectOptions } from 'fastify'
import { Problem } from '#base/errors.ts'
import { type Http, isForeign, type Reply, type Request, serve } from '#base/server/http.ts'
import { readCurrentUser } from '#core/account/contract.ts'
import { type Accounts, sessionDays, signedIn, signedOut } from './account.ts'
import { answerExpired, answerFailure } from './failures.ts'
import { openIdentity } from './google.ts'
import { serveLocalGoogle } from './local-google.ts'
import { keepToBaseUrl, namesOf, signInPath } from './loopback.ts'
import { notice, sendPage, serveStylesheet } from './pages.ts'
import { openTicket, returnPathOf, sealTicket, ticketMinutes } from './sign-in-ticket.ts'

type Options = {
  baseUrl: string
  sessionSecret: string
  google: { clientId: string; clientSecret: string } | undefined
  /** Another provider in Google's place, for tests. */
  googleIssuer?: string
}

/** Sign-ins that one browser may have open at once; an older one is forgotten. */
const ticketsAtOnce = 5

/**
 * Serves signing in and out, and guards every route of the server that is registered later: who calls one that is
 * not for anyone must be signed in, and an administrator where it says so. Nothing of a refused request's body is read.
 */
export async function serveAccounts(http: Http, accounts: Accounts, options: Options): Promise<void> {
  const { baseUrl, sessionSecret } = options
  const cookie = cookiesOf(baseUrl)

  http.decorateRequest('user', null)
  keepToBaseUrl(http, { baseUrl, closed: !options.google })
  http.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config
    if (access === undefined || access === 'anyone') return
    const id = request.cookies[cookie.session]
    const found = await accounts.whoIs(id)
    if (!found) throw signedOut()
    if (access === 'admin' && !found.user.isAdmin) throw new Problem('forbidden', 'Only the administrator may do this.')
    if (found.prolonged && id) reply.setCookie(cookie.session, id, cookie.forSession)
    request.user = found.user
  })

  serveStylesheet(http)
  serve(http, readCurrentUser, async ({ request }) => signedIn(request))

  const identity = openIdentity(
    options.google
      ? { ...options.google, issuer: options.googleIssuer ?? 'https://accounts.google.com' }
      : {
          ...(await serveLocalGoogle(http, accounts, {
            baseUrl,
            sessionSecret,
            redirectUris: namesOf(baseUrl).map(callbackOf),
          })),
          fetch: (url, request) => askOurselves(http, baseUrl, url, request),
        },
  )
  const provider = options.google ? 'google' : 'embedded'
  // A script keeps to the name of this machine that it chose, and so must its cookies.
  const originOf = (request: Request) =>
    provider === 'embedded'
      ? (namesOf(baseUrl).find((name) => new URL(name).host === request.host) ?? baseUrl)
      : baseUrl

  page(http, signInPath, async (request, reply) => {
    const query = new URL(request.url, baseUrl).searchParams
    // A hint alone signs in with the embedded provider: from another site's link, the person is asked first.
    const hint = provider === 'embedded' && isForeign(request, baseUrl) ? undefined : query.get('login_hint')
    const { url, ...secrets } = await identity.start(callbackOf(originOf(request)), hint?.slice(0, 254))
    const ticket = {
      ...secrets,
      returnPath: returnPathOf(query.get('return') ?? undefined, baseUrl),
      expires: Date.now() + ticketMinutes * 60_000,
    }
    const open = Object.keys(request.cookies).filter((name) => name.startsWith(cookie.ticket('')))
    for (const name of open.slice(0, 1 - ticketsAtOnce)) reply.clearCookie(name, cookie.common)
    return reply
      .setCookie(cookie.ticket(ticket.state), sealTicket(ticket, sessionSecret), cookie.forTicket)
      .redirect(url)
  })

  const ticketOf = (request: Request) => {
    const state = new URL(request.url, baseUrl).searchParams.get('state') ?? ''
    const ticket = openTicket(request.cookies[cookie.ticket(state)], sessionSecret)
    return ticket?.state === state ? ticket : undefined
  }
  const signInAgain = (request: Request) => {
    const to = ticketOf(request)?.returnPath ?? '/'
    return to === '/' ? signInPath : `${signInPath}?return=${encodeURIComponent(to)}`
  }

  const finish = async (request: Request, reply: Reply) => {
    const ticket = ticketOf(request)
    if (!ticket) return answerExpired(reply)
    reply.clearCookie(cookie.ticket(ticket.state), cookie.common)
    const claims = await identity.finish(new URL(request.url, originOf(request)), ticket)
    const facts = { provider, ip: request.ip, userAgent: request.headers['user-agent'] } as const
    const id = await accounts.signIn(claims, facts, request.cookies[cookie.session])
    return reply.setCookie(cookie.session, id, cookie.forSession).redirect(ticket.returnPath)
  }
  page(http, `${signInPath}/callback`, finish, signInAgain)

  page(http, '/api/logout', async (request, reply) => {
    if (!isAskedForByPerson(request, baseUrl)) {
      const sentence =
        'Something other than Foolscap asked to sign you out, so nothing was done. Do you want to sign out?'
      return sendPage(reply, 403, 'Sign out?', notice(sentence, { 'Sign out': '/api/logout', 'Stay signed in': '/' }))
    }
    await accounts.signOut(request.cookies[cookie.session])
    return reply.clearCookie(cookie.session, cookie.common).redirect('/')
  })
}

const callbackOf = (origin: string) => `${origin}${signInPath}/callback`

/** Serves an address that people open in the browser: whatever goes wrong is told as a page. */
function page(
  http: Http,
  url: string,
  handler: (request: Request, reply: Reply) => Promise<Reply>,
  again: (request: Request) => string = (request) => request.url,
): void {
  http.route({
    method: 'GET',
    url,
    // A HEAD, as link checkers send it, must neither sign in nor out.
    exposeHeadRoute: false,
    config: { access: 'anyone' },
    schema: { hide: true },
    errorHandler: (thrown, request, reply) => answerFailure(thrown, request, reply, again(request)),
    handler: (request, reply) => handler(request, reply.header('cache-control', 'no-store')),
  })
}

/**
 * Signing out is opened like a page, so that a link, a picture or a prefetch elsewhere could do it. A browser says who
 * asked; a script that says nothing was started by the person.
 */
function isAskedForByPerson(request: Request, baseUrl: string): boolean {
  if (isForeign(request, baseUrl)) return false
  const { referer, 'sec-fetch-dest': destination = 'document', 'sec-purpose': purpose, 'x-moz': moz } = request.headers
  if (destination !== 'document' && destination !== 'empty') return false
  if ([purpose, request.headers.purpose, moz].some((each) => String(each).includes('prefetch'))) return false
  return !referer || (URL.canParse(referer) && new URL(referer).origin === new URL(baseUrl).origin)
}

/** Cookies know no ports, so that two Foolscaps on one machine need two names; on https the name binds it to the host. */
function cookiesOf(baseUrl: string) {
  const { protocol, port } = new URL(baseUrl)
  const secure = protocol === 'https:'
  const session = secure ? '__Host-foolscap' : `foolscap${port ? `-${port}` : ''}`
  const common = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const
  return {
    session,
    ticket: (state: string) => `${session}-sign-in-${state.slice(0, 8)}`,
    common,
    forSession: { ...common, maxAge: sessionDays * 24 * 3600 },
    forTicket: { ...common, maxAge: ticketMinutes * 60 },
  }
}

/** The embedded provider is asked without the network, which may not lead back here. */
async function askOurselves(
  http: Http,
  baseUrl: string,
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown },
): Promise<Response> {
  const answer = await http.inject({
    method: method as InjectOptions['method'],
    url: url.slice(baseUrl.length),
    headers: { ...headers, host: new URL(baseUrl).host },
    ...(body ? { payload: String(body) } : {}),
  })
  return new Response(new Uint8Array(answer.rawPayload), {
    status: answer.statusCode,
    headers: answer.headers as Record<string, string>,
  })
}
