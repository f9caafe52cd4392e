import { matchRoute, useLocation, useRouter } from 'wouter'
import { ButtonLink } from '#base/web/ui/Button.tsx'
import { later } from '../later.ts'
import { TopBar } from '../TopBar.tsx'

/** A room that is not open yet says so. */
export default function NotYet({ params }: { params: Record<string, string | undefined> }) {
  const [location] = useLocation()
  const { parser } = useRouter()
  const room = later.find(({ path }) => matchRoute(parser, path, location)[0])
  return (
    <>
      <title>{`${room?.name} · Foolscap`}</title>
      <TopBar />
      <main tabIndex={-1} className="px-4 py-12 sm:px-8 lg:px-14">
        <h1 className="text-2xl">{room?.name}</h1>
        <p className="mt-3 max-w-prose text-muted">This room is not built yet. It will hold: {lowered(room?.what)}</p>
        <p className="mt-6">
          {params.projectId ? (
            <ButtonLink href={`/writer/${params.projectId}`}>Back to the novel</ButtonLink>
          ) : (
            <ButtonLink href="/">Back to your novels</ButtonLink>
          )}
        </p>
      </main>
    </>
  )
}

const lowered = (sentence = '') => sentence.charAt(0).toLowerCase() + sentence.slice(1)
