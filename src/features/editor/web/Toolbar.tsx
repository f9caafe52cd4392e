import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Bold, Italic, Redo2, Underline, Undo2 } from 'lucide-react'
import { IconButton } from '#base/web/ui/IconButton.tsx'
import { toast } from '#base/web/ui/toast.ts'

const marks = [
  { name: 'bold', label: 'Bold', tip: 'Bold (Ctrl+B)', Icon: Bold },
  { name: 'italic', label: 'Italic', tip: 'Italic (Ctrl+I)', Icon: Italic },
  { name: 'underline', label: 'Underline', tip: 'Underline (Ctrl+U)', Icon: Underline },
] as const

/** The formatting of the selection, undo and redo. */
export function Toolbar({ editor }: { editor: Editor }) {
  const shown = useEditorState({
    editor,
    selector: ({ editor: { state, isActive, can } }) => ({
      bold: isActive.call(editor, 'bold'),
      italic: isActive.call(editor, 'italic'),
      underline: isActive.call(editor, 'underline'),
      isEmpty: state.selection.empty,
      undo: can.call(editor).undo(),
      redo: can.call(editor).redo(),
    }),
  })
  const format = (name: (typeof marks)[number]['name']) => {
    if (shown.isEmpty) {
      toast({
        title: 'No Text Selected',
        description: 'Please select text to apply formatting.',
        variant: 'destructive',
      })
      return
    }
    editor.chain().focus().toggleMark(name).run()
  }
  return (
    <div role="toolbar" aria-label="Formatting" className="flex items-center gap-0.5 px-3 py-1 sm:px-5">
      {marks.map(({ name, label, tip, Icon }) => (
        <IconButton
          key={name}
          label={label}
          tip={tip}
          pressed={shown[name]}
          onMouseDown={keepSelection}
          onClick={() => format(name)}
        >
          <Icon aria-hidden />
        </IconButton>
      ))}
      <span aria-hidden className="mx-2 h-5 w-px bg-rule" />
      <IconButton
        label="Undo"
        tip="Undo (Ctrl+Z)"
        aria-disabled={!shown.undo}
        onMouseDown={keepSelection}
        onClick={() => editor.chain().focus().undo().run()}
      >
        <Undo2 aria-hidden />
      </IconButton>
      <IconButton
        label="Redo"
        tip="Redo (Ctrl+Shift+Z)"
        aria-disabled={!shown.redo}
        onMouseDown={keepSelection}
        onClick={() => editor.chain().focus().redo().run()}
      >
        <Redo2 aria-hidden />
      </IconButton>
    </div>
  )
}

/** A button that is pressed by mouse leaves the selection in the text. */
const keepSelection = (event: { preventDefault: () => void }) => event.preventDefault()
