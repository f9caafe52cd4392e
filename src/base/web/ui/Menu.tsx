import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { createContext, type ReactElement, type ReactNode, type RefObject, useContext, useRef } from 'react'
import { classNames } from './class-names.ts'

/** What a chosen item does, kept until the menu has closed and given back the focus. */
const Chosen = createContext<RefObject<(() => void) | null>>({ current: null })

type MenuProps = {
  /** The button that opens the menu: one element that takes a ref. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'right' | 'bottom' | 'left'
}

/** A menu under its button. Inside: MenuItem, MenuChoices, MenuLabel, MenuSeparator. */
export function Menu({ trigger, children, align = 'end', side = 'bottom' }: MenuProps) {
  const chosen = useRef<(() => void) | null>(null)
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-80 data-[state=open]:animate-appear overflow-y-auto rounded-lg border border-rule bg-raised p-1.5 text-ink shadow-high"
          // A toast that goes gives its focus away; that closes no menu.
          onFocusOutside={(event) => event.preventDefault()}
          // A dialog opened by an item must find the focus on the button, to give it back there.
          onCloseAutoFocus={() => {
            const run = chosen.current
            chosen.current = null
            if (run) queueMicrotask(run)
          }}
        >
          <Chosen value={chosen}>{children}</Chosen>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const itemClass = (danger?: boolean) =>
  classNames(
    'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-1 outline-none select-none pointer-coarse:min-h-11',
    'data-disabled:cursor-not-allowed data-disabled:opacity-55 data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:shrink-0',
    danger ? 'text-bad [&_svg]:text-bad' : '[&_svg]:text-muted',
  )

type MenuItemProps = {
  onSelect: () => void
  children: ReactNode
  icon?: ReactNode
  /** The keys that do the same. */
  shortcut?: string
  danger?: boolean
  disabled?: boolean
}

/** One action. It runs once the menu is closed. */
export function MenuItem({ onSelect, children, icon, shortcut, danger, disabled }: MenuItemProps) {
  const chosen = useContext(Chosen)
  return (
    <Radix.Item
      disabled={disabled}
      className={itemClass(danger)}
      onSelect={() => {
        chosen.current = onSelect
      }}
    >
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
      {shortcut && <kbd className="font-plain text-xs text-muted">{shortcut}</kbd>}
    </Radix.Item>
  )
}

type MenuChoicesProps<T extends string> = {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: string; icon?: ReactNode }[]
}

/** One of several, with a tick at the one that holds. */
export function MenuChoices<T extends string>({ label, value, onChange, options }: MenuChoicesProps<T>) {
  return (
    <Radix.RadioGroup aria-label={label} value={value} onValueChange={(next) => onChange(next as T)}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={itemClass()}>
          {option.icon}
          <span className="flex-1">{option.label}</span>
          <span className="size-4">
            <Radix.ItemIndicator>
              <Check />
            </Radix.ItemIndicator>
          </span>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

/** A line of text that is no action: a heading, or whose menu this is. */
export function MenuLabel({ children, className }: { children: ReactNode; className?: string }) {
  return <Radix.Label className={classNames('px-2.5 py-1.5 text-sm text-muted', className)}>{children}</Radix.Label>
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1.5 my-1.5 h-px bg-rule" />
}
