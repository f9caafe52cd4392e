import { MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { printed, relativeTime } from '#base/web/relative-time.ts'
import { Badge } from '#base/web/ui/Badge.tsx'
import { ButtonLink } from '#base/web/ui/Button.tsx'
import { IconButton } from '#base/web/ui/IconButton.tsx'
import { Menu, MenuItem } from '#base/web/ui/Menu.tsx'
import { Progress } from '#base/web/ui/Progress.tsx'
import type { Project } from '#core/projects/contract.ts'
import { defaultTarget, progressOf } from '#core/projects/rules.ts'
import { Cover } from './Cover.tsx'

type ProjectCardProps = {
  project: Project
  /** The book to go on with: its button is the screen's primary one. */
  first: boolean
  onEdit: () => void
  onDelete: () => void
}

/** A book on the shelf. */
export function ProjectCard({ project, first, onEdit, onDelete }: ProjectCardProps) {
  const { id, title, description, timePeriod, setting, genre, wordCount, updatedAt } = project
  const target = project.targetWordCount || defaultTarget
  const percent = progressOf(wordCount, target)
  return (
    <article aria-label={title} className="flex min-w-0 flex-col">
      <Cover title={title} genre={genre} className="aspect-[16/9] sm:aspect-[4/5]" />
      {description && (
        <p dir="auto" className="mt-3.5 line-clamp-3 text-sm wrap-anywhere">
          {description}
        </p>
      )}
      {(timePeriod || setting) && (
        <p className="mt-2.5 flex min-w-0 flex-wrap gap-1.5">
          {timePeriod && <Badge>{timePeriod}</Badge>}
          {setting && <Badge>{setting}</Badge>}
        </p>
      )}
      <div className="mt-auto pt-3.5">
        <Progress value={percent} label="Progress" text={`${percent} percent of ${printed(target)} words`} />
        <p className="mt-2 flex justify-between gap-3 text-sm tabular-nums">
          <span>
            {printed(wordCount)} of {printed(target)} words
          </span>
          <span className="text-muted">{percent}%</span>
        </p>
        <p className="text-sm text-muted">
          <time dateTime={updatedAt} title={new Date(updatedAt).toLocaleString('en-GB')}>
            {relativeTime(updatedAt)}
          </time>
        </p>
        <div className="mt-3 flex gap-1.5">
          <ButtonLink
            href={`/writer/${id}`}
            look={first ? 'primary' : 'line'}
            className="flex-1"
            aria-label={`Continue Writing: ${title}`}
          >
            Continue Writing
          </ButtonLink>
          <Menu
            trigger={
              <IconButton label={`More for ${title}`} tip="More">
                <MoreHorizontal aria-hidden />
              </IconButton>
            }
          >
            <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
              Edit…
            </MenuItem>
            <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onDelete}>
              Delete
            </MenuItem>
          </Menu>
        </div>
      </div>
    </article>
  )
}
