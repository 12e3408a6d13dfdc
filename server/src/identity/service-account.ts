import { timingSafeEqual } from 'node:crypto'
import type { Deps } from '../deps.ts'
import type { Caller } from '../domain/caller.ts'
import { findOrganization } from './organizations/store.ts'
import type { Secrets } from './secrets.ts'

/** What the server itself may be, towards itself. */
export type ServicePurpose = 'platform'

const prefix = 'assay-service'

/** A key that got out, by whatever mistake, is of no use soon after. */
const validForMs = 10 * 60_000

/**
 * The key by which the platform calls the engine of its own process for one organization. It is
 * computed, not stored: every process with the same master key makes and recognizes it, and no list
 * contains it.
 */
export function serviceKey(
  secrets: Secrets,
  purpose: ServicePurpose,
  organization: string,
  now: number,
): string {
  const named = [purpose, Buffer.from(organization).toString('base64url'), String(now)].join('.')
  return `${prefix}.${named}.${secrets.proof('service-account', named)}`
}

/**
 * The organization whose service account a key opens, if any; keys of another form are not looked
 * up.
 */
export async function callerByServiceKey(
  { db, secrets, clock }: Pick<Deps, 'db' | 'secrets' | 'clock'>,
  key: string,
): Promise<Caller | undefined> {
  const [head, purpose, encoded, made, proof, ...rest] = key.split('.')
  if (head !== prefix || proof === undefined || rest.length > 0) return undefined
  const expected = secrets.proof('service-account', [purpose, encoded, made].join('.'))
  if (!isSame(proof, expected)) return undefined
  // Only now: before the proof is verified, its content is untrusted.
  if (Math.abs(clock.now() - Number(made)) > validForMs) return undefined
  const name = Buffer.from(encoded ?? '', 'base64url').toString('utf8')
  const organization = await findOrganization(db, name)
  if (organization?.status !== 'Active') return undefined
  return { login: purpose ?? '', organization: name, roles: ['read', 'analyze'], via: 'key' }
}

/**
 * Constant time: a proof that is wrong in the first character takes as long as one wrong in the
 * last.
 */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
