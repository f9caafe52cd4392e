import { useSyncExternalStore } from 'react'
import { Problem } from '#base/errors.ts'
import { ask, onSignedOut } from '#base/web/call.ts'
import { onTabMessage, type TabMessage, tellTabs, thisTab } from '#base/web/tabs.ts'
import type { CurrentUser } from '#core/account/contract.ts'

/**
 * Whose tab this is, and whether the server still agrees. A tab that was signed in keeps its screen on any later 401:
 * it is `expired`. `unreachable` is a first answer that never came. `other` is a tab whose browser has meanwhile signed
 * in as somebody else.
 */
export type Session =
  | { kind: 'unknown' }
  | { kind: 'unreachable'; error: unknown }
  | { kind: 'nobody' }
  | { kind: 'signed-in'; user: CurrentUser }
  | { kind: 'expired'; user: CurrentUser }
  | { kind: 'other'; user: CurrentUser; now: CurrentUser }

const signOutWait = 3000
/** Another tab that has something to send says so within this time. */
const answerWait = 150

let session: Session = { kind: 'unknown' }
const watchers = new Set<() => void>()
const afterSignIn = new Set<() => void>()
const beforeOut = new Set<() => unknown>()

function become(next: Session): void {
  session = next
  if (next.kind === 'nobody' || next.kind === 'signed-in') remember(next.kind === 'signed-in')
  for (const watcher of watchers) watcher()
}

const hint = 'foolscap.signed-in'

function remember(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(hint, 'yes')
    else localStorage.removeItem(hint)
  } catch {
    // Then the screen is loaded a moment later.
  }
}

/** A guess, before the server answers: whether an author used this browser last. */
export function likelySignedIn(): boolean {
  try {
    return localStorage.getItem(hint) !== null
  } catch {
    return false
  }
}

const sessionNow = () => session
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
export const useSession = (): Session => useSyncExternalStore(watch, sessionNow)

/** Calls `callback` each time the tab's own user has signed in again after having been signed out. Returns how to stop. */
export function onSignedIn(callback: () => void): () => void {
  afterSignIn.add(callback)
  return () => void afterSignIn.delete(callback)
}

/**
 * Runs `hook` before the author is signed out from any tab of this browser; the sign-out waits for its promise, 3 s
 * at most. Returns how to stop.
 */
export function beforeSignOut(hook: () => unknown): () => void {
  beforeOut.add(hook)
  return () => void beforeOut.delete(hook)
}

const signInPath = '/api/auth/google'

/** Where a visitor signs in, to come back to the page asked for. */
export function signInHref(returnTo = location.pathname + location.search): string {
  return returnTo === '/' ? signInPath : `${signInPath}?return=${encodeURIComponent(returnTo)}`
}

/** Where an author whose session has ended signs in as the same person, in a window of its own. */
export const signInAgainHref = (user: CurrentUser) =>
  `${signInPath}?return=${encodeURIComponent('/signed-in')}&login_hint=${encodeURIComponent(user.email)}`

/** The author whose tab this is; undefined as long as nobody has signed in here. */
export const tabUser = (): CurrentUser | undefined => ('user' in session ? session.user : undefined)

/**
 * Asks the server who is signed in. The first author answered is the tab's for good; what later answers say shows in
 * the session.
 * @returns the tab's author, or null for a visitor
 * @throws Problem where there is no answer
 */
export async function askWho(signal?: AbortSignal): Promise<CurrentUser | null> {
  let now: CurrentUser
  try {
    now = (await ask('/api/auth/user', { method: 'GET', signal })) as CurrentUser
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'signed_out')) throw error
    const known = tabUser()
    if (!known) become({ kind: 'nobody' })
    return known ?? null
  }
  const user = tabUser() ?? now
  if (user.id !== now.id) become({ kind: 'other', user, now })
  else if (session.kind !== 'signed-in') become({ kind: 'signed-in', user })
  return user
}

/** Asks for the first time, or again after no answer. */
export async function beginSession(): Promise<void> {
  become({ kind: 'unknown' })
  try {
    await askWho()
  } catch (error) {
    become({ kind: 'unreachable', error })
  }
}

/** Begins the session of this tab and watches over it. Call once. */
export function startSession(): void {
  onSignedOut(() => {
    if (session.kind === 'signed-in') become({ kind: 'expired', user: session.user })
  })
  onTabMessage((message) => {
    if (message.kind === 'signed-in') void recheck()
    if (message.kind === 'signing-out') void sendBefore(message.by)
  })
  // Somebody may have signed in by another way than our own window.
  window.addEventListener('focus', () => {
    if (session.kind === 'expired' || session.kind === 'other') void recheck()
  })
  window.addEventListener('pageshow', (event) => {
    // 'Back' after signing out must not show the author's page again.
    if (event.persisted && leaving) location.reload()
  })
  void beginSession()
}

async function recheck(): Promise<void> {
  const before = session.kind
  if (!tabUser()) return
  await askWho().catch(() => undefined)
  if (before !== 'signed-in' && sessionNow().kind === 'signed-in') for (const callback of afterSignIn) callback()
}

/** Tells the tab that opened this window that its author is back. */
export const tellSignedIn = () => tellTabs({ kind: 'signed-in' })

let leaving = false

/** Signs out, after every tab of this browser has sent what was waiting, or 3 s later. */
export async function signOut(): Promise<void> {
  leaving = true
  const sending = new Set<string>()
  let settle = () => {}
  const stop = onTabMessage((message: TabMessage) => {
    if (!(message.kind === 'sending' || message.kind === 'sent') || message.by !== thisTab) return
    if (message.kind === 'sending') sending.add(message.tab)
    else sending.delete(message.tab)
    if (sending.size === 0) settle()
  })
  tellTabs({ kind: 'signing-out', by: thisTab })
  const everything = async () => {
    await Promise.all([pause(answerWait), runHooks()])
    if (sending.size > 0) await new Promise<void>((resolve) => (settle = resolve))
  }
  await Promise.race([everything(), pause(signOutWait)])
  stop()
  location.assign('/api/logout')
}

async function sendBefore(by: string): Promise<void> {
  if (beforeOut.size === 0) return
  tellTabs({ kind: 'sending', by, tab: thisTab })
  await runHooks()
  tellTabs({ kind: 'sent', by, tab: thisTab })
}

const runHooks = () => Promise.allSettled([...beforeOut].map(async (hook) => hook()))
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
