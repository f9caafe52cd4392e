import { buttonClass } from '#base/web/ui/Button.tsx'
import { signInAgainHref } from './session.ts'
import { useCurrentUser } from './useCurrentUser.ts'

/** Leads to the sign-in of the same author in a window of its own, so that this page stays as it is. */
export function SignInAgain({ look = 'primary' }: { look?: 'primary' | 'line' }) {
  return (
    <a
      className={buttonClass(look, 'small')}
      href={signInAgainHref(useCurrentUser())}
      target="_blank"
      rel="noreferrer"
      onClick={(event) => {
        // Where the browser refuses the window, the link opens a tab.
        if (window.open(event.currentTarget.href, 'foolscap-sign-in', 'popup,width=520,height=680'))
          event.preventDefault()
      }}
    >
      Sign in again
    </a>
  )
}
