import { ApiError } from '@assay/contract'
import { QueryClient } from '@tanstack/react-query'
import { type Changed, type Key, keyOf, staleAfter } from './keys.ts'

/** What the server refused stays refused; what did not reach it is tried again. */
const mayRetry = (failures: number, error: unknown) =>
  failures < 3 && !(error instanceof ApiError && error.status < 500)

/** Server responses, by key; `data/keys.ts` has the keys and what makes them stale. */
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

/** The summary of a report never changes: fetched once in the life of the page. */
queryClient.setQueryDefaults(keyOf('summary'), { gcTime: Number.POSITIVE_INFINITY })

/** Refetches whatever begins with these keys; the promise resolves when it is on the screen. */
export const readAgain = (...stale: readonly Key[]) =>
  Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/** This page made such a change: shown at once, whether or not its event arrives. */
export const changed = (...types: readonly Changed[]) => readAgain(...staleAfter(...types))
