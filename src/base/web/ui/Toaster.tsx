import { useEffect } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { classNames } from './class-names.ts'
import { type Toast, takeToasts } from './toast.ts'

/** The toaster; loaded by Toasts.tsx when there is something to show. */
export default function Toaster() {
  useEffect(() => takeToasts(show), [])
  return (
    <Sonner
      position="bottom-right"
      visibleToasts={1}
      duration={5000}
      hotkey={['F8']}
      swipeDirections={['right']}
      offset={20}
      // On a phone above the foot of the screen, where dialogs have their buttons.
      mobileOffset={{ bottom: 84, left: 12, right: 12 }}
      toastOptions={{ unstyled: true }}
    />
  )
}

function show({ title, description, variant, action }: Toast): void {
  // One at a time: the newer one takes the place.
  sonner.dismiss()
  const destructive = variant === 'destructive'
  sonner.custom(
    (id) => (
      <div
        role={destructive ? 'alert' : undefined}
        className={classNames(
          'pointer-events-auto flex w-full items-start gap-4 rounded-lg border bg-raised px-4 py-3 font-plain text-base text-ink shadow-high',
          destructive ? 'border-bad' : 'border-rule',
        )}
      >
        <div className="min-w-0 flex-1 wrap-anywhere">
          <p className={classNames('font-semibold', destructive && 'text-bad')}>{title}</p>
          {description && <p className="text-sm text-muted">{description}</p>}
        </div>
        {action && (
          <button
            type="button"
            className="-my-0.5 -mr-1.5 min-h-8 shrink-0 rounded-md px-2.5 font-semibold text-accent hover:bg-hover pointer-coarse:min-h-11"
            onClick={() => {
              sonner.dismiss(id)
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
      </div>
    ),
    { className: 'w-full' },
  )
}
