import type { Db } from '../../storage/database.ts'
import type { AccessTx } from '../access.ts'

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

/** Whether somebody else of this issuer is tied to the user. */
export async function hasIdentity(db: Db, login: string, issuer: string): Promise<boolean> {
  const row = await db
    .selectFrom('user_identities')
    .select('subject')
    .where('login', '=', login)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return row !== undefined
}

export const insertIdentity = (
  db: AccessTx,
  issuer: string,
  subject: string,
  login: string,
  now: number,
) => db.insertInto('user_identities').values({ issuer, subject, login, created_at: now }).execute()
