import { useEffect, useMemo, useState } from 'react'
import type { ChapterMeta } from '../contract.ts'
import { inReadingOrder, move } from '../rules.ts'
import { announce, type Place, type Sizes, sizesAfter, sizesOf } from './place.ts'
import { useMoveChapter } from './useMoveChapter.ts'

/** A chapter in hand, and where it came from. */
type Held = Place & { id: string; by: 'pointer' | 'keys'; from: Place }
/** A chapter that was put down, until the list has it there. */
type Settled = Place & { id: string; by: 'settled' }

const same = (a: Place, b: Place) => a.section === b.section && a.order === b.order

/** The manuscript while chapters are moved about in it: the list as it is to be shown, and what is said aloud. */
export function useMoving(projectId: string, chapters: readonly ChapterMeta[]) {
  const [moving, setMoving] = useState<Held | Settled>()
  const [said, setSaid] = useState('')
  const held = moving?.by === 'settled' ? undefined : moving

  const stored = useMemo(() => inReadingOrder(chapters), [chapters])
  const shown = useMemo(
    () => (moving ? move(stored, moving.id, moving.section, moving.order) : stored),
    [stored, moving],
  )
  const sizes = useMemo(() => sizesOf(shown), [shown])
  const find = (id: string) => shown.find((each) => each.id === id)

  const { mutate } = useMoveChapter(projectId, ({ id, section, order }) => {
    const title = find(id)?.title
    if (title) setSaid(announce.failed(title, { section, order }, sizesOf(move(stored, id, section, order))))
  })

  // The list has it now, or has lost it; until then it is shown where it was put.
  useEffect(() => {
    setMoving((now) => (now?.by === 'settled' || !chapters.some(({ id }) => id === now?.id) ? undefined : now))
  }, [chapters])

  const put = (id: string, title: string, place: Place, withIt: Sizes) => {
    setMoving({ id, section: place.section, order: place.order, by: 'settled' })
    setSaid(announce.putDown(title, place, withIt))
    mutate({ id, section: place.section, order: place.order })
  }

  const putBack = () => {
    const title = held && find(held.id)?.title
    if (!held || title === undefined) return
    setMoving(undefined)
    setSaid(announce.putBack(title, held.from, sizesOf(stored)))
  }

  return {
    held,
    said,
    shown,
    sizes,

    pickUp(id: string, by: Held['by']) {
      const chapter = find(id)
      if (!chapter) return
      const { title, section, order } = chapter
      setMoving({ id, section, order, by, from: { section, order } })
      setSaid(by === 'keys' ? announce.pickedUp(title, chapter, sizes) : '')
    },

    /** Holds the chapter in hand over another place. */
    hold(place: Place) {
      if (!held || same(held, place)) return
      setMoving({ ...held, section: place.section, order: place.order })
      const title = find(held.id)?.title
      if (title === undefined || held.by !== 'keys') return
      setSaid(announce.moved(title, place, sizesAfter(sizes, held.section, place.section)))
    },

    putDown() {
      const title = held && find(held.id)?.title
      if (!held || title === undefined) return
      if (same(held, held.from)) putBack()
      else put(held.id, title, held, sizes)
    },

    putBack,

    /** Moves a chapter at once, as the menu and Alt with an arrow do. */
    moveTo(id: string, place: Place) {
      const chapter = find(id)
      if (chapter && !same(chapter, place))
        put(id, chapter.title, place, sizesAfter(sizes, chapter.section, place.section))
    },
  }
}
