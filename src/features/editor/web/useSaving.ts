import { useQueryClient } from '@tanstack/react-query'
import type { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import { splitBlocks } from '#base/html.ts'
import { isTabOpen, onTabMessage, randomName, tellTabs, thisTab } from '#base/web/tabs.ts'
import { toast } from '#base/web/ui/toast.ts'
import { beforeSignOut, onSignedIn } from '#core/account/web/session.ts'
import type { Chapter } from '#core/chapters/contract.ts'
import { announceSave } from '#core/chapters/web/cache.ts'
import { journal } from '#core/chapters/web/journal.ts'
import { saveApi } from '#core/chapters/web/save-api.ts'
import { SaveEngine } from '#core/chapters/web/save-engine.ts'
import type { SavedNews } from '#core/chapters/web/save-ports.ts'
import type { SaveState } from '#core/chapters/web/save-state.ts'
import { showText } from './document.ts'
import { textReader } from './useProse.ts'

type Given = {
  user: string
  chapter: Chapter
  editor: Editor | null
  /** The title on screen, and how to show another. */
  title: { current: string; show: (title: string) => void }
}

/** The save engine of an open chapter, tied to its editor, to the other tabs and to the page's life. */
export function useSaving({ user, chapter, editor, title }: Given): {
  engine: SaveEngine | undefined
  state: SaveState
} {
  const cache = useQueryClient()
  const [state, setState] = useState<SaveState>({ kind: 'saved' })
  const [engine, setEngine] = useState<SaveEngine>()
  const titleRef = useRef(title)
  titleRef.current = title

  useEffect(() => {
    if (!editor) return
    const reader = textReader(editor, splitBlocks(chapter.content))
    const told = (next: SaveState) => {
      setState(next)
      tellTabs({ kind: 'editor-state', user, chapterId: chapter.id, state: next })
    }
    const made = new SaveEngine({
      user,
      chapter,
      journal,
      tab: thisTab,
      api: saveApi(chapter),
      isTabOpen,
      newName: randomName,
      source: {
        blocks: reader.blocks,
        title: () => titleRef.current.current,
        replace: (blocks, newTitle) => {
          showText(editor, blocks.join(''))
          reader.settled(blocks)
          titleRef.current.show(newTitle)
        },
      },
      onState: told,
      onSaved: (news) => announceSave(cache, user, news),
    })
    setEngine(made)

    const stops = [
      onSignedIn(() => void made.retry()),
      beforeSignOut(() => made.save()),
      onTabMessage((message) => {
        if (message.kind === 'chapter-saved' && message.user === user) void made.heard(message as unknown as SavedNews)
        if (message.kind === 'who-edits' && message.chapterId === chapter.id) told(made.state)
      }),
      listen(window, 'online', () => void made.retry()),
      listen(window, 'focus', () => void made.lookForNews()),
      listen(window, 'pagehide', () => made.leaving()),
      listen(document, 'visibilitychange', () => {
        if (document.visibilityState === 'hidden') made.leaving()
        else void made.lookForNews()
      }),
    ]
    void journal.tidy().catch(() => {})
    void made.recover().then(
      (recovered) => {
        if (recovered)
          toast({
            title: 'Words brought back',
            description: 'This device had kept what was not saved. It is in the text again.',
          })
      },
      () =>
        toast({
          title: 'Not saved yet',
          description: 'This device keeps words of this chapter that could not be sent. Reload to try again.',
          variant: 'destructive',
        }),
    )
    return () => {
      for (const stop of stops) stop()
      void made.close()
    }
  }, [editor, chapter, user, cache])

  return { engine, state }
}

function listen(target: EventTarget, event: string, handler: () => void): () => void {
  target.addEventListener(event, handler)
  return () => target.removeEventListener(event, handler)
}
