import type { StoryEntry } from '@assay/contract'
import { useEffect, useRef } from 'react'
import { useSearch } from '../../../base/routing/location.ts'

interface Shown {
  readonly rows: readonly StoryEntry[]
  readonly total: number
}

/** Longer stories are left to the reader to search. */
const maxSearched = 2_000

/**
 * The comment that the address names: more of the story is loaded until it is there, then it gets
 * the focus, once.
 */
export function useAskedEntry(shown: Shown | undefined, askMore: () => void) {
  const asked = useSearch().params.get('comment') ?? undefined
  const element = useRef<HTMLLIElement>(null)
  const reached = useRef<string>(undefined)
  useEffect(() => {
    if (asked === undefined || reached.current === asked || !shown) return
    const { rows, total } = shown
    if (element.current) {
      reached.current = asked
      element.current.focus({ preventScroll: true })
      element.current.scrollIntoView({ block: 'center' })
    } else if (rows.length < Math.min(total, maxSearched)) askMore()
    else reached.current = asked
  }, [asked, shown, askMore])
  return { asked, element }
}
