import type { Target } from '../../domain/protection/targets.ts'
import type { Db } from '../../storage/database.ts'
import {
  type AroundTarget,
  maxAround,
  observablesAround,
} from '../../storage/rows/observables-around.ts'
import type { JobRow } from '../job-rows/store.ts'

type Submitted = Pick<JobRow, 'organization' | 'data_type' | 'data'>

export interface Around {
  /** Of which entity. */
  readonly of: AroundTarget['type'] | undefined
  readonly targets: readonly Target[]
  readonly problem?: string
}

/**
 * The platform sends a case, a task, a log or an alert without its observables. A responder asks for them and may act
 * on each, so what is protected there counts, too.
 */
export async function observablesOf(db: Db, job: Submitted): Promise<Around> {
  const entity = entityOf(job)
  if (!entity) return { of: undefined, targets: [] }
  const rows = await observablesAround(db, job.organization, entity)
  const of = entity.type
  // guard: server/test/platform/guarded-actions.test.ts
  if (rows.length > maxAround)
    return {
      of,
      targets: [],
      problem: `This ${of} has more than ${maxAround.toLocaleString('en')} observables, too many to check whether they are protected`,
    }
  const targets = rows.flatMap(
    ({ data_type: dataType, data, attachment_id, attachment_sha1, attachment_md5 }) => [
      ...(data === null ? [] : [{ dataType, data }]),
      ...[attachment_id, attachment_sha1, attachment_md5].flatMap((digest) =>
        digest === null ? [] : { dataType: 'hash', data: digest },
      ),
    ],
  )
  return { of, targets }
}

function entityOf({ data_type, data }: Submitted): AroundTarget | undefined {
  const name = /:(case|alert|case_task|case_task_log)$/i.exec(data_type)?.[1]?.toLowerCase()
  if (name === undefined || data === null) return undefined
  const own = JSON.parse(data)
  const found =
    name === 'case_task_log' ? own?.case_task?.case : name === 'case_task' ? own?.case : own
  const id = found?._id ?? found?.id
  if (typeof id !== 'string') return undefined
  return { type: name === 'alert' ? 'alert' : 'case', id }
}
