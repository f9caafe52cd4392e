import { useEffect } from 'react'
import { ButtonLink } from '#base/web/ui/Button.tsx'
import { tellSignedIn } from './session.ts'

/** Where the window of 'Sign in again' ends: it tells the other tabs and closes. */
export default function SignedIn() {
  useEffect(() => {
    tellSignedIn()
    window.close()
  }, [])
  return (
    <main className="mx-auto max-w-prose px-6 py-20">
      <title>Signed in · Foolscap</title>
      <h1 className="text-2xl">You are signed in</h1>
      <p className="mt-3 text-muted">You can close this window and go on where you were.</p>
      <ButtonLink href="/" className="mt-6">
        Your novels
      </ButtonLink>
    </main>
  )
}
