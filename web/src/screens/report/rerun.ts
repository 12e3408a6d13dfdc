import type { Job } from '@assay/contract'
import { api } from '../../base/api.ts'
import { runAgain } from '../../base/data/submit.ts'

/** The same question once more. A cached answer is marked as such. */
export const rerun = (job: Job, { force }: { force: boolean }): Promise<Job> =>
  job.type === 'responder' ? runResponderAgain(job) : runAgain(job, { force })

const runResponderAgain = ({ workerId, dataType, data, tlp, pap, message, parameters }: Job) =>
  api.runResponder({ id: workerId }, { dataType, data, tlp, pap, message, parameters })
