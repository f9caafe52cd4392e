import { useEffect, useState, useSyncExternalStore } from 'react'

const key = 'foolscap.sidebar'
const wide = matchMedia('(min-width: 64rem)')
const onWide = (listener: () => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/**
 * Whether the sidebar stands beside the page, as the author left it in this browser, or lies over it as a drawer, which
 * closes when another novel is chosen in it.
 */
export function useSidebar(projectId: string) {
  const isWide = useSyncExternalStore(onWide, () => wide.matches)
  const [hidden, setHidden] = useState(() => read() === 'hidden')
  const [drawer, setDrawer] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another novel or a wider window closes the drawer
  useEffect(() => setDrawer(false), [isWide, projectId])
  return {
    beside: isWide && !hidden,
    over: !isWide && drawer,
    show: () => (isWide ? keep(setHidden, false) : setDrawer(true)),
    hide: () => (isWide ? keep(setHidden, true) : setDrawer(false)),
    closeDrawer: () => setDrawer(false),
  }
}

function keep(set: (hidden: boolean) => void, hidden: boolean): void {
  set(hidden)
  try {
    localStorage.setItem(key, hidden ? 'hidden' : 'shown')
  } catch {
    // It holds for this tab.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
