import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useFocusBack } from './useFocusBack.ts'

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-4xl' }

type DialogProps = {
  open: boolean
  /** Escape, the cross, or a click beside the dialog. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** `small` 28 rem, `medium` 36, `large` 56; on a phone the whole width. */
  size?: keyof typeof widths
  /** A click beside the dialog leaves it open: for dialogs in which something is typed. */
  sticky?: boolean
  /** The buttons, which stay in sight while the rest scrolls. */
  footer?: ReactNode
  children?: ReactNode
}

/** A modal dialog: traps the focus, which begins in its first field, and gives it back. Load it lazily, together with what stands in it. */
export function Dialog({ open, onClose, title, description, size = 'medium', sticky, footer, children }: DialogProps) {
  const { remember, giveBack } = useFocusBack()
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onCloseAutoFocus={giveBack}
          onOpenAutoFocus={(event) => {
            remember()
            const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>('input, textarea')
            if (!field) return
            event.preventDefault()
            field.focus()
          }}
          onInteractOutside={(event) => {
            if (sticky || isToast(event.target)) event.preventDefault()
          }}
          className={classNames(panelClass, widths[size])}
        >
          <div className="flex items-start gap-4 px-6 pt-5">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-xl wrap-anywhere">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>}
            </div>
            <Radix.Close
              aria-label="Close"
              className="-mt-1 -mr-2 inline-flex size-9 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink pointer-coarse:size-11"
            >
              <X className="size-[1.125rem]" />
            </Radix.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-6 py-4">{children}</div>
          {footer && <div className="flex flex-wrap justify-end gap-2 border-t border-rule px-6 py-3.5">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const scrimClass = 'fixed inset-0 z-40 bg-scrim data-[state=open]:animate-fade'

/** On a phone a dialog stands at the foot of the screen, within reach; elsewhere in the middle. */
export const panelClass =
  'fixed inset-x-0 bottom-0 z-40 flex max-h-[92dvh] w-full data-[state=open]:animate-appear flex-col rounded-t-lg bg-raised text-ink shadow-high outline-none ' +
  'sm:inset-x-4 sm:top-1/2 sm:bottom-auto sm:mx-auto sm:max-h-[86dvh] sm:w-auto sm:-translate-y-1/2 sm:rounded-lg sm:border sm:border-rule'

/** A toast lies above the dialog; using it does not leave the dialog. */
const isToast = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-sonner-toaster]') !== null
