import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { scrimClass } from '#base/web/ui/Dialog.tsx'

type SidebarDrawerProps = { onClose: () => void; children: ReactNode }

/** The sidebar over the page, where there is no room beside it. */
export default function SidebarDrawer({ onClose, children }: SidebarDrawerProps) {
  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 start-0 z-40 w-[min(18rem,86vw)] animate-fade shadow-high outline-none"
        >
          <Radix.Title className="sr-only">Sidebar</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
