import { classNames } from './class-names.ts'

type ProgressProps = {
  /** Percent, 0 to 100. */
  value: number
  /** What progresses. */
  label: string
  /** The value in words, where percent say too little. */
  text?: string
  className?: string
}

/** A thin bar. Its number is to stand beside it in words. */
export function Progress({ value, label, text, className }: ProgressProps) {
  const percent = Math.min(100, Math.max(0, value))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={text}
      className={classNames('h-[3px] overflow-hidden rounded-full bg-press', className)}
    >
      <div className="h-full rounded-full bg-accent transition-[width] duration-150" style={{ width: `${percent}%` }} />
    </div>
  )
}
