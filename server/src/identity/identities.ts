import { gateActor } from '../domain/actors.ts'
import type { Db } from '../storage/database.ts'
import type { AccessTx } from './access.ts'

/** As the issuer of identities, in the audit trail and in sessions; no issuer of OpenID Connect looks so. */
export const directoryIssuer = (name: string) => gateActor('ldap', name)

export async function findIdentity(
  db: Db,
  issuer: string,
  subject: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_identities')
    .select('login')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.login
}

/** Issuers of the identities that are tied to the user. */
export async function issuersOf(db: Db, login: string): Promise<string[]> {
  const rows = await db
    .selectFrom('user_identities')
    .select('issuer')
    .where('login', '=', login)
    .execute()
  return rows.map(({ issuer }) => issuer)
}

export const insertIdentity = (
  db: AccessTx,
  issuer: string,
  subject: string,
  login: string,
  now: number,
) => db.insertInto('user_identities').values({ issuer, subject, login, created_at: now }).execute()
