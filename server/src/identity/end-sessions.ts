import type { AccessTx } from './access.ts'

/** After a password change every other session of the user ends; `kept` is the caller's own. */
export async function deleteSessionsOf(db: AccessTx, login: string, kept?: string): Promise<void> {
  let query = db.deleteFrom('sessions').where('login', '=', login)
  if (kept !== undefined) query = query.where('token_hash', '<>', kept)
  await query.execute()
}

/** Named keys; a previous administrator of the user may know them. */
export const deleteApiKeysOf = (db: AccessTx, login: string) =>
  db.deleteFrom('api_keys').where('login', '=', login).execute()
