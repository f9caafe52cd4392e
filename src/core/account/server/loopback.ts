import { BlockList, isIP } from 'node:net'
import { Problem } from '#base/errors.ts'
import type { Http, Request } from '#base/server/http.ts'
import { notice, sendPage } from './pages.ts'

const loopbackAddresses = new BlockList()
loopbackAddresses.addSubnet('127.0.0.0', 8)
loopbackAddresses.addAddress('::1', 'ipv6')

/** True for an address of this machine itself, as a socket names it. */
function isLoopbackAddress(address: string | undefined): boolean {
  const plain = address?.replace(/^::ffff:/, '') ?? ''
  return isIP(plain) !== 0 && loopbackAddresses.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

/** True for a host, with or without a port, that names this machine wherever it is looked up. */
function isLoopbackHost(host: string | undefined): boolean {
  if (!host || !URL.canParse(`http://${host}`)) return false
  const { hostname, pathname, username } = new URL(`http://${host}`)
  return (
    pathname === '/' && !username && (hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[|\]$/g, '')))
  )
}

/** The addresses of a BASE_URL on this machine under each of its names; of any other, itself alone. */
export function namesOf(baseUrl: string): string[] {
  const { protocol, host, port } = new URL(baseUrl)
  if (!isLoopbackHost(host)) return [baseUrl]
  const names = ['127.0.0.1', 'localhost', '[::1]'].map(
    (name) => new URL(`${protocol}//${name}${port && `:${port}`}`).origin,
  )
  return [baseUrl, ...names.filter((name) => name !== baseUrl)]
}

const readsPages = (request: Request) => request.headers.accept?.includes('text/html') ?? false

/**
 * Where BASE_URL is on this machine: cookies belong to one name, so that a page asked for under another of this
 * machine's names (localhost for 127.0.0.1) is opened under BASE_URL's. Scripts keep to the name they chose: the API is
 * served under any.
 *
 * @param options.closed nobody proves who they are (the embedded provider): then only this machine may ask at all, and
 *   only under its own names, as a page of another site may have had its name pointed at this machine
 */
export function keepToBaseUrl(http: Http, options: { baseUrl: string; closed: boolean }): void {
  const base = new URL(options.baseUrl)
  http.addHook('onRequest', async (request, reply) => {
    if (options.closed && !comesFromHere(request)) {
      const sentence = `This Foolscap serves its own machine only, at ${options.baseUrl}.`
      if (!readsPages(request)) throw new Problem('forbidden', sentence)
      return sendPage(reply, 403, 'Not here', notice(sentence, { 'Open Foolscap': options.baseUrl }))
    }
    if (!isLoopbackHost(base.host) || request.host === base.host || !isLoopbackHost(request.host)) return
    if (request.method !== 'GET' || !request.url.startsWith('/')) return
    if (readsPages(request) || (!request.url.startsWith('/api/') && !request.url.startsWith('/local-google/')))
      return reply.redirect(options.baseUrl + request.url, 307)
  })
}

/** Where signing in starts. */
export const signInPath = '/api/auth/google'

/** The socket, whoever a proxy on this machine speaks for, and the name that was asked for. */
const comesFromHere = (request: Request): boolean =>
  isLoopbackAddress(request.socket.remoteAddress) &&
  isLoopbackAddress(request.ip) &&
  isLoopbackHost(request.headers.host) &&
  isLoopbackHost(request.host)
