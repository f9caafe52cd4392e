import type { ReactNode } from 'react'
import { Problem } from '#base/errors.ts'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'

type StateProps = {
  title: string
  children?: ReactNode
  action?: ReactNode
  className?: string
  level?: 'h1' | 'h2' | 'h3'
}

/** A place where nothing is yet: what it is for, and the one thing to do. */
export function EmptyState({ title, children, action, className, level: Heading = 'h2' }: StateProps) {
  return (
    <div className={classNames('max-w-prose py-8', className)}>
      <Heading className="text-xl">{title}</Heading>
      {children && <div className="mt-2 text-muted">{children}</div>}
      {action && <div className="mt-5 flex flex-wrap gap-3">{action}</div>}
    </div>
  )
}

type ErrorStateProps = StateProps & {
  /** What was thrown; its sentence is shown. */
  error?: unknown
  onRetry?: () => void
  retrying?: boolean
}

/** What happened, and what to do: `children` say what was kept, `action` offers more than 'Retry'. */
export function ErrorState({
  title,
  error,
  children,
  action,
  onRetry,
  retrying,
  className,
  level: Heading = 'h2',
}: ErrorStateProps) {
  return (
    <div role="alert" className={classNames('max-w-prose border-s-2 border-bad py-2 ps-5', className)}>
      <Heading className="text-xl">{title}</Heading>
      {error !== undefined && <p className="mt-2 wrap-anywhere">{sentenceOf(error)}</p>}
      {children && <div className="mt-2 text-muted">{children}</div>}
      {(onRetry || action) && (
        <div className="mt-5 flex flex-wrap gap-3">
          {onRetry && (
            <Button look="line" busy={retrying} onClick={onRetry}>
              Retry
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  )
}

/** What of a failure is for a person to read. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Problem ? error.sentence : 'Something went wrong.'
