import { ApiError } from '@assay/contract'
import { QueryClient } from '@tanstack/react-query'

/** What the server refused stays refused; what did not reach it is tried again. */
const mayRetry = (failures: number, error: unknown) =>
  failures < 3 && !(error instanceof ApiError && error.status < 500)

/**
 * What the server said, by key. The first word of a key is the kind of thing, the second its id or
 * the search for it; `live/invalidate.ts` throws away what an event made untrue:
 *
 * `['job', id]` `['jobs', …]` `['analyzers']` `['responders']` `['alert', id]` `['alerts', …]`
 * `['case', id]` `['cases', …]` `['tasks', …]` `['observable', id]` `['actions', …]`
 * `['users', …]` `['organizations', …]` `['definitions', kind]` `['configurations', kind]`
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: mayRetry,
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, 30_000),
      staleTime: 5_000,
      refetchOnWindowFocus: true,
    },
  },
})

/** What a report says in short never changes: asked for once in the life of the page. */
queryClient.setQueryDefaults(['summary'], { gcTime: Number.POSITIVE_INFINITY })
