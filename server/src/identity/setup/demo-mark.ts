import type { Db } from '../../storage/database.ts'
import { hasUsers } from '../users/store.ts'

/** Example data that is being made, or that is complete. */
export type DemoState = 'filling' | 'filled'

const name = 'demo'

/** Nothing when the database holds no example data. */
export async function demoState(db: Db): Promise<DemoState | undefined> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row && (row.value === 'filled' ? 'filled' : 'filling')
}

export const markDemo = (db: Db, value: DemoState) =>
  db
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()

/**
 * Example data and real data never share a database: the demo passwords are public, and a made-up
 * case among real ones would be believed.
 */
export async function refuseMixing(db: Db, isDemo: boolean): Promise<void> {
  const isMarked = (await demoState(db)) !== undefined
  if (isMarked && !isDemo)
    throw new Error(
      'This database contains demo data with publicly known passwords. ' +
        'Start with --demo, or choose another data.dir or database.url.',
    )
  if (isDemo && !isMarked && (await hasUsers(db)))
    throw new Error(
      'The demo folder contains a database without demo data; --demo does not ' +
        'modify it. Move demo/assay.sqlite out of the data folder, or choose another data.dir.',
    )
}
