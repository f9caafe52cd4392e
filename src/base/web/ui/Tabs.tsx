import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type TabsProps<T extends string> = {
  /** What the tabs are of, for assistive technology. */
  label: string
  value: T
  onChange: (value: T) => void
  tabs: readonly { value: T; label: ReactNode; content: ReactNode; disabled?: boolean }[]
  className?: string
  /** Classes of the panel, such as those that let it scroll. */
  panelClassName?: string
}

/** Tabs over their panels; only the chosen panel is in the page. */
export function Tabs<T extends string>({ label, value, onChange, tabs, className, panelClassName }: TabsProps<T>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as T)} className={className}>
      <Radix.List aria-label={label} className="flex gap-0.5 overflow-x-auto border-b border-rule">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            disabled={tab.disabled}
            className="-mb-px min-h-10 shrink-0 border-b-2 border-transparent px-3 text-muted -outline-offset-2 hover:text-ink disabled:opacity-55 data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-ink pointer-coarse:min-h-11"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className={classNames('-outline-offset-2', panelClassName)}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
