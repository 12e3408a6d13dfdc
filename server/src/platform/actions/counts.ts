import type { Db } from '../../storage/database.ts'
import { inBatches } from '../../storage/in-batches.ts'

export async function actionCounts(db: Db, organization: string, objectIds: readonly string[]) {
  const rows = await inBatches(objectIds, (ids) =>
    db
      .selectFrom('actions')
      .select(['object_id', (eb) => eb.fn.countAll<number>().as('count')])
      .where('organization', '=', organization)
      .where('object_id', 'in', ids)
      .groupBy('object_id')
      .execute(),
  )
  return new Map(rows.map(({ object_id, count }) => [object_id, Number(count)]))
}
