import { AlertDialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import { panelClass, scrimClass } from './Dialog.tsx'
import { useFocusBack } from './useFocusBack.ts'

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** What happens, what is lost, what can be undone. */
  children: ReactNode
  /** The verb of what is about to happen: 'Delete', not 'OK'. */
  confirmLabel: string
  cancelLabel?: string
  /** The action erases something. */
  danger?: boolean
  /** Runs on confirmation; while its promise is open the dialog waits, then it closes, whatever came of it. */
  onConfirm: () => unknown
}

/** Asks before something that cannot simply be taken back. The focus begins on Cancel. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger,
  onConfirm,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const { remember, giveBack } = useFocusBack()
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      setBusy(false)
      onClose()
    }
  }
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          onOpenAutoFocus={remember}
          onCloseAutoFocus={giveBack}
          className={classNames(panelClass, 'sm:max-w-md')}
        >
          <div className="overflow-y-auto px-6 pt-5 pb-6">
            <Radix.Title className="text-xl wrap-anywhere">{title}</Radix.Title>
            <Radix.Description asChild>
              <div className="mt-2 space-y-2 text-muted wrap-anywhere">{children}</div>
            </Radix.Description>
          </div>
          <div className="flex flex-wrap justify-end gap-2 px-6 pb-5">
            <Radix.Cancel asChild>
              <Button look="line">{cancelLabel}</Button>
            </Radix.Cancel>
            <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={() => void confirm()}>
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
