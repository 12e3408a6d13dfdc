import { useCallback, useEffect, useState } from 'react'

export type Uncached<T> =
  | { state: 'loading' }
  | { state: 'ready'; data: T }
  | { state: 'failed'; error: unknown; retry: () => void }

/**
 * An answer with secrets: it lives as long as the component that requested it, and never in the
 * query cache. `key` identifies the request.
 */
export function useUncached<T>(
  key: string,
  load: (call: { signal: AbortSignal }) => Promise<T>,
): Uncached<T> {
  const [answer, setAnswer] = useState<Uncached<T>>({ state: 'loading' })
  const [tries, setTries] = useState(0)
  const retry = useCallback(() => setTries((count) => count + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is new on every render
  useEffect(() => {
    const ended = new AbortController()
    setAnswer({ state: 'loading' })
    load({ signal: ended.signal }).then(
      (data) => !ended.signal.aborted && setAnswer({ state: 'ready', data }),
      (error) => !ended.signal.aborted && setAnswer({ state: 'failed', error, retry }),
    )
    return () => ended.abort()
  }, [key, tries, retry])
  return answer
}
