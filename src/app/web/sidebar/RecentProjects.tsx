import { Link } from 'wouter'
import { minutes } from '#base/web/query.ts'
import { classNames } from '#base/web/ui/class-names.ts'
import { Skeleton } from '#base/web/ui/Skeleton.tsx'
import { counted } from '#core/chapters/web/counted.ts'
import { writerHref } from '#core/chapters/web/hrefs.ts'
import type { Project } from '#core/projects/contract.ts'
import { progressOf } from '#core/projects/rules.ts'
import { useProjects } from '#core/projects/web/useProjects.ts'

const most = 7

/** The novels written last, the current one among them wherever it stands. */
export function RecentProjects({ currentId }: { currentId: string }) {
  const { data: projects, error } = useProjects(5 * minutes)
  if (!projects && error) return <p className="px-3 text-sm text-muted">Your novels could not be loaded.</p>
  if (!projects) {
    return (
      <div className="space-y-1" aria-hidden>
        {[1, 2, 3].map((each) => (
          <div key={each} className="flex h-13 flex-col justify-center gap-1.5 px-3">
            <Skeleton className="h-3.5 w-3/4" />
            <Skeleton className="h-3 w-2/5" />
          </div>
        ))}
      </div>
    )
  }
  return (
    <ul className="space-y-0.5">
      {recent(projects, currentId).map((project) => (
        <li key={project.id}>
          <ProjectLink project={project} current={project.id === currentId} />
        </li>
      ))}
    </ul>
  )
}

function recent(projects: Project[], currentId: string): Project[] {
  const first = projects.slice(0, most)
  const current = projects.find(({ id }) => id === currentId)
  return !current || first.includes(current) ? first : [...first.slice(0, most - 1), current]
}

function ProjectLink({
  project: { id, title, wordCount, targetWordCount },
  current,
}: {
  project: Project
  current: boolean
}) {
  const percent = progressOf(wordCount, targetWordCount)
  return (
    <Link
      href={writerHref(id)}
      title={title}
      aria-current={current ? 'page' : undefined}
      className={classNames(
        'block rounded-md px-3 py-1.5 -outline-offset-2',
        current ? 'bg-raised shadow-low' : 'hover:bg-hover',
      )}
    >
      <span dir="auto" className={classNames('block truncate text-left', current && 'font-semibold')}>
        {title}
      </span>
      <span className="flex justify-between gap-3 text-sm text-muted tabular-nums">
        <span>{counted(wordCount, 'word')}</span>
        <span>{percent}%</span>
      </span>
    </Link>
  )
}
