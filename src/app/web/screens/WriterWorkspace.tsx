import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { minutes } from '#base/web/query.ts'
import { Boundary } from '#base/web/ui/Boundary.tsx'
import { Skeleton } from '#base/web/ui/Skeleton.tsx'
import { toast } from '#base/web/ui/toast.ts'
import { useCurrentUser } from '#core/account/web/useCurrentUser.ts'
import type { ChapterMeta } from '#core/chapters/contract.ts'
import { ChapterDialogs, type OpenDialog } from '#core/chapters/web/ChapterDialogs.tsx'
import { ChapterView, columnClass } from '#core/chapters/web/ChapterView.tsx'
import { editorHref, writerHref } from '#core/chapters/web/hrefs.ts'
import { Manuscript } from '#core/chapters/web/Manuscript.tsx'
import { useChapterList } from '#core/chapters/web/useChapters.ts'
import { useEditorState } from '#core/chapters/web/useEditorState.ts'
import { useOtherTabs } from '#core/chapters/web/useOtherTabs.ts'
import { useProject } from '#core/projects/web/useProjects.ts'
import { useSidebar } from '../sidebar/useSidebar.ts'
import { WriterSidebar } from '../sidebar/WriterSidebar.tsx'
import { type Panel, PanelSwitch } from '../workspace/PanelSwitch.tsx'
import { NoChapterSelected, NoChapters } from '../workspace/WorkspaceEmpty.tsx'
import { WorkspaceFailed } from '../workspace/WorkspaceFailed.tsx'
import { WorkspaceHeader } from '../workspace/WorkspaceHeader.tsx'

const SidebarDrawer = lazy(() => import('../sidebar/SidebarDrawer.tsx'))

/** The writer's desk: the manuscript of a novel, and the chapter that is chosen in it. */
export default function WriterWorkspace({ params }: { params: Record<string, string | undefined> }) {
  const { projectId = '', chapterId } = params
  const [, navigate] = useLocation()
  const { id: user } = useCurrentUser()
  const { data: project, error, refetch, isFetching } = useProject(projectId, 5 * minutes)
  const { data: chapters } = useChapterList(projectId)
  const sidebar = useSidebar(projectId)
  const [dialog, setDialog] = useState<OpenDialog>()
  const [chosen, setChosen] = useState<Panel>()

  const chapter = useChosen(chapters, chapterId)
  const state = useEditorState(user, chapter?.id, chapter?.updatedAt)
  useOtherTabs(user)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each chapter the choice begins anew
  useEffect(() => setChosen(undefined), [chapterId])
  const panel = chosen ?? (chapterId || chapters?.length === 0 ? 'chapter' : 'manuscript')
  useFocusAfter(dialog)

  if (!project && error) return <WorkspaceFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />

  const select = ({ id }: ChapterMeta) => navigate(writerHref(projectId, id))
  const removed = ({ id }: ChapterMeta) => {
    if (id !== chapter?.id || chapterId === undefined) return
    const at = chapters?.findIndex((each) => each.id === id) ?? -1
    const next = chapters?.[at + 1] ?? chapters?.[at - 1]
    navigate(writerHref(projectId, next?.id), { replace: true })
  }
  const write = () => {
    if (chapter) window.open(editorHref(chapter.id), '_blank')
    else if (chapters?.length === 0)
      toast({ title: 'No chapters found', description: 'Add a chapter first.', variant: 'destructive' })
    else
      toast({
        title: 'No chapter selected',
        description: 'Choose a chapter in the manuscript.',
        variant: 'destructive',
      })
  }
  const rail = <WriterSidebar projectId={projectId} onCollapse={sidebar.hide} />

  return (
    <div className="flex h-dvh overflow-hidden">
      <title>{project ? `${project.title} · Foolscap` : 'Foolscap'}</title>
      {sidebar.beside && <aside className="w-58 shrink-0 border-e border-rule">{rail}</aside>}
      <div className="flex min-w-0 flex-1 flex-col">
        <WorkspaceHeader
          project={project}
          chapter={chapter}
          state={state}
          onShowSidebar={sidebar.beside ? undefined : sidebar.show}
        />
        <PanelSwitch value={panel} onChange={setChosen} className="md:hidden" />
        <main tabIndex={-1} className="flex min-h-0 flex-1 outline-none">
          <Manuscript
            projectId={projectId}
            selectedId={chapter?.id}
            onOpen={setDialog}
            className={`w-full md:w-68 md:shrink-0 md:border-e md:border-rule xl:w-76 ${panel === 'manuscript' ? '' : 'max-md:hidden'}`}
          />
          <div className={`min-w-0 flex-1 overflow-y-auto ${panel === 'chapter' ? '' : 'max-md:hidden'}`}>
            {chapter ? (
              <ChapterView key={chapter.id} chapter={chapter} onWrite={write} />
            ) : chapters?.length === 0 ? (
              <NoChapters onAdd={() => setDialog({ kind: 'add' })} onWrite={write} />
            ) : chapters ? (
              <NoChapterSelected onWrite={write} />
            ) : (
              <LoadingChapter />
            )}
          </div>
        </main>
      </div>
      {sidebar.over && (
        <Boundary fallback={() => null} onError={sidebar.closeDrawer}>
          <Suspense>
            <SidebarDrawer onClose={sidebar.closeDrawer}>{rail}</SidebarDrawer>
          </Suspense>
        </Boundary>
      )}
      <ChapterDialogs
        projectId={projectId}
        chapters={chapters ?? []}
        open={dialog}
        onClose={() => setDialog(undefined)}
        onGained={select}
        onRemoved={removed}
      />
    </div>
  )
}

/**
 * The chapter of the address; without one the first, which stays chosen when it is moved. The address stays as it is, so
 * that Back leads out of the novel.
 */
function useChosen(chapters: ChapterMeta[] | undefined, chapterId: string | undefined): ChapterMeta | undefined {
  const [first, setFirst] = useState<string>()
  const find = (id: string | undefined) => chapters?.find((each) => each.id === id)
  const chosen = chapterId === undefined ? (find(first) ?? chapters?.[0]) : find(chapterId)
  useEffect(() => {
    if (chapterId === undefined) setFirst(chosen?.id)
  }, [chapterId, chosen?.id])
  return chosen
}

/** The focus must not fall off the page when what opened a dialog is gone with its row. */
function useFocusAfter(dialog: OpenDialog | undefined): void {
  useEffect(() => {
    if (dialog) return
    const timer = setTimeout(() => {
      if (document.activeElement !== document.body) return
      const row = document.querySelector<HTMLElement>('[data-chapter][tabindex="0"]')
      ;(row ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [dialog])
}

function LoadingChapter() {
  return (
    <div role="status" className={columnClass}>
      <span className="sr-only">Loading the chapter…</span>
      <Skeleton className="h-9 w-3/5" />
      <Skeleton className="mt-3.5 h-4 w-44" />
      <Skeleton className="mt-6 h-9 w-32" />
      <div className="mt-9 space-y-4">
        {['w-full', 'w-11/12', 'w-full', 'w-4/5'].map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    </div>
  )
}
