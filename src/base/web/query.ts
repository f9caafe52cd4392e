import { QueryClient } from '@tanstack/react-query'
import { ask } from './call.ts'

export const minutes = 60_000

/**
 * The browser's cache of what the server said. Data is stale at once and nothing is repeated, polled or fetched again
 * on focus, unless a query says otherwise. A query without a function GETs the path that its key makes, joined by '/'.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey, signal }) => ask(queryKey.join('/'), { method: 'GET', signal }),
      staleTime: 0,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      // Without a network a call fails at once and says so, instead of waiting in silence.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
