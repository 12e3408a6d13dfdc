import type { Db } from '../database.ts'

/** More of one case or alert are not looked at one by one. */
export const maxAround = 1_000

export interface AroundTarget {
  readonly type: 'case' | 'alert'
  readonly id: string
}

/** The observables of a case or an alert, one more than are looked at if there are more. */
export const observablesAround = (
  db: Db,
  organization: string,
  { type, id }: AroundTarget,
): Promise<
  {
    data_type: string
    data: string | null
    attachment_id: string | null
    attachment_sha1: string | null
    attachment_md5: string | null
  }[]
> =>
  db
    .selectFrom('observables')
    .select(['data_type', 'data', 'attachment_id', 'attachment_sha1', 'attachment_md5'])
    .where('organization', '=', organization)
    .where(type === 'case' ? 'case_id' : 'alert_id', '=', id)
    .limit(maxAround + 1)
    .execute()
