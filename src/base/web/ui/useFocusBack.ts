import { useRef } from 'react'

/**
 * Handlers for a dialog that is opened by state and not by a trigger of its own: what had the focus gets it back. Where
 * that is gone, such as the menu of a deleted book, the focus goes to the dialog beneath or to the page, never nowhere.
 */
export function useFocusBack() {
  const before = useRef<Element | null>(null)
  return {
    remember: () => {
      before.current = document.activeElement
    },
    giveBack: (event: Event) => {
      event.preventDefault()
      const element = before.current
      if (element instanceof HTMLElement && element.isConnected && element !== document.body) return element.focus()
      const dialogs = document.querySelectorAll<HTMLElement>('[role="dialog"]')
      const next = dialogs[dialogs.length - 1] ?? document.querySelector<HTMLElement>('main')
      next?.focus({ preventScroll: true })
    },
  }
}
