import { useEffect, useRef, useState } from 'react'
import { guardLeaving } from './location.ts'

/**
 * While `isDirty`, leaving the screen needs a confirmation: `leaving` exists while the question is
 * open. Filters of the same screen are not leaving.
 */
export function useLeaving(isDirty: boolean) {
  const [go, setGo] = useState<{ on: () => void }>()
  const dirty = useRef(isDirty)
  useEffect(() => {
    dirty.current = isDirty
  })
  useEffect(() => {
    const unguard = guardLeaving((on) => {
      if (!dirty.current) return false
      setGo({ on })
      return true
    })
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (dirty.current) event.preventDefault()
    }
    addEventListener('beforeunload', beforeUnload)
    return () => {
      unguard()
      removeEventListener('beforeunload', beforeUnload)
    }
  }, [])
  return {
    leaving: go && {
      stay: () => setGo(undefined),
      leave: () => {
        dirty.current = false
        setGo(undefined)
        go.on()
      },
    },
    /** What was changed is saved: the next step needs no question. */
    settle: () => {
      dirty.current = false
    },
  }
}
