import type { Plan } from '../../domain/protection/plan.ts'
import type { JobRow } from '../job-rows/store.ts'
import type { WorkerRow } from '../workers/store.ts'

/** `inputsProof` stands for what is secret among the parameters, which hold only that it was given. */
type Planned = Pick<JobRow, 'data_type' | 'data' | 'attachment_id' | 'parameters'>

/** What a job would do with its responder as that is configured now. */
export const planOf = (worker: WorkerRow, job: Planned, inputsProof?: string): Plan => ({
  workerId: worker.id,
  definitionId: worker.definition_id,
  program: worker.docker_image,
  configurationHash: worker.configuration_hash,
  dataType: job.data_type,
  data: job.data,
  file: job.attachment_id,
  parameters: JSON.parse(job.parameters),
  ...(inputsProof === undefined ? {} : { inputsProof }),
})
