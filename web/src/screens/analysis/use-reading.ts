import { useEffect, useMemo, useState } from 'react'
import {
  emptyReading,
  newMemory,
  type Reading,
  type ReadMode,
  readAtOnce,
  readSteps,
} from './reading.ts'

/** Up to this length reading takes less than a key press. */
const shortText = 4000
/** Typing is not interrupted by every letter. */
const pauseMs = 150
/** Half a frame: the other half draws. */
const sliceMs = 8

/** The text, read. A long one is read in the background; the previous result stays until then. */
export function useReading(text: string, mode: ReadMode): { reading: Reading; isReading: boolean } {
  const [memory] = useState(newMemory)
  const isShort = text.length <= shortText
  const atOnce = useMemo(
    () => (isShort ? readAtOnce(text, mode, memory) : undefined),
    [isShort, text, mode, memory],
  )
  const [late, setLate] = useState<{ text: string; mode: ReadMode; reading: Reading }>()
  useEffect(() => {
    if (isShort) return
    const steps = readSteps(text, mode, memory)
    const work = () => {
      const until = performance.now() + sliceMs
      while (performance.now() < until) {
        const step = steps.next()
        if (step.done) {
          setLate({ text, mode, reading: step.value })
          return
        }
      }
      timer = setTimeout(work)
    }
    let timer = setTimeout(work, pauseMs)
    return () => clearTimeout(timer)
  }, [isShort, text, mode, memory])
  if (atOnce) return { reading: atOnce, isReading: false }
  const isReading = late?.text !== text || late.mode !== mode
  return { reading: late?.reading ?? emptyReading, isReading }
}
