import type { ResponseState } from '@assay/contract'
import type { Page } from '../../domain/page.ts'
import type { Db } from '../../storage/database.ts'
import type { ResponseRow } from '../gates/store.ts'

export interface ResponseFilter {
  readonly state?: ResponseState | undefined
  readonly open?: boolean | undefined
  readonly responder?: string | undefined
  readonly jobId?: string | undefined
}

/** Newest first. */
export async function listResponseRows(
  db: Db,
  organization: string,
  { state, open, responder, jobId }: ResponseFilter,
  { offset, limit }: Page,
): Promise<{ rows: ResponseRow[]; total: number }> {
  const found = db
    .selectFrom('guarded_responses')
    .where('organization', '=', organization)
    .$if(state !== undefined, (query) => query.where('state', '=', state as ResponseState))
    .$if(responder !== undefined, (query) => query.where('worker_id', '=', responder ?? ''))
    .$if(jobId !== undefined, (query) => query.where('job_id', '=', jobId ?? ''))
    .$if(open === true, (query) =>
      query.where((eb) =>
        eb.or([
          eb('state', '=', 'asked'),
          eb.and([eb('state', '=', 'unknown'), eb('resolved_at', 'is', null)]),
          eb.and([
            eb('undo_state', 'in', ['failed', 'unknown', 'paused']),
            eb('resolved_at', 'is', null),
          ]),
        ]),
      ),
    )
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
  return { rows, total: Number(total) }
}
