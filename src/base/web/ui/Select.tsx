import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { classNames } from './class-names.ts'
import { Field, type FieldLabel, inputClass } from './Field.tsx'

type SelectProps<T extends string> = FieldLabel & {
  /** Undefined shows the placeholder. No option may have an empty value. */
  value: T | undefined
  onChange: (value: T) => void
  options: readonly { value: T; label: string; disabled?: boolean }[]
  placeholder?: string
  disabled?: boolean
  id?: string
  className?: string
}

/** One of several named values. */
export function Select<T extends string>({
  value,
  onChange,
  options,
  placeholder,
  disabled,
  ...field
}: SelectProps<T>) {
  return (
    <Field {...field}>
      {(wiring) => (
        <Radix.Root value={value ?? ''} onValueChange={(next) => onChange(next as T)} disabled={disabled}>
          <Radix.Trigger
            {...wiring}
            className={classNames(
              inputClass,
              'flex min-h-9 items-center justify-between gap-2 text-start data-placeholder:text-muted pointer-coarse:min-h-11',
            )}
          >
            <span className="min-w-0 truncate">
              <Radix.Value placeholder={placeholder} />
            </span>
            <Radix.Icon>
              <ChevronDown className="size-4 text-muted" />
            </Radix.Icon>
          </Radix.Trigger>
          <Radix.Portal>
            <Radix.Content
              position="popper"
              sideOffset={4}
              className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) data-[state=open]:animate-appear overflow-hidden rounded-lg border border-rule bg-raised text-ink shadow-high"
            >
              <Radix.Viewport className="p-1.5">
                {options.map((option) => (
                  <Radix.Item
                    key={option.value}
                    value={option.value}
                    disabled={option.disabled}
                    className="flex min-h-8 cursor-pointer items-center justify-between gap-3 rounded-sm px-2.5 py-1 outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-55 data-highlighted:bg-hover pointer-coarse:min-h-11"
                  >
                    <Radix.ItemText>{option.label}</Radix.ItemText>
                    <Radix.ItemIndicator>
                      <Check className="size-4 text-muted" />
                    </Radix.ItemIndicator>
                  </Radix.Item>
                ))}
              </Radix.Viewport>
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      )}
    </Field>
  )
}
