import { Button } from '#base/web/ui/Button.tsx'
import { EmptyState } from '#base/web/ui/States.tsx'

const paneClass = 'mx-auto w-full max-w-[44rem] px-5 pt-3 sm:px-8 lg:pt-6 xl:mx-0 xl:ps-12'

type NoChaptersProps = { onAdd: () => void; onWrite: () => void }

/** A novel without a chapter. */
export function NoChapters({ onAdd, onWrite }: NoChaptersProps) {
  return (
    <EmptyState
      level="h1"
      className={paneClass}
      title="No chapters yet"
      action={
        <>
          <Button look="primary" onClick={onAdd}>
            Add Chapter
          </Button>
          <Button onClick={onWrite}>Start Writing</Button>
        </>
      }
    >
      A novel is written in chapters. Add the first one, and it stands in the manuscript, ready to be written.
    </EmptyState>
  )
}

/** The address names a chapter that is not in this novel, such as one in the trash. */
export function NoChapterSelected({ onWrite }: { onWrite: () => void }) {
  return (
    <EmptyState
      level="h1"
      className={paneClass}
      title="No chapter selected"
      action={<Button onClick={onWrite}>Start Writing</Button>}
    >
      The chapter of this address is not in the manuscript. Choose another one there.
    </EmptyState>
  )
}
