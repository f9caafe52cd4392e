import type { Editor } from '@tiptap/core'
import { useEditor } from '@tiptap/react'
import { useRef } from 'react'
import { blocksOf, notByAuthor, parseOptions } from './document.ts'
import { extensions } from './extensions.ts'

type Options = {
  /** The text to begin with, as the server stores it. */
  content: string
  /** An edit by the author, and whether it was Enter. */
  onEdit: (key: 'enter' | undefined) => void
}

/** Pixels kept in view around the caret: the header lies over the text. */
const besideTheCaret = { top: 170, bottom: 90, left: 0, right: 0 }

/** The rich-text editor of one chapter. It never renders React on a keystroke. */
export function useProse({ content, onEdit }: Options): Editor | null {
  const lastKey = useRef('')
  return useEditor({
    extensions,
    content,
    parseOptions,
    shouldRerenderOnTransaction: false,
    immediatelyRender: true,
    injectCSS: false,
    editorProps: {
      scrollMargin: besideTheCaret,
      scrollThreshold: besideTheCaret,
      attributes: {
        class: 'prose',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': 'Chapter text',
        spellcheck: 'true',
      },
      handleKeyDown: (_view, event) => {
        lastKey.current = event.key
        return false
      },
    },
    onUpdate: ({ transaction }) => {
      if (!transaction.getMeta(notByAuthor)) onEdit(lastKey.current === 'Enter' ? 'enter' : undefined)
    },
  })
}

/** What the save engine reads: the server's own blocks until the author changes the text, then those on screen. */
export function textReader(editor: Editor, loaded: readonly string[]) {
  let untouched = editor.state.doc
  let stored = loaded
  return {
    blocks: () => (editor.state.doc === untouched ? stored : blocksOf(editor.state.doc)),
    /** The text on screen is what the server holds, whatever HTML the editor would write for it. */
    settled: (blocks: readonly string[]) => {
      untouched = editor.state.doc
      stored = blocks
    },
  }
}
