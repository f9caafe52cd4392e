import { classNames } from '#base/web/ui/class-names.ts'
import type { SaveState } from './save-state.ts'
import { savedLabel } from './saved-label.ts'

const tones: Record<SaveState['kind'], string> = {
  saved: 'text-good',
  unsaved: 'text-muted',
  saving: 'text-muted',
  offline: 'text-warn',
  'not-saved': 'text-bad',
}

/** Where the words are: one line in the header of the workspace and of the editor. */
export function SaveStatus({ state, className }: { state: SaveState; className?: string }) {
  const label = savedLabel(state)
  return (
    <span
      role="status"
      title={label}
      className={classNames('min-w-0 truncate text-sm tabular-nums', tones[state.kind], className)}
    >
      {label}
    </span>
  )
}
