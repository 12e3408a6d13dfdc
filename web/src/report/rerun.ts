import type { Job } from '@assay/contract'
import { api } from '../api.ts'
import { runAgain } from '../data/submit.ts'
import { navigate } from '../routing/location.ts'
import { path } from '../routing/match.ts'

/** The same question once more, and to its answer. A cached one is marked as such there. */
export async function rerun(job: Job, { force }: { force: boolean }): Promise<void> {
  const next =
    job.type === 'responder' ? await runResponderAgain(job) : await runAgain(job, { force })
  navigate(path`/jobs/${next.id}` + (next.fromCache ? '?cached=1' : ''))
}

const runResponderAgain = ({ workerId, dataType, data, tlp, pap, message, parameters }: Job) =>
  api.runResponder({ id: workerId }, { dataType, data, tlp, pap, message, parameters })
