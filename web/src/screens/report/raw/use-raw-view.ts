import { useDeferredValue, useMemo, useState } from 'react'
import {
  allFolds,
  isFoldable,
  type Lines,
  linesOf,
  positionOf,
  unfoldedFor,
  visibleLines,
} from './lines.ts'
import { hitsOf, stepHit } from './search.ts'

const nothingFolded: ReadonlySet<number> = new Set()

export type RawMode = 'tree' | 'text'

/** What the reader sees of a report as JSON: folds, the line they are at, and what they look for. */
export function useRawView(report: unknown) {
  const lines = useMemo(() => linesOf(report), [report])
  const [mode, setMode] = useState<RawMode>('tree')
  const [folded, setFolded] = useState(nothingFolded)
  const [current, setCurrent] = useState(0)
  const search = useSearchIn(lines, (line) => {
    setFolded((now) => unfoldedFor(lines, now, line))
    setCurrent(line)
  })
  const visible = useMemo(
    () => visibleLines(lines, mode === 'tree' ? folded : nothingFolded),
    [lines, folded, mode],
  )
  return {
    lines,
    mode,
    setMode,
    visible,
    folded,
    current,
    position: positionOf(visible, current),
    search,
    goTo: setCurrent,
    setFold: (line: number, isFolded: boolean) => {
      if (!isFoldable(lines, line)) return
      const next = new Set(folded)
      if (isFolded) next.add(line)
      else next.delete(line)
      setFolded(next)
    },
    foldAll: () => setFolded(allFolds(lines)),
    unfoldAll: () => setFolded(nothingFolded),
  }
}

export type RawView = ReturnType<typeof useRawView>

function useSearchIn(lines: Lines, reveal: (line: number) => void) {
  const [typed, setTyped] = useState('')
  // Millions of lines take a moment: typing is not blocked.
  const needle = useDeferredValue(typed)
  const hits = useMemo(() => hitsOf(lines, needle), [lines, needle])
  const [at, setAt] = useState(0)
  const [shownHits, setShownHits] = useState(hits)
  const show = (index: number) => {
    setAt(index)
    const line = hits[index]
    if (line !== undefined) reveal(line)
  }
  if (shownHits !== hits) {
    setShownHits(hits)
    show(0)
  }
  return {
    typed,
    setTyped,
    needle,
    hits,
    at,
    go: (step: 1 | -1) => show(stepHit(at, step, hits.length)),
  }
}
