import { Problem } from '#base/errors.ts'
import { ButtonLink } from '#base/web/ui/Button.tsx'
import { EmptyState, ErrorState, sentenceOf } from '#base/web/ui/States.tsx'
import { SignInAgain } from '#core/account/web/SignInAgain.tsx'
import { TopBar } from '../TopBar.tsx'

/** A novel that is not there, or could not be loaded. */
export function WorkspaceFailed({
  error,
  onRetry,
  retrying,
}: {
  error: unknown
  onRetry: () => void
  retrying: boolean
}) {
  const code = error instanceof Problem ? error.code : undefined
  const back = <ButtonLink href="/">Back to your novels</ButtonLink>
  return (
    <>
      <TopBar />
      <main tabIndex={-1} className="px-4 py-8 outline-none sm:px-8 lg:px-14">
        {code === 'not_found' ? (
          <EmptyState level="h1" title="Project not found" action={back}>
            It may be in the trash, or belong to another account.
          </EmptyState>
        ) : code === 'signed_out' ? (
          <ErrorState level="h1" title="You have been signed out" action={<SignInAgain />}>
            Sign in again, and your novel comes back here.
          </ErrorState>
        ) : (
          <ErrorState
            level="h1"
            title={`Error loading project: ${sentenceOf(error)}`}
            action={back}
            onRetry={onRetry}
            retrying={retrying}
          >
            Everything that was saved is kept.
          </ErrorState>
        )}
      </main>
    </>
  )
}
