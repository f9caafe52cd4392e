import { useRef, useState } from 'react'
import { classNames } from '#base/web/ui/class-names.ts'
import { inputClass } from '#base/web/ui/Field.tsx'
import { titleLimit } from '../contract.ts'
import { titleError } from './title-error.ts'

type RowTitleInputProps = {
  title: string
  /** Undefined leaves the title as it was. */
  onDone: (title: string | undefined) => void
}

/** A chapter's title while it is changed in its row: Enter keeps it, Escape does not. */
export function RowTitleInput({ title, onDone }: RowTitleInputProps) {
  const [error, setError] = useState<string>()
  const done = useRef(false)
  const finish = (typed: string | undefined) => {
    if (done.current) return
    done.current = true
    onDone(typed === undefined || typed.trim() === title ? undefined : typed.trim())
  }
  return (
    <div className="relative flex h-full items-center">
      <input
        type="text"
        dir="auto"
        aria-label="Title"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'row-title-error' : undefined}
        autoComplete="off"
        maxLength={titleLimit}
        defaultValue={title}
        // The author has just asked to type here.
        ref={(input) => {
          if (!input || document.activeElement === input) return
          input.focus()
          input.select()
        }}
        className={classNames(inputClass, 'h-[calc(100%-2px)]')}
        onChange={() => setError(undefined)}
        onBlur={(event) => finish(titleError(event.target.value) ? undefined : event.target.value)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') finish(undefined)
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          const wrong = titleError(event.currentTarget.value)
          if (wrong) setError(wrong)
          else finish(event.currentTarget.value)
        }}
      />
      {error && (
        <p
          id="row-title-error"
          role="alert"
          className="absolute top-full z-10 mt-1 rounded-md border border-bad bg-raised px-2 py-1 text-sm text-bad shadow-low"
        >
          {error}
        </p>
      )}
    </div>
  )
}
