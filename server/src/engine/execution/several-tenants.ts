import type { Db } from '../../storage/database.ts'
import { readKnown } from '../../storage/rows/known-rows.ts'
import { prepared } from '../../storage/rows/prepared.ts'

/** The same, asked no more than once a second where asking is a round trip. */
export async function isShared(db: Db): Promise<boolean> {
  const read = async () => ({ isShared: await hasSeveralTenants(db) })
  return (await readKnown(db, 'workers', ['of several tenants'], read))?.isShared ?? false
}

/** Whether more than one organization has workers: otherwise no job is kept waiting by another's. */
export async function hasSeveralTenants(db: Db): Promise<boolean> {
  return (await secondTenant.now(db, {})).length > 0
}

/** Two index lookups: it is checked with every claim. */
const secondTenant = prepared<Record<never, never>, { organization: string }>((db) =>
  db
    .selectFrom('workers')
    .select('organization')
    .where('organization', '>', (eb) =>
      eb.selectFrom('workers as all').select((all) => all.fn.min('all.organization').as('first')),
    )
    .limit(1),
)
