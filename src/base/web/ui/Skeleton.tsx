import { classNames } from './class-names.ts'

/** Holds the place of something that is being loaded, at its size: give that by `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames('animate-breathe rounded-sm bg-press', className)} />
}
