import type { Job } from '@assay/contract'
import { useState } from 'react'
import { api } from '../api.ts'
import { shownValue } from '../model/observable.ts'
import { counted, text } from '../texts/index.ts'
import { showToast } from '../ui/toasts.tsx'
import type { useBulk } from './use-bulk.ts'

/** Nothing is sent before: until then a mistake costs nothing. */
const undoMs = 5000

/**
 * Deleted rows leave the list at once, the server hears of it after five seconds. Leaving the
 * screen does not take it back; closing the tab does.
 */
export function useDeletion(bulk: ReturnType<typeof useBulk>, onDone: () => void) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())

  const show = (jobs: readonly Job[]) =>
    setHidden((before) => {
      const next = new Set(before)
      for (const { id } of jobs) next.delete(id)
      return next
    })

  function remove(jobs: readonly Job[]) {
    setHidden((before) => new Set([...before, ...jobs.map(({ id }) => id)]))
    const timer = setTimeout(() => {
      takeBack()
      void send(jobs)
    }, undoMs)
    const takeBack = showToast({
      kind: 'info',
      message: counted('jobs.deleting', jobs.length),
      ms: undoMs,
      action: {
        label: text('app.undo'),
        onPress: () => {
          clearTimeout(timer)
          show(jobs)
        },
      },
    })
  }

  async function send(jobs: readonly Job[]) {
    const { done, refused } = await bulk.run({
      label: text('jobs.deletingNow'),
      items: jobs,
      nameOf: shownValue,
      work: ({ id }) => api.deleteJob({ id }),
    })
    show(refused.map(({ item }) => item))
    if (done.length > 0) {
      showToast({ kind: 'success', message: counted('jobs.deleted', done.length) })
    }
    onDone()
  }

  return { hidden, remove }
}
