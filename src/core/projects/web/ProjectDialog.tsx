import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Problem } from '#base/errors.ts'
import { Button } from '#base/web/ui/Button.tsx'
import { Dialog } from '#base/web/ui/Dialog.tsx'
import { NumberInput, readWhole, TextArea, TextInput } from '#base/web/ui/Field.tsx'
import { toast } from '#base/web/ui/toast.ts'
import { SignInAgain } from '#core/account/web/SignInAgain.tsx'
import type { NewProject, Project } from '#core/projects/contract.ts'
import { defaultTarget } from '#core/projects/rules.ts'
import { useAddProject, useSaveProject } from './useProjectChanges.ts'

type Fields = Record<'title' | 'description' | 'timePeriod' | 'setting' | 'genre' | 'targetWordCount', string>

const toFields = (project?: Project): Fields => ({
  title: project?.title ?? '',
  description: project?.description ?? '',
  timePeriod: project?.timePeriod ?? '',
  setting: project?.setting ?? '',
  genre: project?.genre ?? '',
  targetWordCount: String(project?.targetWordCount ?? defaultTarget),
})

const toBody = (fields: Fields): NewProject => ({
  title: fields.title.trim(),
  description: fields.description.trim() || null,
  timePeriod: fields.timePeriod.trim() || null,
  setting: fields.setting.trim() || null,
  genre: fields.genre.trim() || null,
  targetWordCount: readWhole(fields.targetWordCount) || defaultTarget,
})

const tooLong = (limit: number) => ({ value: limit, message: `At most ${limit.toLocaleString('en')} characters.` })

function wrongTarget(typed: string): true | string {
  const words = readWhole(typed)
  if (words === '') return true
  if (Number.isNaN(words)) return 'A whole number of words.'
  return words < 1 ? 'At least 1 word.' : words > 1_000_000_000 ? 'Too many words.' : true
}

type ProjectDialogProps = { onClose: () => void; project?: Project }

/** Makes a project, or edits the one given. */
export default function ProjectDialog({ onClose, project }: ProjectDialogProps) {
  const add = useAddProject()
  const save = useSaveProject(project?.id ?? '')
  const [refused, setRefused] = useState<Problem>()
  const form = useForm<Fields>({ defaultValues: toFields(project) })
  const { errors, isSubmitting, dirtyFields } = form.formState

  const submit = form.handleSubmit(async (fields) => {
    setRefused(undefined)
    const body = toBody(fields)
    try {
      if (project) {
        // Only what was changed here is sent, so that a field written elsewhere meanwhile stays as it is.
        const changed = Object.fromEntries(Object.entries(body).filter(([name]) => dirtyFields[name as keyof Fields]))
        if (Object.keys(changed).length > 0) await save.mutateAsync(changed)
      } else {
        await add.mutateAsync(body)
        toast({ title: 'Project created', description: 'Your new novel project has been created successfully.' })
      }
      onClose()
    } catch (error) {
      const wrong = error instanceof Problem ? Object.entries(error.fields).filter(([name]) => name in fields) : []
      for (const [name, message] of wrong) form.setError(name as keyof Fields, { message }, { shouldFocus: true })
      if (wrong.length > 0) return
      if (error instanceof Problem && (error.code === 'plan_needed' || error.code === 'signed_out'))
        return setRefused(error)
      toast({
        title: 'Error',
        description: `Failed to ${project ? 'update' : 'create'} project. Please try again.`,
        variant: 'destructive',
      })
    }
  })

  return (
    <Dialog
      open
      onClose={onClose}
      sticky
      title={project ? 'Edit Project' : 'New Project'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="project" busy={isSubmitting}>
            {project ? 'Save' : 'Create Project'}
          </Button>
        </>
      }
    >
      <form id="project" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4 sm:grid-cols-2">
        {refused && (
          <div
            role="alert"
            className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-bad-wash px-3 py-2 sm:col-span-2"
          >
            <p>
              {refused.code === 'signed_out'
                ? 'You have been signed out. What you typed here is still there.'
                : refused.sentence}
            </p>
            {refused.code === 'signed_out' && <SignInAgain look="line" />}
          </div>
        )}
        <TextInput
          label="Title"
          className="sm:col-span-2"
          aria-required
          error={errors.title?.message}
          {...form.register('title', {
            validate: (value) => value.trim() !== '' || 'A title is required.',
            maxLength: tooLong(500),
          })}
        />
        <TextArea
          label="Description"
          className="sm:col-span-2"
          error={errors.description?.message}
          {...form.register('description', { maxLength: tooLong(20_000) })}
        />
        <TextInput
          label="Time Period"
          error={errors.timePeriod?.message}
          {...form.register('timePeriod', { maxLength: tooLong(500) })}
        />
        <TextInput
          label="Setting"
          error={errors.setting?.message}
          {...form.register('setting', { maxLength: tooLong(500) })}
        />
        <TextInput
          label="Genre"
          error={errors.genre?.message}
          {...form.register('genre', { maxLength: tooLong(500) })}
        />
        <NumberInput
          label="Target Word Count"
          error={errors.targetWordCount?.message}
          {...form.register('targetWordCount', { validate: wrongTarget })}
        />
      </form>
    </Dialog>
  )
}
