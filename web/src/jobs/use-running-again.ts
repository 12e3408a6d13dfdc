import type { Job } from '@assay/contract'
import { useState } from 'react'
import { rememberJobs } from '../analysis/session-jobs.ts'
import { runAgain } from '../data/submit.ts'
import { shownValue } from '../model/observable.ts'
import { Refusal } from '../problem.ts'
import { navigate } from '../routing/location.ts'
import { counted, text } from '../texts/index.ts'
import { showToast } from '../ui/toasts.tsx'
import { reportPath } from './paths.ts'
import type { useBulk } from './use-bulk.ts'

/** Asks the same questions once more, and tells which were answered from the cache. */
export function useRunningAgain(bulk: ReturnType<typeof useBulk>, onShow: () => void) {
  const [cached, setCached] = useState<ReadonlySet<string>>(new Set())

  async function run(jobs: readonly Job[], { force }: { force: boolean }) {
    const { done } = await bulk.run({
      label: text('jobs.runningAgain'),
      items: jobs,
      nameOf: (job) => `${shownValue(job)} · ${job.workerName}`,
      work: async (job) => {
        if (job.type !== 'analyzer') throw new Refusal(text('jobs.notAgain'))
        return runAgain(job, { force })
      },
    })
    const answers = done.map(({ result }) => result)
    rememberJobs(answers)
    const old = answers.filter(({ fromCache }) => fromCache)
    setCached((before) => new Set([...before, ...old.map(({ id }) => id)]))
    if (answers.length === 0) return
    const started = answers.length - old.length
    const said = [
      started > 0 && counted('jobs.started', started),
      old.length > 0 && counted('jobs.answeredFromCache', old.length),
    ].filter(Boolean)
    const [only] = answers
    showToast({
      kind: 'success',
      message: said.join(' '),
      ...(only && answers.length === 1
        ? { action: { label: text('jobs.open'), onPress: () => navigate(reportPath(only)) } }
        : started > 0
          ? { action: { label: text('jobs.show'), onPress: onShow } }
          : {}),
    })
  }

  return { cached, run }
}
