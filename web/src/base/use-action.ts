import { useEffect, useRef, useState } from 'react'
import { type Problem, problemOf } from './problem.ts'

/** One user action: busy while it runs, and the problem when it failed. */
export function useAction(fields?: readonly string[]) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const [refusals, setRefusals] = useState(0)

  function refuse(found: Problem) {
    setProblem(found)
    setRefusals((count) => count + 1)
  }

  async function run(work: () => Promise<void>) {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      refuse(problemOf(error, fields))
    }
    setBusy(false)
  }

  /** An error about a field is about its old value: an edit clears it. */
  function forget(edited: readonly string[]) {
    setProblem((present) => {
      if (!present || !edited.some((name) => name in present.fields)) return present
      const left = Object.entries(present.fields).filter(([name]) => !edited.includes(name))
      return { ...present, fields: Object.fromEntries(left) }
    })
  }

  return { busy, problem, refusals, refuse, forget, run }
}

/** After each refusal the reader lands on the first wrong field, else on the message. */
export function useRefusalFocus(refusals: number) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusals === 0) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const message = form.current?.querySelector<HTMLElement>('[role="alert"] [tabindex="-1"]')
    const target = wrong ?? message
    target?.focus()
  }, [refusals])
  return form
}
