/** A message that goes by itself. `destructive` is for what failed. */
export type Toast = {
  title: string
  description?: string
  variant?: 'normal' | 'destructive'
  action?: { label: string; run: () => void }
}

let show: ((toast: Toast) => void) | undefined
let wanted = false
const waiting: Toast[] = []
const listeners = new Set<() => void>()

/** Shows a toast for 5 seconds, one at a time; F8 leads to it. The toaster itself is loaded by the first. */
export function toast(given: Toast): void {
  if (show) show(given)
  else {
    waiting.push(given)
    wantToaster()
  }
}

/** Loads the toaster ahead of the first toast, which may be the one that says that the server is gone. */
export function wantToaster(): void {
  wanted = true
  for (const listener of listeners) listener()
}

/** For Toasts.tsx: whether anything asked for the toaster yet. */
export const toasterIsWanted = () => wanted
export const onToasterWanted = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** For Toaster.tsx: takes over the showing, beginning with what waits. Returns how to hand it back. */
export function takeToasts(shower: (toast: Toast) => void): () => void {
  show = shower
  for (const each of waiting.splice(0)) shower(each)
  return () => {
    show = undefined
  }
}
