import { type FormEvent, useId, useState } from 'react'
import { printed } from '#base/web/relative-time.ts'
import { Button } from '#base/web/ui/Button.tsx'
import { Dialog } from '#base/web/ui/Dialog.tsx'
import { NumberInput, readWhole } from '#base/web/ui/Field.tsx'
import { Select } from '#base/web/ui/Select.tsx'
import type { ChapterMeta } from '../contract.ts'
import { type Section, sectionLabel, sections } from '../rules.ts'
import { sizesOf } from './place.ts'
import { useMoveChapter } from './useMoveChapter.ts'

type MoveChapterDialogProps = { chapter: ChapterMeta; chapters: readonly ChapterMeta[]; onClose: () => void }

/** Moves a chapter to a section and a place in it. */
export default function MoveChapterDialog({ chapter, chapters, onClose }: MoveChapterDialogProps) {
  const { mutate } = useMoveChapter(chapter.projectId)
  const formId = useId()
  const [section, setSection] = useState<Section>(chapter.section)
  const [typed, setTyped] = useState(String(chapter.order))
  const [error, setError] = useState<string>()
  const sizes = sizesOf(chapters)
  const last = (to: Section) => sizes[to] + (to === chapter.section ? 0 : 1)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const order = readWhole(typed)
    if (order === '' || !(order >= 1 && order <= last(section)))
      return setError(`A whole number from 1 to ${printed(last(section))}.`)
    if (section !== chapter.section || order !== chapter.order) mutate({ id: chapter.id, section, order })
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      sticky
      size="small"
      title={
        <>
          Move <bdi>{chapter.title}</bdi>
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId}>
            Move
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <Select
          label="Section"
          value={section}
          onChange={(to) => {
            setSection(to)
            setTyped(String(to === chapter.section ? chapter.order : last(to)))
            setError(undefined)
          }}
          options={sections.map((value) => ({ value, label: sectionLabel[value] }))}
        />
        <NumberInput
          label="Place"
          aside={`1 to ${printed(last(section))}`}
          value={typed}
          error={error}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setTyped(event.target.value)
            setError(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
