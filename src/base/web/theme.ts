import { useSyncExternalStore } from 'react'

/** What an author can choose; `system` follows the device. */
export const themeChoices = ['light', 'dark', 'sepia', 'system'] as const
export type ThemeChoice = (typeof themeChoices)[number]

export const themeLabel: Record<ThemeChoice, string> = {
  light: 'Light',
  dark: 'Dark',
  sepia: 'Sepia',
  system: 'System',
}

const key = 'foolscap.theme'
const listeners = new Set<() => void>()
/** Where the browser keeps nothing, the choice holds as long as the tab. */
let remembered: ThemeChoice | undefined

const isChoice = (value: unknown): value is ThemeChoice => themeChoices.includes(value as ThemeChoice)

function read(): ThemeChoice {
  if (remembered) return remembered
  try {
    const stored = localStorage.getItem(key)
    remembered = isChoice(stored) ? stored : 'system'
  } catch {
    remembered = 'system'
  }
  return remembered
}

function apply(): void {
  const choice = read()
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.theme = choice === 'system' ? system : choice
  for (const listener of listeners) listener()
}

/** Puts the choice on the page, and keeps it there when the device or another tab changes its mind. */
export function startTheme(): void {
  apply()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply)
  window.addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return
    remembered = undefined
    apply()
  })
}

/** Chooses the theme of the whole app, in every tab of this browser. */
export function chooseTheme(choice: ThemeChoice): void {
  remembered = choice
  try {
    localStorage.setItem(key, choice)
  } catch {
    // The choice holds for this tab.
  }
  apply()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The author's choice, kept up to date. */
export const useTheme = (): ThemeChoice => useSyncExternalStore(subscribe, read)
