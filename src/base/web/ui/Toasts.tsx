import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { Boundary } from './Boundary.tsx'
import { onToasterWanted, toasterIsWanted, wantToaster } from './toast.ts'

const Toaster = lazy(() => import('./Toaster.tsx'))

/** The place of the toasts; stands once, around no screen. */
export function Toasts() {
  const wanted = useSyncExternalStore(onToasterWanted, toasterIsWanted)
  useEffect(() => {
    const timer = setTimeout(wantToaster, 3000)
    return () => clearTimeout(timer)
  }, [])
  if (!wanted) return null
  return (
    <Boundary fallback={() => null}>
      <Suspense>
        <Toaster />
      </Suspense>
    </Boundary>
  )
}
