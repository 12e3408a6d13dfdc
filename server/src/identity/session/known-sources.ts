import { randomBytes } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import type { SignInOrigin } from '../../domain/caller.ts'
import {
  addressSubject,
  isStale,
  maxKnownSources,
  type Source,
  sourceForgottenBefore,
} from '../../domain/login-throttle.ts'
import type { Db } from '../../storage/database.ts'
import { isSame, type Secrets } from '../secrets.ts'

/**
 * Where the owner of an account signed in before: devices and addresses, one row each. A device is
 * a browser that holds our cookie. The row binds it to the login, so the same browser may be known
 * to several accounts, and a cookie alone is worth nothing for any other. They outlive a new
 * password: being known only spares the slow lanes, and fifty sources with ten tries each are fewer
 * guesses than those lanes let through.
 */

/** What a browser is handed: a random name, and the proof that we gave it. */
export function newDeviceToken(secrets: Secrets): string {
  const name = randomBytes(24).toString('base64url')
  return `${name}.${secrets.proof('device', name)}`
}

/** The cookie of a request, if it is one of ours. */
export function genuineDevice(secrets: Secrets, token: string | undefined): string | undefined {
  const [name, proof, ...rest] = token?.split('.') ?? []
  if (token === undefined || !name || !proof || rest.length > 0) return undefined
  return isSame(proof, secrets.proof('device', name)) ? token : undefined
}

const deviceSubject = (secrets: Secrets, token: string) =>
  `device:${secrets.lookup('device', token)}`

export async function sourceOf(deps: Deps, login: string, origin: SignInOrigin): Promise<Source> {
  const { db, secrets, clock } = deps
  const address = addressSubject(origin.address)
  const { isShared, claimed } = origin
  const token = genuineDevice(secrets, origin.deviceToken)
  const device = token === undefined ? undefined : deviceSubject(secrets, token)
  // The address of a proxy that is not trusted says nothing about who comes through it.
  const candidates = [...(device ? [device] : []), ...(isShared ? [] : [address])]
  const known = candidates.length > 0 ? await knownOf(db, login, candidates, clock.now()) : []
  const isDevice = device !== undefined && known.includes(device)
  const subject = isDevice ? device : address
  return { subject, address, isKnown: known.includes(subject), isShared, claimed }
}

async function knownOf(
  db: Db,
  login: string,
  subjects: readonly string[],
  now: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('known_sources')
    .select('source')
    .where('login', '=', login)
    .where('source', 'in', subjects)
    .where('last_at', '>=', sourceForgottenBefore(now))
    .execute()
  return rows.map(({ source }) => source)
}

/** After a right password. A device is given only to who asks with a browser, that is, for a session. */
export async function rememberSource(
  { db, secrets, clock }: Deps,
  login: string,
  origin: SignInOrigin,
  deviceToken?: string,
): Promise<void> {
  const now = clock.now()
  const sources = [
    ...(deviceToken === undefined ? [] : [deviceSubject(secrets, deviceToken)]),
    ...(origin.isShared ? [] : [addressSubject(origin.address)]),
  ]
  if (sources.length === 0) return
  const rows = await db
    .selectFrom('known_sources')
    .select(['source', 'last_at'])
    .where('login', '=', login)
    .execute()
  const isFresh = (source: string) =>
    rows.some((row) => row.source === source && !isStale(row.last_at, now))
  const written = sources.filter((source) => !isFresh(source))
  if (written.length === 0) return
  await db
    .insertInto('known_sources')
    .values(written.map((source) => ({ login, source, last_at: now })))
    .onConflict((conflict) => conflict.columns(['login', 'source']).doUpdateSet({ last_at: now }))
    .execute()
  const surplus = rows
    .filter(({ source }) => !written.includes(source))
    .toSorted((a, b) => b.last_at - a.last_at)
    .slice(maxKnownSources - written.length)
    .map(({ source }) => source)
  if (surplus.length > 0)
    await db
      .deleteFrom('known_sources')
      .where('login', '=', login)
      .where('source', 'in', surplus)
      .execute()
}

export async function deleteForgottenSources(db: Db, now: number): Promise<void> {
  await db.deleteFrom('known_sources').where('last_at', '<', sourceForgottenBefore(now)).execute()
}
