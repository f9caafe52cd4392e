import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onTabMessage, tellTabs } from '#base/web/tabs.ts'
import type { Chapter } from '../contract.ts'
import { announceSave, chapterKey } from './cache.ts'
import { journal } from './journal.ts'
import type { SaveState } from './save-state.ts'

/** Milliseconds within which an open editor answers, and after which one that had unsaved words is asked again. */
const answerWithin = 800
const askAgain = 5000

/**
 * The state of a chapter as its editor's tab tells it. Where no editor is open the chapter is saved, at `updatedAt`,
 * unless this device still keeps words of it that the server does not have.
 */
export function useEditorState(user: string, chapterId: string | undefined, updatedAt: string | undefined): SaveState {
  const cache = useQueryClient()
  const [told, setTold] = useState<{ chapterId: string; state: SaveState }>()

  useEffect(() => {
    if (!chapterId) return
    let answered = 0
    let unsettled = false
    let ended = false
    const stop = onTabMessage((message) => {
      if (message.kind !== 'editor-state' || message.chapterId !== chapterId || message.user !== user) return
      answered = performance.now()
      const state = message.state as SaveState
      unsettled = state.kind !== 'saved'
      setTold({ chapterId, state })
    })
    const ask = async () => {
      const asked = performance.now()
      tellTabs({ kind: 'who-edits', chapterId })
      await new Promise((resolve) => setTimeout(resolve, answerWithin))
      if (ended || answered >= asked) return
      const left = await isLeftUnsaved(cache, user, chapterId)
      if (ended || answered >= asked) return
      unsettled = false
      setTold(left ? { chapterId, state: { kind: 'unsaved' } } : undefined)
    }
    const onFocus = () => void ask()
    void ask()
    // An editor whose tab was closed or killed says nothing any more; a saved one has nothing left to say.
    const timer = setInterval(() => unsettled && void ask(), askAgain)
    window.addEventListener('focus', onFocus)
    return () => {
      ended = true
      stop()
      clearInterval(timer)
      window.removeEventListener('focus', onFocus)
    }
  }, [cache, user, chapterId])

  if (told && told.chapterId === chapterId) return told.state
  return updatedAt ? { kind: 'saved', at: Date.parse(updatedAt) } : { kind: 'saved' }
}

/**
 * Whether an editor that is gone left words on this device alone. Its last save may have arrived without anybody here
 * having heard of it; then what it saved is taken over.
 */
async function isLeftUnsaved(cache: QueryClient, user: string, chapterId: string): Promise<boolean> {
  const kept = await journal.find(user, chapterId).catch(() => [])
  if (kept.length === 0) return false
  try {
    const { content, ...chapter } = await cache.fetchQuery<Chapter>({ queryKey: chapterKey(chapterId) })
    announceSave(cache, user, { chapter })
    return kept.some(({ text, title }) => text !== content || (title !== undefined && title !== chapter.title))
  } catch {
    return true
  }
}
