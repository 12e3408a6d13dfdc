import type { NoticeKind } from '@assay/contract'
import type { Db } from '../../storage/database.ts'
import {
  administratorsOf,
  type NoticedPerson,
  noticeEvent,
  notify,
  withdrawNotices,
} from '../../storage/rows/notices.ts'
import type { EngineDeps } from '../deps.ts'
import type { ResponseRow } from './store.ts'

/** As many analysts are asked where the policy names no approver. */
const maxAsked = 50

const about = (
  row: Pick<ResponseRow, 'id' | 'worker_name' | 'label' | 'job_id'>,
  kind: NoticeKind,
  said: { readonly by?: string; readonly reason?: string | null },
) => ({
  kind,
  objectType: 'response' as const,
  objectId: row.id,
  parameters: {
    name: row.worker_name,
    jobId: row.job_id,
    ...(row.label === null ? {} : { title: row.label }),
    ...(said.by === undefined ? {} : { by: said.by }),
    ...(typeof said.reason === 'string' ? { reason: said.reason } : {}),
  },
})

/** Those who may approve it: the ones its policy names, else the analysts of the organization. */
export async function askApprovers(tx: Db, row: ResponseRow): Promise<NoticedPerson[]> {
  const named = JSON.parse(row.approvers) as string[]
  const able = named.length > 0 ? named : await analystsOf(tx, row)
  const approvers = able.filter((login) => login !== row.rule_author)
  const notice = about(row, 'approvalAsked', { by: row.requested_by })
  return notify(tx, row.organization, approvers, notice, row.created_at)
}

/** It was decided, or is over: no one needs to approve it any more. */
export const withdrawQuestion = (tx: Db, { organization, id }: ResponseRow) =>
  withdrawNotices(tx, organization, {
    objectType: 'response',
    objectIds: [id],
    kind: 'approvalAsked',
  })

/** That it did not work, or was refused by someone else: whoever asked for it is told. */
export const tellRequester = (
  tx: Db,
  row: ResponseRow,
  reason: string | null,
  now: number,
  by?: string,
): Promise<NoticedPerson[]> =>
  notify(
    tx,
    row.organization,
    [row.requested_by],
    about(row, 'responseFailed', { reason, ...(by === undefined ? {} : { by }) }),
    now,
  )

/** Something stays in effect that should have ended: administrators hear of it, too. */
export const tellOfUndo = async (
  tx: Db,
  row: ResponseRow,
  reason: string | null,
  now: number,
): Promise<NoticedPerson[]> =>
  notify(
    tx,
    row.organization,
    [row.requested_by, ...(await administratorsOf(tx, row.organization))],
    about(row, 'undoFailed', { reason }),
    now,
  )

/** After the commit. */
export function publishNotices(
  { bus, clock }: Pick<EngineDeps, 'bus' | 'clock'>,
  told: readonly NoticedPerson[],
): void {
  for (const one of told) bus.publish(noticeEvent(one, clock.now()))
}

async function analystsOf(tx: Db, { organization, requested_by }: ResponseRow): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('login')
    .where('organization', '=', organization)
    .where('status', '=', 'Active')
    .where('login', '!=', requested_by)
    .where('roles', 'like', '%"analyze"%')
    .orderBy('login')
    .limit(maxAsked)
    .execute()
  return rows.map(({ login }) => login)
}
