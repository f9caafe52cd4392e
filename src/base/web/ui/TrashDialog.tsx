import { useState } from 'react'
import { shortDate } from '#base/web/relative-time.ts'
import { Button } from './Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Dialog } from './Dialog.tsx'
import { sentenceOf } from './States.tsx'
import { toast } from './toast.ts'

type Trashed = { id: string; title: string; goneAt: string }

type TrashDialogProps<T extends Trashed> = {
  onClose: () => void
  /** What lies there, as one and as many: 'chapter', 'chapters'. */
  noun: [one: string, many: string]
  /** Days that a thing rests. */
  days: number
  things: readonly T[]
  /** What is said of a thing under its title, before the day on which it is erased. */
  about: (thing: T) => string
  restore: (thing: T) => Promise<unknown>
  /** Erases one for ever, or all. */
  erase: (thing: T | 'all') => Promise<unknown>
}

/** What was deleted: bring one back, erase one, or empty the trash. */
export function TrashDialog<T extends Trashed>({
  onClose,
  noun,
  days,
  things,
  about,
  restore,
  erase,
}: TrashDialogProps<T>) {
  const [one, many] = noun
  const [restoring, setRestoring] = useState<string>()
  const [asked, setAsked] = useState<T | 'all'>()
  const failed = (error: unknown) => toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' })
  const bringBack = async (thing: T) => {
    setRestoring(thing.id)
    await restore(thing).catch(failed)
    setRestoring(undefined)
  }
  const subject = () => {
    if (asked !== 'all') return <bdi className="font-semibold text-ink">{asked?.title}</bdi>
    return `${things.length === 1 ? `The ${one}` : `All ${things.length} ${many}`} in the trash`
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Trash"
      description={things.length > 0 ? `Deleted ${many} rest here for ${days} days.` : 'The trash is empty.'}
      footer={things.length > 0 && <Button onClick={() => setAsked('all')}>Empty Trash</Button>}
    >
      <ul className="-my-2 divide-y divide-rule">
        {things.map((thing) => (
          <li key={thing.id} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-3">
            <div className="min-w-40 flex-1">
              <p dir="auto" className="line-clamp-2 font-book wrap-anywhere">
                {thing.title}
              </p>
              <p className="text-sm text-muted">
                {about(thing)} · erased on {shortDate(thing.goneAt)}
              </p>
            </div>
            <div className="flex gap-1">
              <Button
                size="small"
                aria-label={`Restore ${thing.title}`}
                busy={restoring === thing.id}
                onClick={() => void bringBack(thing)}
              >
                Restore
              </Button>
              <Button size="small" look="quiet" aria-label={`Erase ${thing.title}`} onClick={() => setAsked(thing)}>
                Erase
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          open
          danger
          onClose={() => setAsked(undefined)}
          title={asked === 'all' ? 'Empty the trash?' : `Erase this ${one}?`}
          confirmLabel={asked === 'all' ? 'Empty Trash' : 'Erase'}
          onConfirm={() => erase(asked).catch(failed)}
        >
          <p>{subject()} will be erased for ever. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
