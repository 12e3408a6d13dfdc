import { sql } from 'kysely'
import { audit } from '../../identity/audit/store.ts'
import { makeSecrets, type Secrets } from '../../identity/secrets.ts'
import { metaNames, newServiceSecret } from '../../identity/setup/installation.ts'
import { operator } from '../../identity/users/from-shell.ts'
import type { Database, Db } from '../../storage/database.ts'
import { hasServers } from '../../storage/rows/other-servers.ts'
import { erasing } from '../../storage/schema/erase.ts'
import {
  allSealedValues,
  openOrSay,
  renewConfigurationHashes,
  renewLookups,
  type SealedValue,
} from './sealed-values.ts'

export interface Resealed {
  readonly values: number
  readonly endedSessions: number
}

/** Everything under the new key, or nothing. */
export async function reseal(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  from: Secrets,
  toKey: string,
  now: number,
): Promise<Resealed> {
  // Bound to its service secret when the next server opens the installation.
  const to = makeSecrets(toKey)
  const renew = async (tx: Db): Promise<Resealed> => {
    if (dialect.name === 'postgres') await refuseOtherSessions(tx)
    let endedSessions = 0
    for (const renewLookup of Object.values(renewLookups))
      endedSessions += await renewLookup(tx, from, to)
    await renewConfigurationHashes(tx, from, to)
    const values = await allSealedValues(tx)
    for (const value of values) await resealValue(value, from, to)
    await setMeta(tx, metaNames.service, to.seal('meta.service', newServiceSecret()))
    await setMeta(tx, metaNames.rotatedAt, String(now))
    await audit(tx, { login: operator.login, address: '', requestId: '' }, now, {
      action: 'key.rotate',
      objectType: 'masterKey',
      objectId: 'master.key',
      organization: null,
      details: { values: values.length, endedSessions },
    })
    for (const { context, sealed } of await allSealedValues(tx)) openOrSay(to, context, sealed)
    return { values: values.length, endedSessions }
  }
  return erasing({ db, dialect }, () => db.transaction().execute(renew))
}

async function resealValue({ context, sealed, replace }: SealedValue, from: Secrets, to: Secrets) {
  // Written by `renewLookups` a moment ago.
  if (context === 'meta.feedLookup') return
  await replace(to.seal(context, openOrSay(from, context, sealed)))
}

const setMeta = (tx: Db, name: string, value: string) =>
  tx
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()

/**
 * A server reads `meta` before it uses the key. One that has read it is connected and seen here;
 * one that comes later waits for the lock, and then finds that the key has changed.
 */
async function refuseOtherSessions(tx: Db): Promise<void> {
  await sql`lock table meta in access exclusive mode`.execute(tx)
  if (await hasServers(tx)) throw new Error(stillRunning)
}

export const stillRunning =
  'A server is running on this database. Stop all nodes before rotating the key.'
