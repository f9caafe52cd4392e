import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { queryClient } from '#base/web/query.ts'
import { LoadingBar } from '#base/web/ui/LoadingBar.tsx'
import { Toasts } from '#base/web/ui/Toasts.tsx'
import { TooltipProvider } from '#base/web/ui/Tooltip.tsx'
import { SignedOutBanner } from '#core/account/web/SignedOutBanner.tsx'
import { onSignedIn } from '#core/account/web/session.ts'

/** What every screen of an author stands in. Visitors do without, and load none of it. */
export default function Providers({ children }: { children: ReactNode }) {
  useFocusOnNewScreen()
  // What failed while the session was over is asked for again.
  useEffect(
    () => onSignedIn(() => void queryClient.refetchQueries({ predicate: (query) => query.state.status === 'error' })),
    [],
  )
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <LoadingBar />
        {children}
        <SignedOutBanner />
        <Toasts />
      </TooltipProvider>
    </QueryClientProvider>
  )
}

/** Who does not see the screen change begins the new one at its beginning. */
function useFocusOnNewScreen(): void {
  const [path] = useLocation()
  const before = useRef(path)
  useEffect(() => {
    const isNew = path.split('/')[1] !== before.current.split('/')[1]
    before.current = path
    if (isNew) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, [path])
}
