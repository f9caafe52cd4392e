import { Button } from '#base/web/ui/Button.tsx'
import { displayName } from './display-name.ts'
import { SignInAgain } from './SignInAgain.tsx'
import { useSession } from './session.ts'

/** Says that the session has ended, and lies over the page without stopping anybody from writing on. */
export function SignedOutBanner() {
  const session = useSession()
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed bottom-0 start-0 z-50 max-w-[min(100vw,38rem)] p-3 empty:hidden"
    >
      {session.kind === 'expired' && (
        <div className={bannerClass}>
          <p className="font-semibold">You have been signed out</p>
          <SignInAgain />
        </div>
      )}
      {session.kind === 'other' && (
        <div className={bannerClass}>
          <p className="min-w-0 wrap-anywhere">
            <span className="font-semibold">You are now signed in as {displayName(session.now)}.</span> This page
            belongs to {displayName(session.user)} and saves nothing.
          </p>
          <Button look="primary" size="small" onClick={() => location.reload()}>
            Reload
          </Button>
        </div>
      )}
    </div>
  )
}

const bannerClass =
  'pointer-events-auto flex max-w-full flex-wrap items-center gap-x-5 gap-y-2 rounded-lg border border-rule-strong bg-raised px-4 py-2.5 shadow-high'
