import { type FormEvent, useId, useState } from 'react'
import { Button } from '#base/web/ui/Button.tsx'
import { Dialog } from '#base/web/ui/Dialog.tsx'
import { TextArea } from '#base/web/ui/Field.tsx'
import type { ChapterMeta } from '../contract.ts'
import { titleError } from './title-error.ts'
import { useRename } from './useRename.ts'

type RenameDialogProps = { chapter: ChapterMeta; onClose: () => void }

/** Gives a chapter another title. */
export default function RenameDialog({ chapter, onClose }: RenameDialogProps) {
  const rename = useRename(chapter.projectId)
  const formId = useId()
  const [title, setTitle] = useState(chapter.title)
  const [error, setError] = useState<string>()

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    const wrong = titleError(title)
    setError(wrong)
    if (wrong) return
    if (title.trim() !== chapter.title) rename(chapter.id, title.trim())
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      sticky
      title="Rename chapter"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId}>
            Rename
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <TextArea
          label="Title"
          rows={1}
          aria-required
          value={title}
          error={error}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            // A title is one line; it only may be longer than the dialog is wide.
            setTitle(event.target.value.replace(/[\r\n]+/g, ' '))
            setError(undefined)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            submit()
          }}
        />
      </form>
    </Dialog>
  )
}
