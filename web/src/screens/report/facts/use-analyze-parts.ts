import { useEffect, useState } from 'react'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { submit } from '../../../base/data/submit.ts'
import { takesType, useAnalyzers } from '../../../base/data/workers.ts'
import { problemOf } from '../../../base/problem.ts'
import { useRights } from '../../../base/session/rights.ts'
import { counted } from '../../../base/texts/index.ts'
import { showToast } from '../../../base/ui/toasts.tsx'
import { rememberJobs } from '../../../shared/jobs/session-jobs.ts'
import type { Part } from './model.ts'

export interface Marking {
  readonly tlp: number
  readonly pap: number
}

const pollMs = 1500
const patienceMs = 120_000

/** Values of the value are analyzed on by all analyzers that take them, marked as it was itself. */
export function useAnalyzeParts({ tlp, pap }: Marking) {
  const { analyze } = useRights()
  const analyzers = useAnalyzers(analyze)
  const [isBusy, setBusy] = useState(false)
  const [askedAt, setAskedAt] = useState<number>()

  // It is not known which verdict will change: they are read again until they had time to.
  useEffect(() => {
    if (askedAt === undefined) return
    const timer = setInterval(() => {
      void readAgain(keyOf('verdicts'))
      if (Date.now() - askedAt > patienceMs) setAskedAt(undefined)
    }, pollMs)
    return () => clearInterval(timer)
  }, [askedAt])

  const fitting = ({ dataType }: Part) =>
    (analyzers.data ?? []).filter((worker) => takesType(worker, dataType))

  async function run(parts: readonly Part[]): Promise<void> {
    const wanted = parts.flatMap((part) => {
      const content = contentOf(part)
      return content === undefined
        ? []
        : fitting(part).map(({ id }) => ({
            analyzerId: id,
            dataType: part.dataType,
            value: content,
            tlp,
            pap,
          }))
    })
    setBusy(true)
    let started = 0
    try {
      for (const one of wanted) {
        rememberJobs([await submit(one)])
        started += 1
      }
      showToast({ kind: 'success', message: counted('facts.started', started) })
    } catch (error) {
      showToast({ kind: 'error', message: problemOf(error).message })
    } finally {
      setBusy(false)
      if (started > 0) setAskedAt(Date.now())
    }
  }

  return {
    isBusy,
    run,
    /** Whether any analyzer supports it. */
    canRun: (part: Part) => analyze && contentOf(part) !== undefined && fitting(part).length > 0,
    costOf: (parts: readonly Part[]) => parts.reduce((sum, part) => sum + fitting(part).length, 0),
    stop: () => setAskedAt(undefined),
    isWaiting: askedAt !== undefined,
  }
}

function contentOf({ data, attachment }: Part) {
  if (attachment?.id) return { hash: attachment.id, name: attachment.name }
  return data
}
