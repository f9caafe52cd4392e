import {
  type DndContextProps,
  type DragMoveEvent,
  type DragStartEvent,
  type Modifier,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type RefObject, useRef } from 'react'
import { type Place, placeAt, type Sizes } from './place.ts'

type Given = {
  /** What scrolls, and the list in it. */
  scroller: RefObject<HTMLElement | null>
  list: RefObject<HTMLElement | null>
  heights: { row: number; head: number }
  sizes: Sizes
  /** Where the chapter in hand stands. */
  now: Place | undefined
  onStart: (id: string) => void
  onOver: (place: Place) => void
  onDrop: () => void
  onCancel: () => void
}

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
}

/**
 * Dragging by mouse, or by a finger that rests first, so that a quick one scrolls. The place under the pointer is
 * computed from the heights of rows, never measured: rows that are out of sight are not in the page.
 */
export function useDragging({ scroller, list, heights, sizes, now, ...on }: Given): DndContextProps {
  const start = useRef({ y: 0, rect: undefined as DOMRect | undefined })
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 300, tolerance: 8 } }),
  )
  const end = (then: () => void) => () => {
    start.current.rect = undefined
    setTimeout(() => window.removeEventListener('click', stayHere, { capture: true }), 50)
    then()
  }
  return {
    sensors,
    modifiers: [upAndDown],
    // The row in the list travels along; what is drawn under the pointer begins where the row was.
    measuring: {
      draggable: {
        measure: (element) => {
          start.current.rect ??= element.getBoundingClientRect()
          return start.current.rect
        },
      },
    },
    autoScroll: {
      layoutShiftCompensation: false,
      threshold: { x: 0, y: 0.14 },
      canScroll: (element) => element === scroller.current,
    },
    accessibility: { announcements: silent, screenReaderInstructions: { draggable: '' } },
    onDragStart: ({ active, activatorEvent }: DragStartEvent) => {
      start.current.y = heightOf(activatorEvent) - (list.current?.getBoundingClientRect().top ?? 0)
      window.addEventListener('click', stayHere, { capture: true })
      on.onStart(String(active.id))
    },
    onDragMove: ({ delta }: DragMoveEvent) => {
      if (now) on.onOver(placeAt(start.current.y + delta.y, sizes, now, heights))
    },
    onDragEnd: end(on.onDrop),
    onDragCancel: end(on.onCancel),
  }
}

/** The click that ends a drag is none: it would follow the link of the row. */
const stayHere = (event: Event) => event.preventDefault()

const heightOf = (event: Event): number => {
  if ('touches' in event) return (event as TouchEvent).touches[0]?.clientY ?? 0
  return (event as MouseEvent).clientY
}
