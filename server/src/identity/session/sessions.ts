import type { Deps } from '../../deps.ts'
import { type Caller, everyOrganization, type Origin } from '../../domain/caller.ts'
import { changeAccess } from '../access.ts'
import { audit } from '../audit/store.ts'
import { newSessionToken, type SealContext } from '../secrets.ts'
import { findUser } from '../users/store.ts'
import { mustSetUpSecondFactor, toCaller } from '../users/views.ts'
import {
  deleteSession,
  findSessionCaller,
  insertSession,
  isByPassword,
  prolongSession,
  sessionEnd,
} from './store.ts'

/** A session is written again only after a sixtieth of its life; between, reads only. */
const prolongAfter = 1 / 60

/** How the user signed in, in addition to a password. */
export interface Entrance {
  /** Of single sign-on, or the directory that knew the password. */
  readonly provider?: string | undefined
  readonly secondFactor?: string | undefined
  /** From the provider; not shown to anyone else. */
  readonly idToken?: string | undefined
}

/** It travels back in an address; providers and proxies refuse longer ones. */
const maxIdToken = 6_000

const idTokenContext = (tokenHash: string): SealContext => `sessions.id_token_sealed:${tokenHash}`

export async function openSession(
  deps: Deps,
  caller: Caller,
  origin: Origin,
  { idToken, ...entrance }: Entrance = {},
) {
  const { db, clock, secrets, config } = deps
  const token = newSessionToken()
  const tokenHash = secrets.lookup('session', token)
  const now = clock.now()
  const keepsIdToken = idToken !== undefined && idToken.length <= maxIdToken
  await db.transaction().execute(async (tx) => {
    await insertSession(tx, {
      tokenHash,
      login: caller.login,
      address: origin.address,
      now,
      expiresAt: now + config.session.inactivityMs,
      provider: entrance.provider ?? null,
      idTokenSealed: keepsIdToken ? secrets.seal(idTokenContext(tokenHash), idToken) : null,
    })
    await audit(tx, { login: caller.login, ...origin }, now, {
      action: 'session.open',
      objectType: 'user',
      objectId: caller.login,
      organization: caller.organization,
      details: { ...entrance },
    })
  })
  return { token, csrfToken: secrets.proof('csrf', tokenHash) }
}

/** The caller behind a cookie; the session slides on, one hour from now by default, if it may. */
export async function callerBySession(
  { db, clock, secrets, config }: Deps,
  token: string,
  prolong: boolean,
) {
  const now = clock.now()
  const tokenHash = secrets.lookup('session', token)
  const row = await findSessionCaller(db, tokenHash, now)
  // guard: server/test/api/sessions.test.ts
  if (row?.status !== 'Active' || row.organization_status !== 'Active') return undefined
  const expiresAt = now + config.session.inactivityMs
  if (prolong && expiresAt - row.expires_at >= config.session.inactivityMs * prolongAfter)
    await prolongSession(db, tokenHash, expiresAt)
  // A single sign-on provider requires second factors itself.
  const byPassword = isByPassword(row.provider)
  const mustSetUp = byPassword && mustSetUpSecondFactor(row)
  const caller = { ...toCaller(row, 'session'), ...(mustSetUp && { mustSetUpSecondFactor: true }) }
  return { caller, csrfToken: secrets.proof('csrf', tokenHash) }
}

/** Returns the provider that opened it, if one did, and its id token. */
export async function closeSession(
  deps: Deps,
  token: string,
  origin: Origin,
): Promise<{ provider: string; idToken: string | undefined } | undefined> {
  const { clock, secrets } = deps
  const tokenHash = secrets.lookup('session', token)
  const concerned = (closed: { login: string } | undefined) => closed && { login: closed.login }
  const closed = await changeAccess(deps, concerned, async (tx) => {
    const session = await deleteSession(tx, tokenHash)
    if (session === undefined) return undefined
    const { login } = session
    const user = await findUser(tx, everyOrganization, login)
    await audit(tx, { login, ...origin }, clock.now(), {
      action: 'session.close',
      objectType: 'user',
      objectId: login,
      organization: user?.organization ?? null,
    })
    return session
  })
  if (!closed?.provider) return undefined
  const { provider, id_token_sealed: sealed } = closed
  const idToken = sealed === null ? undefined : secrets.open(idTokenContext(tokenHash), sealed)
  return { provider, idToken }
}

/** Below this the page warns. */
const warningMs = 5 * 60_000

/** How long the session behind a cookie still lives; asking does not prolong it. */
export async function sessionRest({ db, clock, secrets }: Deps, token: string | undefined) {
  const now = clock.now()
  const end =
    token === undefined ? undefined : await sessionEnd(db, secrets.lookup('session', token), now)
  const remainingMs = end === undefined ? 0 : end - now
  return { remainingMs, warning: remainingMs < warningMs }
}
