import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { classNames } from './class-names.ts'
import { Spinner } from './Spinner.tsx'

/** `primary` stands once on a screen; `quiet` has no border; `danger` erases. */
export type ButtonLook = 'primary' | 'line' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

const looks: Record<ButtonLook, string> = {
  primary: 'bg-accent font-semibold text-accent-ink hover:bg-accent-strong',
  line: 'border border-rule-strong bg-raised text-ink hover:border-edge hover:bg-[color-mix(in_srgb,var(--raised),var(--ink)_4%)]',
  quiet: 'text-muted hover:bg-hover hover:text-ink active:bg-press',
  danger: 'bg-bad font-semibold text-bad-ink hover:bg-bad-strong',
}

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-8 px-2.5 text-sm',
  medium: 'min-h-9 px-3.5',
  large: 'min-h-11 px-5 text-lg',
}

/** The classes of a button, for an element that has to be something else, such as a plain link. */
export const buttonClass = (look: ButtonLook = 'line', size: ButtonSize = 'medium') =>
  classNames(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-md whitespace-nowrap transition-colors duration-100 select-none',
    'disabled:cursor-not-allowed disabled:opacity-55 pointer-coarse:min-h-11',
    looks[look],
    sizes[size],
  )

type ButtonProps = ComponentProps<'button'> & {
  look?: ButtonLook
  size?: ButtonSize
  /** Shows a spinner and takes no click, without losing the focus as `disabled` would. */
  busy?: boolean
}

/** A button; of type `button` unless told otherwise. */
export function Button({ look, size, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      className={classNames(buttonClass(look, size), busy && 'cursor-progress', className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

type ButtonLinkProps = ComponentProps<'a'> & { href: string; look?: ButtonLook; size?: ButtonSize }

/** A link inside the app that looks like a button. */
export function ButtonLink({ look, size, className, href, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} href={href} className={classNames(buttonClass(look, size), className)}>
      {children}
    </Link>
  )
}
