import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

/** Holds the tooltips of everything inside it: 700 ms until the first, none for the next within 300 ms. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

type TooltipProps = {
  /** Short; never the only place where something important stands. */
  text: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** One element that takes a ref and can have the focus. */
  children: ReactElement
}

/** Says in words what an element does, on hover and on keyboard focus. */
export function Tooltip({ text, side = 'bottom', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger
        asChild
        // Focus that a closing menu gives back after a click asks for no explanation.
        onFocus={(event) => {
          if (!event.currentTarget.matches(':focus-visible')) event.preventDefault()
        }}
      >
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 rounded-sm bg-ink data-[state=delayed-open]:animate-fade px-2 py-1 text-sm text-paper shadow-low"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
