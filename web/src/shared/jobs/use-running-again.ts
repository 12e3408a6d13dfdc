import type { Job } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { runAgain } from '../../base/data/submit.ts'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { shownValue } from '../../base/model/observable.ts'
import { Refusal } from '../../base/problem.ts'
import { navigate } from '../../base/routing/location.ts'
import { counted, text } from '../../base/texts/index.ts'
import { showToast } from '../../base/ui/toasts.tsx'
import { reportPath } from './paths.ts'
import { rememberJobs } from './session-jobs.ts'
import { actionsOf } from './use-actions.ts'
import type { useBulk } from './use-bulk.ts'

interface Options {
  force: boolean
  /** Responders, too: only of those that have failed, because they act outside. */
  responds?: boolean
}

/** On the same object, as it is now. */
async function respondAgain(job: Job): Promise<Job> {
  const action = (await actionsOf([job.id])).get(job.id)
  if (!action) throw new Refusal(text('jobs.notAgain'))
  const { engineId, responderId, objectType, objectId } = action
  const { engineJobId } = await api.runEngineAction({
    engineId: String(engineId),
    responderId,
    objectType: objectTypes[objectType],
    objectId,
  })
  return { ...job, id: String(engineJobId ?? job.id), status: 'Waiting', fromCache: false }
}

const objectTypes = {
  Case: 'case',
  Task: 'case_task',
  Log: 'case_task_log',
  Observable: 'case_artifact',
  Alert: 'alert',
} as const

/** Runs the same analyses again, and reports which were answered from the cache. */
export function useRunningAgain(bulk: ReturnType<typeof useBulk>, onShow: () => void) {
  const [cached, setCached] = useState<ReadonlySet<string>>(new Set())

  async function run(jobs: readonly Job[], { force, responds = false }: Options) {
    const { done } = await bulk.run({
      label: text('jobs.runningAgain'),
      items: jobs,
      nameOf: (job) => `${shownValue(job)} · ${analyzerName(job.workerName)}`,
      work: async (job) => {
        if (job.type === 'analyzer') return runAgain(job, { force })
        if (!responds) throw new Refusal(text('jobs.notAgain'))
        return respondAgain(job)
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
