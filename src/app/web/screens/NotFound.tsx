import { ButtonLink } from '#base/web/ui/Button.tsx'
import { TopBar } from '../TopBar.tsx'

/** A path that leads nowhere. */
export default function NotFound() {
  return (
    <>
      <title>404 Page Not Found · Foolscap</title>
      <TopBar />
      <main tabIndex={-1} className="px-4 py-12 sm:px-8 lg:px-14">
        <h1 className="text-2xl">404 Page Not Found</h1>
        <p className="mt-3 text-muted">Did you forget to add the page to the router?</p>
        <p className="mt-6">
          <ButtonLink href="/">Back to your novels</ButtonLink>
        </p>
      </main>
    </>
  )
}
