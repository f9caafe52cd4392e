/** What the tabs of one browser tell each other. */
export type TabMessage =
  | { kind: 'signed-in' }
  /** The author is about to sign out in the tab `by`: send what is waiting. */
  | { kind: 'signing-out'; by: string }
  /** The tab `tab` sends for that sign-out, and has sent. */
  | { kind: 'sending' | 'sent'; by: string; tab: string }
  | {
      kind: 'chapter-saved'
      user: string
      chapter: Record<string, unknown> & { id: string; revision: number }
      /** Where the text changed: what was replaced, from which revision. */
      change?: { baseRevision: number; splice: { at: number; remove: number; insert: string } }
    }
  /** The state of an editor, for the workspace of the same chapter. */
  | { kind: 'editor-state'; user: string; chapterId: string; state: unknown }
  /** The workspace asks the editors of a chapter to say their state. */
  | { kind: 'who-edits'; chapterId: string }
  | { kind: 'project-changed'; user: string; projectId: string }

const channel = new BroadcastChannel('foolscap')
const listeners = new Set<(message: TabMessage) => void>()

channel.onmessage = (event: MessageEvent<TabMessage>) => {
  for (const listener of listeners) listener(event.data)
}

/** Tells the other tabs; this one does not hear itself. */
export const tellTabs = (message: TabMessage): void => channel.postMessage(message)

/** Calls back for what other tabs say, until the answered function is called. */
export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A name of random letters. `crypto.randomUUID` is missing where a page is not served securely. */
export function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The name of this tab, anew at each load. */
export const thisTab = randomName()

const lockOf = (tab: string) => `foolscap-tab-${tab}`

// Held until the page goes, however it goes; nobody has to clean up.
void navigator.locks?.request(lockOf(thisTab), () => new Promise(() => {}))

/** True while a tab's page is open somewhere in this browser. */
export async function isTabOpen(tab: string): Promise<boolean> {
  if (tab === thisTab) return true
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.some((lock) => lock.name === lockOf(tab))
}
