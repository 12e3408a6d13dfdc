import { createContext, useContext, useState } from 'react'

/** Nobody can unfold anything on paper: there, more is open from the start, and an end is an end. */
export const PaperContext = createContext(false)

export const useIsPaper = () => useContext(PaperContext)

const mostOnPaper = 200

/** The first few of many; `more` shows the next portion. */
export function usePortion(total: number, { first, step }: { first: number; step: number }) {
  const isPaper = useIsPaper()
  const [wanted, setWanted] = useState(first)
  const shown = Math.min(total, isPaper ? Math.max(mostOnPaper, wanted) : wanted)
  return { shown, rest: total - shown, more: () => setWanted(shown + step) }
}
