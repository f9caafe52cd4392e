import { Button } from '#base/web/ui/Button.tsx'
import { EmptyState } from '#base/web/ui/States.tsx'
import { columnClass } from '#core/chapters/web/ChapterView.tsx'

type NoChaptersProps = { onAdd: () => void; onWrite: () => void }

/** A novel without a chapter. */
export function NoChapters({ onAdd, onWrite }: NoChaptersProps) {
  return (
    <div className={columnClass}>
      <EmptyState
        level="h1"
        className="pt-0!"
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
    </div>
  )
}

/** The address names a chapter that is not in this novel, such as one in the trash. */
export function NoChapterSelected({ onWrite }: { onWrite: () => void }) {
  return (
    <div className={columnClass}>
      <EmptyState
        level="h1"
        className="pt-0!"
        title="No chapter selected"
        action={<Button onClick={onWrite}>Start Writing</Button>}
      >
        The chapter of this address is not in the manuscript. Choose another one there.
      </EmptyState>
    </div>
  )
}
