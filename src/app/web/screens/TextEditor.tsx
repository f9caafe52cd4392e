import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { Problem } from '#base/errors.ts'
import { call } from '#base/web/call.ts'
import { Button, ButtonLink } from '#base/web/ui/Button.tsx'
import { IconButton } from '#base/web/ui/IconButton.tsx'
import { Waiting } from '#base/web/ui/Spinner.tsx'
import { ErrorState } from '#base/web/ui/States.tsx'
import { ThemeSwitch } from '#base/web/ui/ThemeSwitch.tsx'
import { useCurrentUser } from '#core/account/web/useCurrentUser.ts'
import { type Chapter, readChapter } from '#core/chapters/contract.ts'
import { SaveStatus } from '#core/chapters/web/SaveStatus.tsx'
import { useProject } from '#core/projects/web/useProjects.ts'
import { Desk, type DeskFacts } from '#features/editor/web/Desk.tsx'

/** The chapter editor: a tab of its own. */
export default function TextEditor({ params }: { params: Record<string, string | undefined> }) {
  const id = params.chapterId ?? ''
  const user = useCurrentUser()
  const owner = useRef(user?.id)
  owner.current ??= user?.id
  // Read once: whatever the server says later never touches the text under the caret.
  const chapter = useQuery({
    queryKey: ['chapter open for writing', id],
    queryFn: ({ signal }) => call(readChapter, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (chapter.data && owner.current) {
    const { data } = chapter
    return (
      <Desk
        key={data.id}
        chapter={data}
        user={owner.current}
        header={(facts) => <Header chapter={data} {...facts} />}
      />
    )
  }
  if (chapter.isPending) return <Waiting className="min-h-dvh">Loading editor...</Waiting>
  const missing = chapter.error instanceof Problem && chapter.error.code === 'not_found'
  return (
    <main className="mx-auto max-w-xl px-6 py-20" tabIndex={-1}>
      {missing ? (
        <>
          <h1 className="text-2xl">Chapter not found</h1>
          <p className="mt-3 text-muted">
            It may lie in the trash of its project, from which it can be brought back for 30 days.
          </p>
          <ButtonLink href="/" className="mt-6">
            Your novels
          </ButtonLink>
        </>
      ) : (
        <ErrorState
          level="h1"
          title="The chapter could not be opened"
          error={chapter.error}
          onRetry={() => void chapter.refetch()}
          retrying={chapter.isFetching}
        >
          What this device keeps of it stays here until it can be saved.
        </ErrorState>
      )}
    </main>
  )
}

function Header({ chapter, title, words, state, save }: { chapter: Chapter } & DeskFacts) {
  const project = useProject(chapter.projectId, 5 * 60_000)
  const [, navigate] = useLocation()
  const back = async () => {
    if (state.kind !== 'saved') await save()
    window.close()
    // A tab that no script opened stays.
    setTimeout(() => navigate(`/writer/${chapter.projectId}/${chapter.id}`), 100)
  }
  return (
    <header className="flex h-14 items-center gap-3 px-3 sm:px-5">
      <IconButton label="Back" tip="Save and close" onClick={() => void back()}>
        <ArrowLeft aria-hidden />
      </IconButton>
      <p dir="auto" className="max-w-[30%] shrink truncate font-semibold max-sm:hidden">
        {project.data?.title}
      </p>
      <p dir="auto" className="min-w-0 flex-1 truncate text-muted">
        {title.trim() || chapter.title}
      </p>
      <span className="shrink-0 text-sm text-muted tabular-nums max-sm:hidden">
        {words.toLocaleString()} {words === 1 ? 'word' : 'words'}
      </span>
      <SaveStatus state={state} />
      <ThemeSwitch />
      <Button look="primary" onClick={() => void save()}>
        Save
      </Button>
    </header>
  )
}
