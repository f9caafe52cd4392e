import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Tooltip } from './Tooltip.tsx'

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The name of the button, shown as its tooltip too. */
  label: string
  /** What the tooltip says, where that is more than the name: a shortcut, or why it is locked. */
  tip?: string
  /** Given for a toggle: whether it is on. */
  pressed?: boolean
  side?: 'top' | 'right' | 'bottom' | 'left'
  size?: 'small' | 'medium'
}

/** A button that shows an icon (its child) and says its name in a tooltip. Must stand inside a TooltipProvider. */
export function IconButton({
  label,
  tip,
  pressed,
  side,
  size = 'medium',
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={tip ?? label} side={side}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-pressed={pressed}
        className={classNames(
          'inline-flex shrink-0 items-center justify-center rounded-md text-muted transition-colors duration-100',
          'hover:bg-hover hover:text-ink active:bg-press aria-expanded:bg-hover aria-expanded:text-ink',
          'aria-disabled:cursor-not-allowed aria-disabled:opacity-55 disabled:cursor-not-allowed disabled:opacity-55',
          'pointer-coarse:min-h-11 pointer-coarse:min-w-11 [&_svg]:size-[1.125rem]',
          size === 'small' ? 'size-8' : 'size-9',
          pressed && 'bg-press text-ink',
          className,
        )}
      >
        {children}
      </button>
    </Tooltip>
  )
}
