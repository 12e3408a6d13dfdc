import type { ValueDetail, ValueName, Worker } from '@assay/contract'
import { readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { submit } from '../../base/data/submit.ts'
import { useAnalyzers } from '../../base/data/workers.ts'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { useRights } from '../../base/session/rights.ts'
import { counted, text } from '../../base/texts/index.ts'
import { showToast } from '../../base/ui/toasts.tsx'
import { rememberJobs } from '../../shared/jobs/session-jobs.ts'
import { useBulk } from '../../shared/jobs/use-bulk.ts'

/** The analyzers for the value, and running them. Undefined for users who may not. */
export function useAnalysis(
  subject: ValueName,
  found: ValueDetail | undefined,
  marking: { tlp: number; pap: number },
) {
  const { analyze } = useRights()
  const analyzers = useAnalyzers(analyze)
  const { state, isBusy, run: each, forget } = useBulk()
  if (!analyze || !found) return undefined
  const isUnasked = ({ id }: Worker) => found.notAsked.some((one) => one.id === id)
  const isAsked = ({ id }: Worker) => found.answers.some(({ analyzerId }) => analyzerId === id)
  const fitting = (analyzers.data ?? []).filter((worker) => isUnasked(worker) || isAsked(worker))
  const cannot =
    (found.file?.isStored === false && text('value.notStored')) ||
    (fitting.length === 0 && text('value.noneFits'))

  async function run(workers: readonly Worker[]): Promise<void> {
    const value =
      subject.hash === undefined
        ? (subject.data ?? '')
        : { hash: subject.hash, name: found?.file?.names[0] }
    const { done } = await each({
      label: text('value.sending'),
      items: workers,
      nameOf: ({ name }) => analyzerName(name),
      work: ({ id }) =>
        submit({ analyzerId: id, dataType: subject.dataType, value, ...marking, force: true }),
    })
    rememberJobs(done.map(({ result }) => result))
    if (done.length > 0)
      showToast({ kind: 'success', message: counted('jobs.started', done.length) })
    await readAgain(keyOf('value', subject))
  }
  return { fitting, missing: fitting.filter(isUnasked), cannot, state, isBusy, run, forget }
}

export type Analysis = NonNullable<ReturnType<typeof useAnalysis>>
