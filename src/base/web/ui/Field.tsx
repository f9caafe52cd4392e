import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

export type FieldLabel = {
  label: string
  /** The label is there for assistive technology only. */
  hideLabel?: boolean
  hint?: ReactNode
  /** What is wrong with the value, in a sentence. */
  error?: string
  /** Stands behind the label, such as 'optional' or a counter. */
  aside?: ReactNode
}

type Wiring = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

type FieldProps = FieldLabel & { id?: string; className?: string; children: (wiring: Wiring) => ReactNode }

/** A control with its label, hint and error, tied together for assistive technology. */
export function Field({ label, hideLabel, hint, error, aside, id: given, className, children }: FieldProps) {
  const made = useId()
  const id = given ?? made
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      <div className={hideLabel ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {aside && <span className="text-sm text-muted">{aside}</span>}
      </div>
      {children({
        id,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {error && (
        <p id={`${id}-error`} className="text-sm text-bad">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The look of everything that takes text. */
export const inputClass =
  'w-full min-w-0 rounded-md border border-edge bg-raised px-3 py-1.5 text-ink transition-colors duration-100 ' +
  'hover:border-muted focus-visible:border-focus focus-visible:outline-offset-0 aria-invalid:border-bad ' +
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted pointer-coarse:text-[1rem]'

type TextInputProps = FieldLabel & ComponentProps<'input'>

/** One line of text. Takes what `register()` of a form gives. */
export function TextInput({ label, hideLabel, hint, error, aside, id, className, ...rest }: TextInputProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, aside, id, className }}>
      {(wiring) => (
        <input
          type="text"
          dir="auto"
          autoComplete="off"
          {...rest}
          {...wiring}
          className={classNames(inputClass, 'min-h-9 pointer-coarse:min-h-11')}
        />
      )}
    </Field>
  )
}

type TextAreaProps = FieldLabel & ComponentProps<'textarea'>

/** Paragraphs; grows with its text as far as the browser can. */
export function TextArea({ label, hideLabel, hint, error, aside, id, className, rows = 3, ...rest }: TextAreaProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, aside, id, className }}>
      {(wiring) => (
        <textarea
          dir="auto"
          rows={rows}
          {...rest}
          {...wiring}
          className={classNames(inputClass, 'field-sizing-content max-h-80 resize-y')}
          style={{ minHeight: `${rows * 1.5 + 0.9}rem` }}
        />
      )}
    </Field>
  )
}

/** A whole number, typed as text so that no wheel or letter e changes it; read it with `readWhole`. */
export function NumberInput({ className, ...rest }: TextInputProps) {
  return (
    <TextInput inputMode="numeric" pattern="[0-9 ,.]*" {...rest} className={classNames('tabular-nums', className)} />
  )
}

/** Reads what a person typed as a whole number: '50,000' is 50000, blank is blank, and what is no number is NaN. */
export function readWhole(typed: string): number | '' {
  const bare = typed.replace(/[\s,._']/g, '')
  return bare === '' ? '' : /^[0-9]+$/.test(bare) ? Number(bare) : Number.NaN
}
