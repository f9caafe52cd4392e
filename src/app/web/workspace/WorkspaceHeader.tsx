import { ArrowLeft, MoreHorizontal, PanelLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { printed } from '#base/web/relative-time.ts'
import { buttonClass } from '#base/web/ui/Button.tsx'
import { classNames } from '#base/web/ui/class-names.ts'
import { IconButton } from '#base/web/ui/IconButton.tsx'
import { Menu, MenuLabel } from '#base/web/ui/Menu.tsx'
import { Skeleton } from '#base/web/ui/Skeleton.tsx'
import type { ChapterMeta } from '#core/chapters/contract.ts'
import { counted } from '#core/chapters/web/counted.ts'
import { SaveStatus } from '#core/chapters/web/SaveStatus.tsx'
import type { SaveState } from '#core/chapters/web/save-state.ts'
import type { Project } from '#core/projects/contract.ts'

type WorkspaceHeaderProps = {
  project: Project | undefined
  chapter: ChapterMeta | undefined
  state: SaveState
  /** None while the sidebar is in sight. */
  onShowSidebar: (() => void) | undefined
  /** What opens beside the manuscript; where there is no room, the same stands in the menu as `more`. */
  children?: ReactNode
  more?: ReactNode
}

/** The line over all panes of the workspace. Nothing wraps in it: what does not fit is found in its menu. */
export function WorkspaceHeader({ project, chapter, state, onShowSidebar, children, more }: WorkspaceHeaderProps) {
  return (
    <header className="@container shrink-0 border-b border-rule bg-paper">
      <div className="flex h-14 items-center gap-1 px-2 @3xl:px-4">
        {onShowSidebar && (
          <IconButton label="Show the sidebar" onClick={onShowSidebar}>
            <PanelLeft aria-hidden />
          </IconButton>
        )}
        <Link href="/" aria-label="Novels" className={classNames(buttonClass('quiet'), 'px-2.5!')}>
          <ArrowLeft aria-hidden className="size-[1.125rem]" />
          <span className="@max-2xl:hidden">Novels</span>
        </Link>
        <div className="flex min-w-0 flex-1 items-baseline gap-3 px-1.5">
          {project ? (
            <p
              dir="auto"
              title={project.title}
              className={classNames('min-w-16 truncate font-semibold', chapter && '@xl:max-w-3/5')}
            >
              {project.title}
            </p>
          ) : (
            <Skeleton className="h-4 w-40" />
          )}
          {chapter && (
            <p dir="auto" title={chapter.title} className="min-w-0 shrink-2 truncate text-muted @max-xl:hidden">
              {chapter.title}
            </p>
          )}
        </div>
        {project && (
          <>
            {chapter && <SaveStatus state={state} className="max-w-[45%] shrink-0 px-1.5" />}
            <p className="shrink-0 px-2.5 text-sm whitespace-nowrap text-muted tabular-nums @max-2xl:hidden">
              {counted(project.wordCount, 'word')}
            </p>
            {children && <div className="flex shrink-0 items-center gap-1.5 @max-5xl:hidden">{children}</div>}
            <div className={more ? '@5xl:hidden' : '@2xl:hidden'}>
              <Menu
                trigger={
                  <IconButton label="More">
                    <MoreHorizontal aria-hidden />
                  </IconButton>
                }
              >
                <MenuLabel className="wrap-anywhere">
                  <bdi className="line-clamp-3 font-semibold text-ink">{project.title}</bdi>
                  {chapter && <bdi className="line-clamp-3">{chapter.title}</bdi>}
                </MenuLabel>
                <MenuLabel className="tabular-nums">
                  {counted(project.wordCount, 'word')} of {printed(project.targetWordCount)}
                </MenuLabel>
                {more}
              </Menu>
            </div>
          </>
        )}
      </div>
    </header>
  )
}
