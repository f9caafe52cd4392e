import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const tones = {
  plain: 'border-rule text-muted',
  accent: 'border-transparent bg-accent-wash text-accent',
  good: 'border-current text-good',
  warn: 'border-current text-warn',
  bad: 'border-current text-bad',
}

type BadgeProps = { children: ReactNode; tone?: keyof typeof tones; className?: string }

/** A word or two about a thing. Long ones are cut, and shown whole on hover. */
export function Badge({ children, tone = 'plain', className }: BadgeProps) {
  return (
    <span
      dir="auto"
      title={typeof children === 'string' ? children : undefined}
      className={classNames(
        'inline-block max-w-full truncate rounded-full border px-2 text-xs leading-5',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
