import TextAlign from '@tiptap/extension-text-align'
import { Placeholder } from '@tiptap/extensions'
import StarterKit from '@tiptap/starter-kit'

/** Steps that Undo goes back, as specified; beyond them stand the versions. */
const undoDepth = 20

/** What a chapter is made of. Whatever is written here has its twin in the server's allow-list. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    undoRedo: { depth: undoDepth },
    code: false,
    codeBlock: false,
    link: false,
    trailingNode: false,
  }),
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  Placeholder.configure({ placeholder: 'Start writing your story...' }),
]
