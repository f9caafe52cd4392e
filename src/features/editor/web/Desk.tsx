import { EditorContent } from '@tiptap/react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { toast } from '#base/web/ui/toast.ts'
import { type Chapter, titleLimit } from '#core/chapters/contract.ts'
import type { SaveEngine } from '#core/chapters/web/save-engine.ts'
import type { SaveState } from '#core/chapters/web/save-state.ts'
import { wordsIn } from './document.ts'
import { Toolbar } from './Toolbar.tsx'
import { useProse } from './useProse.ts'
import { useSaving } from './useSaving.ts'
import './prose.css'

const ConflictDialog = lazy(() => import('./ConflictDialog.tsx'))

/** What the screen shows around the text. */
export type DeskFacts = { title: string; words: number; state: SaveState; save: () => Promise<void> }

type Props = {
  chapter: Chapter
  user: string
  /** The header, from what is true at the moment. */
  header: (facts: DeskFacts) => ReactNode
}

/** Milliseconds between two counts while somebody types. */
const countEvery = 300

/** A chapter open for writing: title, text, tools, and the saving of all three. */
export function Desk({ chapter, user, header }: Props) {
  const [title, setTitle] = useState(chapter.title)
  const engineRef = useRef<SaveEngine>(undefined)
  const editor = useProse({ content: chapter.content, onEdit: (key) => engineRef.current?.changed(key) })
  const { engine, state } = useSaving({ user, chapter, editor, title: { current: title, show: setTitle } })
  engineRef.current = engine
  const [deciding, setDeciding] = useState(false)
  const words = useWordCount(editor)

  const save = async () => {
    await engine?.save()
    if (engine?.conflict) return setDeciding(true)
    if (!engine || engine.isDirty) {
      const reason = engine?.state.kind === 'not-saved' ? engine.state.reason : 'The server cannot be reached.'
      const kept =
        engine?.state.kind === 'not-saved' && engine.state.cause === 'journal'
          ? ''
          : 'Your words are kept on this device.'
      toast({ title: 'Not saved', description: `${reason} ${kept}`, variant: 'destructive' })
    } else toast({ title: 'Saved', description: 'Your chapter has been saved successfully.' })
  }
  const saveRef = useRef(save)
  saveRef.current = save
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      void saveRef.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  const conflict = state.kind === 'not-saved' && state.cause === 'conflict'
  const theirs = engine?.conflict
  return (
    <div className="flex min-h-dvh flex-col">
      <div className="sticky top-0 z-20 border-b border-rule bg-paper">
        {header({ title, words, state, save })}
        <div className="border-t border-rule">{editor && <Toolbar editor={editor} />}</div>
        {state.kind === 'not-saved' && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-rule bg-bad-wash px-4 py-2 sm:px-6">
            <p className="min-w-0 flex-1">
              {state.reason} {state.cause !== 'journal' && 'Your words are kept on this device.'}
            </p>
            {conflict && (
              <button
                type="button"
                className="font-semibold text-bad underline underline-offset-4"
                onClick={() => setDeciding(true)}
              >
                Choose…
              </button>
            )}
          </div>
        )}
      </div>
      <main tabIndex={-1} className="mx-auto w-full max-w-[47.5rem] grow px-5 pt-10 pb-40 sm:px-10 sm:pt-14">
        <TitleField
          value={title}
          onChange={(next) => {
            setTitle(next)
            engine?.changed()
          }}
          onDone={() => editor?.commands.focus('start')}
        />
        <EditorContent editor={editor} />
      </main>
      {deciding && theirs && engine && (
        <Suspense>
          <ConflictDialog
            onClose={() => setDeciding(false)}
            mine={editor?.getHTML() ?? ''}
            theirs={theirs.content}
            keepMine={() => engine.keepMine()}
            takeTheirs={() => engine.takeTheirs()}
            keepBoth={() => engine.keepBoth()}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The chapter's title, edited in place. A blank one is shown as missing and never sent. */
function TitleField({
  value,
  onChange,
  onDone,
}: {
  value: string
  onChange: (title: string) => void
  onDone: () => void
}) {
  const blank = value.trim() === ''
  return (
    <div className="mb-6">
      <textarea
        aria-label="Chapter title"
        aria-invalid={blank || undefined}
        aria-describedby={blank ? 'title-missing' : undefined}
        rows={1}
        dir="auto"
        maxLength={titleLimit}
        spellCheck
        value={value}
        placeholder="Chapter title"
        className="field-sizing-content w-full resize-none bg-transparent pb-1 font-book text-[2rem] leading-snug font-[550] tracking-[-0.01em] outline-none"
        onChange={(event) => onChange(event.target.value.replace(/\s*\n\s*/g, ' '))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onDone()
        }}
      />
      {blank && (
        <p id="title-missing" className="text-sm text-bad">
          A chapter needs a title. Until it has one, its old title stays.
        </p>
      )}
    </div>
  )
}

function useWordCount(editor: ReturnType<typeof useProse>): number {
  const [words, setWords] = useState(() => (editor ? wordsIn(editor.state.doc) : 0))
  useEffect(() => {
    if (!editor) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const count = () => {
      timer = undefined
      setWords(wordsIn(editor.state.doc))
    }
    const onUpdate = () => {
      timer ??= setTimeout(count, countEvery)
    }
    count()
    editor.on('update', onUpdate)
    return () => {
      clearTimeout(timer)
      editor.off('update', onUpdate)
    }
  }, [editor])
  return words
}
