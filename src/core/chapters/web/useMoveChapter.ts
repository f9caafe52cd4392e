import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#base/web/call.ts'
import { toast } from '#base/web/ui/toast.ts'
import { type ChapterMeta, moveChapter } from '../contract.ts'
import { move } from '../rules.ts'
import { metadataKey } from './cache.ts'
import type { Place } from './place.ts'
import { tellProjectChanged } from './useChapters.ts'

type Wish = Place & { id: string }

/**
 * Moves a chapter: on screen at once, on the server one move after the other. A move that fails is taken back; nothing
 * is fetched again, unless further moves stood upon a failed one.
 */
export function useMoveChapter(projectId: string, onFailed?: (back: Wish) => void) {
  const cache = useQueryClient()
  const key = metadataKey(projectId)
  const mutationKey = ['move', projectId]
  const show = (place: Wish) =>
    cache.setQueryData<ChapterMeta[]>(key, (list) => list && move(list, place.id, place.section, place.order))
  /** A move failed on which later ones stood: what the list is now, only the server knows. */
  const doubtful = useRef(false)
  const alone = () => cache.isMutating({ mutationKey }) <= 1

  return useMutation({
    mutationKey,
    scope: { id: `moves in ${projectId}` },
    mutationFn: ({ id, section, order }: Wish) => call(moveChapter, { params: { id }, body: { section, order } }),
    onMutate: (wish) => {
      const from = cache.getQueryData<ChapterMeta[]>(key)?.find(({ id }) => id === wish.id)
      show(wish)
      return from && { id: wish.id, section: from.section, order: from.order }
    },
    onError: (_error, _wish, from) => {
      if (from) {
        show(from)
        onFailed?.(from)
      }
      toast({ title: 'Error', description: 'Failed to reorder chapters. Please try again.', variant: 'destructive' })
      if (!alone()) doubtful.current = true
    },
    onSuccess: (place, wish) => {
      // Another device changed the list meanwhile.
      if (place.order !== wish.order || place.section !== wish.section) show(place)
      toast({ title: 'Chapters reordered' })
      tellProjectChanged(projectId)
    },
    onSettled: () => {
      if (!doubtful.current || !alone()) return
      doubtful.current = false
      void cache.invalidateQueries({ queryKey: key })
    },
  })
}
