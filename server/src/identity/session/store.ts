import type { Db } from '../../storage/database.ts'
import { prepared } from '../../storage/rows/prepared.ts'
import type { SessionTable } from '../../storage/tables/identity.ts'
import type { AccessTx } from '../access.ts'
import { type CallerRow, selectCaller } from '../users/store.ts'

export interface NewSession {
  tokenHash: string
  login: string
  address: string
  now: number
  expiresAt: number
  provider: string | null
  idTokenSealed: string | null
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      login: session.login,
      created_at: session.now,
      expires_at: session.expiresAt,
      address: session.address,
      provider: session.provider,
      id_token_sealed: session.idTokenSealed,
    })
    .execute()
}

/** The user behind a live session: one statement on the way of every request of the page. */
export async function findSessionCaller(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<SessionCaller | undefined> {
  return (await sessionCallers(db, { tokenHash, now }))[0]
}

type SessionCaller = CallerRow & { expires_at: number; provider: string | null }

const sessionCallers = prepared<{ tokenHash: string; now: number }, SessionCaller>((db, slot) =>
  selectCaller(db)
    .innerJoin('sessions', 'sessions.login', 'users.login')
    .select(['sessions.expires_at', 'sessions.provider'])
    .where('sessions.token_hash', '=', slot('tokenHash'))
    .where('sessions.expires_at', '>', slot('now')),
)

/** Moves the end only forward: two requests at once may arrive in either order. */
export async function prolongSession(db: Db, tokenHash: string, expiresAt: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '<', expiresAt)
    .execute()
}

/** Who opened it; null is a password. */
export async function sessionProvider(
  db: Db,
  tokenHash: string,
): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('provider')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row?.provider
}

/** A directory checks only a password, so the second factor is required after it. */
export const isByPassword = (provider: string | null): boolean =>
  provider === null || provider.startsWith('ldap:')

/** Its end, or undefined when there is no such live session. */
export async function sessionEnd(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('expires_at')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.expires_at
}

/** Whose session it was, or undefined when it was none. */
export const deleteSession = (
  db: AccessTx,
  tokenHash: string,
): Promise<Pick<SessionTable, 'login' | 'provider' | 'id_token_sealed'> | undefined> =>
  db
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning(['login', 'provider', 'id_token_sealed'])
    .executeTakeFirst()

export async function deleteExpiredSessions(db: Db, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}
