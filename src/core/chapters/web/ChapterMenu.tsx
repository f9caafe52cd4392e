import { ArrowDown, ArrowUp, ArrowUpDown, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { Menu, MenuItem, MenuSeparator } from '#base/web/ui/Menu.tsx'
import type { ChapterMeta } from '../contract.ts'

/** What can be done to a chapter from its row. */
export type ChapterAction = 'rename' | 'up' | 'down' | 'move' | 'delete'

type ChapterMenuProps = {
  chapter: ChapterMeta
  /** False for a row that the Tab key passes by. */
  tabbable: boolean
  onAct: (action: ChapterAction, chapter: ChapterMeta) => void
}

/** The menu at the end of a chapter's row. */
export function ChapterMenu({ chapter, tabbable, onAct }: ChapterMenuProps) {
  const act = (action: ChapterAction) => () => onAct(action, chapter)
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`More for ${chapter.title}`}
          title="More"
          tabIndex={tabbable ? 0 : -1}
          className="absolute inset-y-0 end-1 my-auto inline-flex size-8 items-center justify-center rounded-md text-muted opacity-0 group-hover:opacity-100 group-has-focus-visible:opacity-100 hover:bg-hover hover:text-ink aria-expanded:bg-hover aria-expanded:text-ink aria-expanded:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-100"
        >
          <MoreHorizontal aria-hidden className="size-[1.125rem]" />
        </button>
      }
    >
      <MenuItem icon={<Pencil aria-hidden />} shortcut="F2" onSelect={act('rename')}>
        Rename
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<ArrowUp aria-hidden />} shortcut="Alt+↑" onSelect={act('up')}>
        Move up
      </MenuItem>
      <MenuItem icon={<ArrowDown aria-hidden />} shortcut="Alt+↓" onSelect={act('down')}>
        Move down
      </MenuItem>
      <MenuItem icon={<ArrowUpDown aria-hidden />} onSelect={act('move')}>
        Move to…
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} danger shortcut="Del" onSelect={act('delete')}>
        Delete
      </MenuItem>
    </Menu>
  )
}
