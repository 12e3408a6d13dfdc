import { type contract, detect, type Input } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'

export type SearchInput = Input<typeof contract.searchEverything>

const minLength = 2
const pauseMs = 150

export const isSearchable = (typed: string): boolean => typed.trim().length >= minLength

/** Asked when the typing pauses; the next question cancels the one before. */
export function useSearchHits(typed: string, enabled: boolean) {
  const settled = useSettled(typed.trim())
  const input: SearchInput = { text: settled.slice(0, 500) }
  return useQuery({
    queryKey: keyOf('search', input),
    queryFn: ({ signal }) => api.searchEverything(input, { signal }),
    enabled: enabled && isSearchable(settled),
    placeholderData: (previous) => (isSearchable(settled) ? previous : undefined),
    staleTime: 10_000,
  })
}

/** What is known about a value that was typed as a whole; nothing is run for it. */
export function useTypedValue(typed: string, enabled: boolean) {
  const whole = typed.trim()
  // At once: pasting a value and pressing Enter means that value.
  const found = whole.length < 3 || whole.includes('\n') ? undefined : detect(whole)
  const value =
    found && found.dataType !== 'other'
      ? { dataType: found.dataType, data: found.value }
      : undefined
  const isSettled = useSettled(whole) === whole
  const verdict = useQuery({
    queryKey: keyOf('verdicts', [value]),
    queryFn: ({ signal }) => api.valueVerdicts({ values: value ? [value] : [] }, { signal }),
    enabled: enabled && value !== undefined && isSettled,
  })
  return { value, verdict: value ? verdict.data?.[0] : undefined }
}

export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
