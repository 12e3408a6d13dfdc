import { useEffect, useRef, useState } from 'react'
import { guardLeaving } from './location.ts'

/**
 * While `isDirty`, whoever leaves the screen is asked first: `leaving` is there while the question
 * stands. Filters of the same screen are no leaving.
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
