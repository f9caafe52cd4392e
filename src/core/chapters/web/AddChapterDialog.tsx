import { type FormEvent, useId, useRef, useState } from 'react'
import { Problem } from '#base/errors.ts'
import { Button } from '#base/web/ui/Button.tsx'
import { Dialog } from '#base/web/ui/Dialog.tsx'
import { TextInput } from '#base/web/ui/Field.tsx'
import { Select } from '#base/web/ui/Select.tsx'
import { toast } from '#base/web/ui/toast.ts'
import type { Chapter, ChapterMeta } from '../contract.ts'
import { type ChapterType, chapterTypes, sectionLabel, sectionOf, typeLabel } from '../rules.ts'
import { sizesOf } from './place.ts'
import { titleError } from './title-error.ts'
import { useAddChapter } from './useChapters.ts'

type AddChapterDialogProps = {
  projectId: string
  chapters: readonly ChapterMeta[]
  onClose: () => void
  onAdded: (chapter: Chapter) => void
}

/** Adds a chapter, last in the section that its type fixes. */
export default function AddChapterDialog({ projectId, chapters, onClose, onAdded }: AddChapterDialogProps) {
  const add = useAddChapter(projectId)
  const formId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [title, setTitle] = useState('')
  const [chapterType, setType] = useState<ChapterType | undefined>('chapter')
  const [errors, setErrors] = useState<{ title?: string; chapterType?: string }>({})

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = { title: titleError(title), chapterType: chapterType ? undefined : 'Chapter type is required' }
    setErrors(wrong)
    if (wrong.title) input.current?.focus()
    if (wrong.title || !chapterType) return
    const section = sectionOf(chapterType)
    try {
      const chapter = await add.mutateAsync({
        title: title.trim(),
        chapterType,
        section,
        order: sizesOf(chapters)[section] + 1,
      })
      toast({ title: 'Chapter created' })
      onClose()
      onAdded(chapter)
    } catch (error) {
      if (error instanceof Problem && (error.fields.title || error.fields.chapterType)) return setErrors(error.fields)
      // Without an answer there is no message of the server's.
      const said =
        error instanceof Problem && error.status !== 0 ? error.sentence : 'Failed to create chapter. Please try again.'
      toast({ title: 'Error creating chapter', description: said, variant: 'destructive' })
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      sticky
      size="small"
      title="Add Chapter"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} busy={add.isPending}>
            Add Chapter
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <TextInput
          ref={input}
          label="Title"
          aria-required
          value={title}
          error={errors.title}
          onChange={(event) => {
            setTitle(event.target.value)
            if (errors.title) setErrors({ ...errors, title: undefined })
          }}
        />
        <Select
          label="Type"
          value={chapterType}
          onChange={setType}
          error={errors.chapterType}
          hint={chapterType && `Stands in: ${sectionLabel[sectionOf(chapterType)]}`}
          options={chapterTypes.map((value) => ({ value, label: typeLabel[value] }))}
        />
      </form>
    </Dialog>
  )
}
