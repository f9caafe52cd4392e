import { useQuery } from '@tanstack/react-query'
import { minutes } from '#base/web/query.ts'
import type { CurrentUser } from '#core/account/contract.ts'
import { askWho, tabUser } from './session.ts'

const currentUserKey = ['/api/auth/user'] as const

/**
 * The author whose tab this is, fresh for 10 minutes and kept for 30. For screens of signed-in authors, which are the
 * only ones that know a query client.
 */
export function useCurrentUser(): CurrentUser {
  const { data } = useQuery({
    queryKey: currentUserKey,
    queryFn: async ({ signal }) => (await askWho(signal)) ?? null,
    initialData: tabUser,
    staleTime: 10 * minutes,
    gcTime: 30 * minutes,
  })
  const user = data ?? tabUser()
  if (!user) throw new Error('Nobody is signed in here.')
  return user
}
