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
export const readAgain = (...stale: readonly Key[]) => Promise.all(stale.map(readOneAgain))

/**
 * A first answer that is still on its way may be from before the change, and the library takes it for the
 * newest: it is asked for once more. Later ones are aborted and asked for again by the library itself.
 */
async function readOneAgain(queryKey: Key): Promise<void> {
  const first = queryClient
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)
  await queryClient.invalidateQueries({ queryKey })
  await Promise.all(
    first.map(({ queryKey: exact }) =>
      queryClient.invalidateQueries({ queryKey: exact, exact: true }),
    ),
  )
}

/** This page made such a change: shown at once, whether or not its event arrives. */
export const changed = (...types: readonly Changed[]) => readAgain(...staleAfter(...types))
