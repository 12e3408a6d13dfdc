import { createContext, useContext, useState } from 'react'

/** A printed page cannot be unfolded: more is open from the start, and what is cut stays cut. */
export const PrintContext = createContext(false)

export const useIsPrint = () => useContext(PrintContext)

const maxInPrint = 200

/** The first few of many; `more` shows the next portion. */
export function usePortion(total: number, { first, step }: { first: number; step: number }) {
  const isPrint = useIsPrint()
  const [wanted, setWanted] = useState(first)
  const shown = Math.min(total, isPrint ? Math.max(maxInPrint, wanted) : wanted)
  return { shown, rest: total - shown, more: () => setWanted(shown + step) }
}
