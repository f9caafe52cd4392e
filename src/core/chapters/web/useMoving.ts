import { useEffect, useMemo, useState } from 'react'
import type { ChapterMeta } from '../contract.ts'
import { inReadingOrder, move } from '../rules.ts'
import { announce, type Place, type Sizes, sizesOf } from './place.ts'
import { useMoveChapter } from './useMoveChapter.ts'

/** A chapter that is put down and not yet there in the list; one that is held by a pointer or by the keys. */
type Settled = Place & { id: string; by: 'settled' }
type Moving = Place & { id: string; by: 'pointer' | 'keys' }

const same = (a: Place, b: Place) => a.section === b.section && a.order === b.order

/** The manuscript while chapters are moved about in it: the list as it is to be shown, and what is said aloud. */
export function useMoving(projectId: string, chapters: readonly ChapterMeta[]) {
  const [moving, setMoving] = useState<Moving | Settled>()
  const [said, setSaid] = useState('')

  const stored = useMemo(() => inReadingOrder(chapters), [chapters])
  const shown = useMemo(
    () => (moving ? move(stored, moving.id, moving.section, moving.order) : stored),
    [stored, moving],
  )
  const sizes = useMemo(() => sizesOf(shown), [shown])
  const find = (id: string) => stored.find((each) => each.id === id)

  const { mutate } = useMoveChapter(projectId, (id) => {
    const chapter = find(id)
    if (chapter) setSaid(announce.failed(chapter.title, chapter, sizesOf(stored)))
  })

  // The list has it now, or has lost it; until then it is shown where it was put.
  useEffect(() => {
    setMoving((now) => (now?.by === 'settled' || (now && !chapters.some(({ id }) => id === now.id)) ? undefined : now))
  }, [chapters])

  /** Puts a chapter down at a place, from wherever it is. */
  const put = (chapter: ChapterMeta, { section, order }: Place, withIt: Sizes) => {
    if (same(chapter, { section, order })) {
      setMoving(undefined)
      setSaid(announce.putBack(chapter.title, chapter, sizesOf(stored)))
      return
    }
    setMoving({ id: chapter.id, section, order, by: 'settled' })
    setSaid(announce.putDown(chapter.title, { section, order }, withIt))
    mutate({ id: chapter.id, section, order })
  }

  return {
    moving: moving?.by === 'settled' ? undefined : moving,
    said,
    shown,
    sizes,

    pickUp(id: string, by: 'pointer' | 'keys') {
      const chapter = find(id)
      if (!chapter) return
      setMoving({ id, section: chapter.section, order: chapter.order, by })
      setSaid(by === 'keys' ? announce.pickedUp(chapter.title, chapter, sizes) : '')
    },

    /** Holds the chapter in hand over another place. */
    hold(place: Place) {
      if (!moving || moving.by === 'settled' || same(moving, place)) return
      setMoving({ ...moving, section: place.section, order: place.order })
      const chapter = find(moving.id)
      if (!chapter || moving.by !== 'keys') return
      setSaid(announce.moved(chapter.title, place, sizesOf(move(stored, moving.id, place.section, place.order))))
    },

    putDown() {
      const chapter = moving && find(moving.id)
      if (chapter && moving.by !== 'settled') put(chapter, moving, sizes)
    },

    putBack() {
      const chapter = moving && moving.by !== 'settled' && find(moving.id)
      if (!chapter) return
      setMoving(undefined)
      setSaid(announce.putBack(chapter.title, chapter, sizesOf(stored)))
    },

    /** Moves a chapter at once, as the menu and Alt with an arrow do. */
    moveTo(id: string, { section, order }: Place) {
      const chapter = find(id)
      if (chapter) put(chapter, { section, order }, sizesOf(move(stored, id, section, order)))
    },
  }
}
