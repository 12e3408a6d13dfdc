import { randomBytes, randomUUID } from 'node:crypto'
import { actors } from '../../domain/actors.ts'
import { homeOrganization } from '../../domain/caller.ts'
import type { Db } from '../../storage/database.ts'
import { makeSecrets, type Secrets } from '../secrets.ts'

export const canaryText = 'this master key opens this database'

/** Names of rows in `meta` other than `instance`; the first three are sealed. */
export const metaNames = {
  canary: 'canary',
  service: 'service',
  feedLookup: 'feedLookup',
  rotatedAt: 'keyRotatedAt',
  /** While rows are copied into this database: from which installation. */
  copying: 'copying',
} as const

export interface Installation {
  /** Random, the same for all processes on one database. */
  readonly instance: string
  readonly secrets: Secrets
}

/**
 * Makes what every installation has: a random id, the home organization of the superadmins, a sealed
 * canary and the secret of the service account; one of an earlier version gets what it lacks. Safe
 * when several processes start on one database.
 */
export async function openInstallation(
  db: Db,
  masterKey: string,
  now: number,
): Promise<Installation> {
  const sealing = makeSecrets(masterKey)
  const known = await readMeta(db)
  if (known.has(metaNames.copying))
    throw new Error(
      'This database is the target of an unfinished copy. Run `assay copy` again with the ' +
        'same source, or choose another database.',
    )
  if (!known.has(metaNames.canary)) await makeInstallation(db, sealing, now)
  // Before anything is sealed with it: what a wrong key seals is lost.
  else checkMasterKey(sealing, known)
  if (!known.has(metaNames.service)) {
    const service = newServiceSecret()
    await insertMeta(db, metaNames.service, sealing.seal('meta.service', service))
  }
  const meta = known.has(metaNames.service) ? known : await readMeta(db)
  checkMasterKey(sealing, meta)
  const feedLookup = meta.get(metaNames.feedLookup)
  return {
    instance: meta.get('instance') ?? '',
    secrets: makeSecrets(masterKey, {
      service: sealing.open('meta.service', meta.get(metaNames.service) ?? ''),
      feedLookup: feedLookup && sealing.open('meta.feedLookup', feedLookup),
    }),
  }
}

export const newServiceSecret = () => randomBytes(32).toString('base64')

async function makeInstallation(db: Db, secrets: Secrets, now: number): Promise<void> {
  await insertMeta(db, 'instance', randomUUID())
  await insertMeta(db, metaNames.canary, secrets.seal('meta.canary', canaryText))
  await db
    .insertInto('organizations')
    .values({
      name: homeOrganization,
      description: 'Default organization',
      status: 'Active',
      created_at: now,
      created_by: actors.setUp,
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
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

/** Whether this is the key of the database; a database that is new takes any. */
export async function opensDatabase(db: Db, masterKey: string): Promise<boolean> {
  const canary = (await readMeta(db)).get(metaNames.canary)
  return canary === undefined || opensCanary(masterKey, canary)
}

/** The same for a canary that is not in a database yet. */
export const opensCanary = (masterKey: string, canary: string): boolean =>
  opens(makeSecrets(masterKey), canary)

function opens(secrets: Secrets, canary: string): boolean {
  try {
    return secrets.open('meta.canary', canary) === canaryText
  } catch {
    return false
  }
}

/** A wrong key would make every stored API key unreadable one by one; better to say so at start. */
function checkMasterKey(secrets: Secrets, meta: ReadonlyMap<string, string>): void {
  if (opens(secrets, meta.get(metaNames.canary) ?? '')) return
  const rotatedAt = Number(meta.get(metaNames.rotatedAt))
  const since = rotatedAt
    ? ` It was rotated on ${new Date(rotatedAt).toISOString().slice(0, 10)}; this may be the previous one.`
    : ''
  throw new Error(
    `Master key mismatch: it cannot decrypt this database.${since} Set the matching key in secret.key, or restore ` +
      'the master.key that was backed up with it to the data folder.',
  )
}
