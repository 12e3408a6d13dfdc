import type { ValueDetail } from '@assay/contract'
import type { Db } from '../../storage/database.ts'
import type { Wanted } from './named.ts'

const maxShown = 10

/** The investigations that hold a value, the newest first. */
export async function investigationsOf(
  db: Db,
  organization: string,
  { key }: Wanted,
): Promise<{ rows: ValueDetail['investigations']; total: number }> {
  const holding = db
    .selectFrom('investigation_values as v')
    .innerJoin('investigations as i', 'i.id', 'v.investigation_id')
    .where('v.organization', '=', organization)
    .where('v.value_hash', '=', key)
  const [rows, counted] = await Promise.all([
    holding
      .select(['i.id', 'i.name', 'i.created_at as createdAt', 'i.created_by as createdBy'])
      .orderBy('i.created_at', 'desc')
      .orderBy('i.id')
      .limit(maxShown)
      .execute(),
    holding.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(counted.count) }
}
