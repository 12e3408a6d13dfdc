import { randomUUID } from 'node:crypto'
import { homeOrganization } from '../../domain/caller.ts'
import type { Db } from '../../storage/database.ts'
import type { Secrets } from '../secrets.ts'

const canaryText = 'this master key opens this database'

/**
 * Makes what every installation has: a random id, the home organization of the superadmins, and a
 * sealed canary. Safe when several processes start on one database. Answers the id.
 */
export async function prepareInstallation(db: Db, secrets: Secrets, now: number): Promise<string> {
  const known = await readMeta(db)
  if (!known.has('canary')) {
    await insertMeta(db, 'instance', randomUUID())
    await insertMeta(db, 'canary', secrets.seal('meta.canary', canaryText))
    await db
      .insertInto('organizations')
      .values({
        name: homeOrganization,
        description: 'Default organization',
        status: 'Active',
        created_at: now,
        created_by: 'init',
      })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  }
  const meta = known.has('canary') ? known : await readMeta(db)
  checkMasterKey(secrets, meta.get('canary') ?? '')
  return meta.get('instance') ?? ''
}

async function readMeta(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('meta').select(['name', 'value']).execute()
  return new Map(rows.map(({ name, value }) => [name, value]))
}

const insertMeta = (db: Db, name: string, value: string) =>
  db
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()

/** A wrong key would make every stored API key unreadable one by one; better to say so at start. */
function checkMasterKey(secrets: Secrets, canary: string): void {
  try {
    if (secrets.open('meta.canary', canary) === canaryText) return
  } catch {}
  throw new Error(
    'The master key does not belong to this database. Give the right one in secret.key, or put the ' +
      'file master.key that was backed up with it back into the data folder.',
  )
}
