import { useQuery } from '@tanstack/react-query'
import { minutes } from '#base/web/query.ts'
import { askWho } from './session.ts'

export const currentUserKey = ['/api/auth/user'] as const

/** The signed-in author, null for a visitor, undefined while nobody knows. */
export function useCurrentUser() {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: currentUserKey,
    queryFn: ({ signal }) => askWho(signal),
    staleTime: 10 * minutes,
    gcTime: 30 * minutes,
  })
  return { user: data, error, isFetching, retry: () => void refetch() }
}
