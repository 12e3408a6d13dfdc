import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../deps.ts'
import type { Asker, AskerKind, Caller } from '../domain/caller.ts'
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
  asker?: Asker,
): string {
  const named = [purpose, encoded(organization), String(now), ...signedAsker(asker)].join('.')
  return `${prefix}.${named}.${secrets.proof('service-account', named)}`
}

const encoded = (text: string) => Buffer.from(text).toString('base64url')
const decoded = (text: string) => Buffer.from(text, 'base64url').toString('utf8')

/** The platform calls its own process, so no other one accepts a key that speaks for a user. */
const thisProcess = randomBytes(12).toString('base64url')

/** One key for each call: a key that leaked cannot be used again. */
const signedAsker = (asker: Asker | undefined) =>
  asker === undefined
    ? []
    : [
        encoded(JSON.stringify([asker.login, asker.kind, asker.cause, asker.author])),
        `${thisProcess}${randomBytes(12).toString('base64url')}`,
      ]

/**
 * Keys that speak for a user, each for one call. Those that could still be valid are remembered: at most as many
 * as were made in ten minutes.
 */
export function onceOnly() {
  const used = new Map<string, number>()
  return (proof: string, made: number, now: number): boolean => {
    for (const [key, at] of used) {
      if (now - at <= validForMs) break
      used.delete(key)
    }
    // guard: server/test/api/service-account.test.ts
    if (used.has(proof)) return false
    used.set(proof, Math.max(made, now))
    return true
  }
}

/**
 * The organization whose service account a key opens, if any; keys of another form are not looked
 * up.
 */
export async function callerByServiceKey(
  { db, secrets, clock }: Pick<Deps, 'db' | 'secrets' | 'clock'>,
  key: string,
  isFirstUse: ReturnType<typeof onceOnly>,
): Promise<Caller | undefined> {
  const [head, ...parts] = key.split('.')
  const proof = parts.length === 4 || parts.length === 6 ? parts.pop() : undefined
  if (head !== prefix || proof === undefined) return undefined
  if (!isSame(proof, secrets.proof('service-account', parts.join('.')))) return undefined
  // Only now: before the proof is verified, its content is untrusted.
  const [purpose, named = '', made, signed, once] = parts
  const now = clock.now()
  if (Math.abs(now - Number(made)) > validForMs) return undefined
  const asker = signed === undefined || once === undefined ? undefined : readAsker(signed)
  // guard: server/test/api/service-account.test.ts
  if (asker && !(isMadeHere(once) && isFirstUse(proof, Number(made), now))) return undefined
  const name = decoded(named)
  const organization = await findOrganization(db, name)
  if (organization?.status !== 'Active') return undefined
  return {
    login: purpose ?? '',
    organization: name,
    roles: ['read', 'analyze'],
    via: 'key',
    service: true,
    ...(asker && { asks: asker }),
  }
}

const isMadeHere = (once: string | undefined) => once?.startsWith(thisProcess) === true

function readAsker(signed: string): Asker {
  const [login, kind, cause, author] = JSON.parse(decoded(signed)) as [
    string,
    AskerKind,
    string | null,
    string | null,
  ]
  return { login, kind, cause, ...(author !== null && { author }) }
}

/**
 * Constant time: a proof that is wrong in the first character takes as long as one wrong in the
 * last.
 */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
