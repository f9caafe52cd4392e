import { Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Boundary } from '#base/web/ui/Boundary.tsx'
import { Button } from '#base/web/ui/Button.tsx'
import { Skeleton } from '#base/web/ui/Skeleton.tsx'
import { Waiting } from '#base/web/ui/Spinner.tsx'
import { EmptyState, ErrorState } from '#base/web/ui/States.tsx'
import { toast } from '#base/web/ui/toast.ts'
import { useCurrentUser } from '#core/account/web/useCurrentUser.ts'
import { useOtherTabs } from '#core/chapters/web/useOtherTabs.ts'
import type { Project } from '#core/projects/contract.ts'
import { ProjectCard } from '#core/projects/web/ProjectCard.tsx'
import { useProjects, useProjectTrash } from '#core/projects/web/useProjects.ts'
import { TopBar } from '../TopBar.tsx'

const loadProjectDialog = () => import('#core/projects/web/ProjectDialog.tsx')
const ProjectDialog = lazy(loadProjectDialog)
const RemoveProjectDialog = lazy(() => import('#core/projects/web/RemoveProjectDialog.tsx'))
const TrashDialog = lazy(() => import('#core/projects/web/ProjectTrashDialog.tsx'))

type Open = { kind: 'new' } | { kind: 'trash' } | { kind: 'edit' | 'delete'; project: Project }

/** The shelf: an author's projects. */
export default function Dashboard() {
  useOtherTabs(useCurrentUser().id)
  const { data: projects, error, refetch, isFetching } = useProjects()
  const { data: trashed } = useProjectTrash()
  const [open, setOpen] = useState<Open>()
  const add = () => setOpen({ kind: 'new' })

  return (
    <>
      <title>Your novels · Foolscap</title>
      <TopBar />
      <main tabIndex={-1} className="px-4 pt-6 pb-20 sm:px-8 lg:px-14">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-3">
          <h1 className="me-auto text-2xl">Your novels</h1>
          {trashed && trashed.length > 0 && (
            <Button look="quiet" onClick={() => setOpen({ kind: 'trash' })}>
              <Trash2 aria-hidden className="size-4" />
              Trash
            </Button>
          )}
          <Button look="line" onClick={add} onPointerEnter={() => void loadProjectDialog().catch(() => {})}>
            New Project
          </Button>
        </div>
        {projects ? (
          <Shelf projects={projects} onAdd={add} onOpen={setOpen} />
        ) : error ? (
          <ErrorState
            className="mt-8"
            title="Error Loading Projects"
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <LoadingShelf />
        )}
      </main>
      {open && (
        <Boundary fallback={() => null} onError={() => couldNotOpen(() => setOpen(undefined))}>
          <Suspense>
            <Opened open={open} onClose={() => setOpen(undefined)} />
          </Suspense>
        </Boundary>
      )}
    </>
  )
}

function Opened({ open, onClose }: { open: Open; onClose: () => void }) {
  if (open.kind === 'trash') return <TrashDialog onClose={onClose} />
  if (open.kind === 'delete') return <RemoveProjectDialog project={open.project} onClose={onClose} />
  return <ProjectDialog project={open.kind === 'edit' ? open.project : undefined} onClose={onClose} />
}

function couldNotOpen(close: () => void): void {
  close()
  toast({
    title: 'Error',
    description: 'This part could not be loaded. Please reload the page.',
    variant: 'destructive',
  })
}

const gridClass = 'mt-7 grid grid-cols-[repeat(auto-fill,minmax(min(100%,13.5rem),1fr))] gap-x-8 gap-y-12'

type ShelfProps = { projects: Project[]; onAdd: () => void; onOpen: (open: Open) => void }

function Shelf({ projects, onAdd, onOpen }: ShelfProps) {
  if (projects.length === 0) {
    return (
      <EmptyState
        className="mt-4"
        title="No projects yet"
        action={
          <Button look="primary" onClick={onAdd}>
            Create Your First Project
          </Button>
        }
      >
        A project is a novel: its chapters, its people and its plans. It stands here as a book.
      </EmptyState>
    )
  }
  return (
    <div className={gridClass}>
      {projects.map((project, at) => (
        <ProjectCard
          key={project.id}
          project={project}
          first={at === 0}
          onEdit={() => onOpen({ kind: 'edit', project })}
          onDelete={() => onOpen({ kind: 'delete', project })}
        />
      ))}
    </div>
  )
}

function LoadingShelf() {
  return (
    <>
      <Waiting className="justify-start! px-0! pb-0!">Loading your projects...</Waiting>
      <div className={gridClass}>
        {[1, 2, 3].map((each) => (
          <div key={each}>
            <Skeleton className="aspect-[16/9] sm:aspect-[4/5]" />
            <Skeleton className="mt-4 h-4 w-4/5" />
            <Skeleton className="mt-3 h-[3px]" />
            <Skeleton className="mt-3 h-4 w-1/2" />
            <Skeleton className="mt-4 h-9" />
          </div>
        ))}
      </div>
    </>
  )
}
