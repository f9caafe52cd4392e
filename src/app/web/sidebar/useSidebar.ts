import { useEffect, useState, useSyncExternalStore } from 'react'

const key = 'foolscap.sidebar'
const wide = matchMedia('(min-width: 64rem)')
const onWide = (listener: () => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** Whether the sidebar stands beside the page, as the author left it in this browser, or lies over it as a drawer. */
export function useSidebar() {
  const isWide = useSyncExternalStore(onWide, () => wide.matches)
  const [hidden, setHidden] = useState(() => read() === 'hidden')
  const [drawer, setDrawer] = useState(false)
  useEffect(() => {
    if (isWide) setDrawer(false)
  }, [isWide])
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
