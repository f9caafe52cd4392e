import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { Boundary } from '#base/web/ui/Boundary.tsx'
import { Waiting } from '#base/web/ui/Spinner.tsx'
import { ErrorState } from '#base/web/ui/States.tsx'
import { beginSession, useSession } from '#core/account/web/session.ts'
import { later } from './later.ts'

type Screen = () => Promise<{ default: ComponentType<{ params: Record<string, string | undefined> }> }>

/** Path to screen, each loaded when it is first opened: the table of contents. */
const table: [path: string, screen: Screen][] = [
  ['/', () => import('./screens/Dashboard.tsx')],
  ['/writer/:projectId/:chapterId?', () => import('./screens/WriterWorkspace.tsx')],
  ['/text-editor/:chapterId', () => import('./screens/TextEditor.tsx')],
  ['/signed-in', () => import('#core/account/web/SignedIn.tsx')],
  ...later.map(({ path }): [string, Screen] => [path, () => import('./screens/NotYet.tsx')]),
]

const screens = table.map(([path, load]) => ({ path, load, Screen: lazy(load) }))
const NotFound = lazy(() => import('./screens/NotFound.tsx'))
const loadLanding = () => import('./screens/Landing.tsx')
const Landing = lazy(loadLanding)
const loadProviders = () => import('./providers.tsx')
const Providers = lazy(loadProviders)

/** Begins to load what will be shown, while the server is asked who is there; a failure shows when it is drawn. */
export function preload(likelySignedIn: boolean): void {
  const room = (path: string) => path.split('/')[1]
  const load = screens.find(({ path }) => room(path) === room(location.pathname))?.load
  for (const part of likelySignedIn ? [loadProviders, load] : [loadLanding]) void part?.().catch(() => {})
}

/** Visitors see the landing page, whatever path they ask for; authors the screen of the path. */
export function Router() {
  const session = useSession()
  if (session.kind === 'unknown') return loading
  if (session.kind === 'unreachable') {
    return (
      <main className="mx-auto max-w-xl px-6 py-20">
        <ErrorState
          level="h1"
          title="Foolscap cannot be reached"
          error={session.error}
          onRetry={() => void beginSession()}
        />
      </main>
    )
  }
  return (
    <Boundary fallback={(failure) => <Failed error={failure} />}>
      <Suspense fallback={loading}>{session.kind === 'nobody' ? <Landing /> : <SignedIn />}</Suspense>
    </Boundary>
  )
}

const loading = <Waiting className="min-h-dvh">Loading...</Waiting>

function SignedIn() {
  const [location] = useLocation()
  // Both at once, not one after the other.
  useState(() => preload(true))
  return (
    <Providers>
      <Boundary resetKey={location} fallback={(failure) => <Failed error={failure} />}>
        <Suspense fallback={loading}>
          <Switch>
            {screens.map(({ path, Screen }) => (
              <Route key={path} path={path}>
                {(params) => <Screen params={params} />}
              </Route>
            ))}
            <Route path="/dashboard">
              <Redirect to="/" replace />
            </Route>
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </Suspense>
      </Boundary>
    </Providers>
  )
}

/** A screen that broke, or whose files the server no longer has after an update. */
function Failed({ error }: { error: unknown }) {
  return (
    <main className="mx-auto max-w-xl px-6 py-20">
      <ErrorState level="h1" title="This page could not be shown" error={error} onRetry={() => location.reload()}>
        What you wrote is kept. Loading the page again usually helps.
      </ErrorState>
    </main>
  )
}
