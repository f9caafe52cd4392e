import { classNames } from './class-names.ts'

/** A turning ring, for the eye only: say beside it what is being waited for. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-block size-4 shrink-0 animate-spin rounded-full border-2 border-current border-t-transparent',
        className,
      )}
    />
  )
}

/** A spinner with its text, in the middle of the place that waits. */
export function Waiting({ children, className }: { children: string; className?: string }) {
  return (
    <div role="status" className={classNames('flex items-center justify-center gap-3 p-6 text-muted', className)}>
      <Spinner />
      <span>{children}</span>
    </div>
  )
}
