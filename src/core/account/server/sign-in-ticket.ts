import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'

/** How long a person may take at the identity provider. */
export const ticketMinutes = 10

/** What a browser carries through a sign-in, in a cookie that only we can have written. */
const Ticket = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnPath: z.string(),
  /** Milliseconds since 1970. */
  expires: z.number(),
})
export type Ticket = z.infer<typeof Ticket>

/** Writes a ticket as a cookie's value, signed so that nobody can change it or make one. */
export function sealTicket(ticket: Ticket, secret: string): string {
  const payload = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return `${payload}.${signature(payload, secret).toString('base64url')}`
}

/** Reads it again; undefined when it is missing, not ours, or too old. */
export function openTicket(sealed: string | undefined, secret: string): Ticket | undefined {
  const [payload = '', signed = ''] = sealed?.split('.') ?? []
  const given = Buffer.from(signed, 'base64url')
  const right = signature(payload, secret)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const ticket = Ticket.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  return ticket.success && ticket.data.expires > Date.now() ? ticket.data : undefined
}

/** The purpose is part of what is signed: the same secret signs other things elsewhere. */
const signature = (payload: string, secret: string) =>
  createHmac('sha256', secret).update(`sign-in ticket ${payload}`).digest()

/**
 * The path to open after signing in: a page of this site, and nothing else. Anything that a browser could read as
 * another host, and our own addresses that do something when they are opened, become the first page.
 */
export function returnPathOf(asked: string | undefined, baseUrl: string): string {
  if (!asked?.startsWith('/') || asked.length > 1000 || !URL.canParse(asked, baseUrl)) return '/'
  const url = new URL(asked, baseUrl)
  const path = url.pathname + url.search + url.hash
  const foreign = url.origin !== new URL(baseUrl).origin || path.startsWith('//')
  return foreign || /^\/(api|local-google)(\/|$)/i.test(url.pathname) ? '/' : path
}
