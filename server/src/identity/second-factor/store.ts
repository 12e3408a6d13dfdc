import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../storage/database.ts'
import type { PasskeyTable } from '../../storage/tables/identity.ts'
import type { AccessTx } from '../access.ts'

export const totpContext = (login: string) => `totp_secrets.secret:${login}` as const

export type PasskeyRow = Selectable<PasskeyTable>

export const findTotp = (db: Db, login: string) =>
  db
    .selectFrom('totp_secrets')
    .select(['secret_sealed', 'created_at', 'confirmed_at', 'last_step'])
    .where('login', '=', login)
    .executeTakeFirst()

/** One that is being set up gives way to the next. */
export const startTotp = (db: Db, login: string, secret_sealed: string, created_at: number) =>
  db
    .insertInto('totp_secrets')
    .values({ login, secret_sealed, created_at, confirmed_at: null, last_step: 0 })
    .onConflict((conflict) =>
      conflict
        .column('login')
        .doUpdateSet({ secret_sealed, created_at, last_step: 0 })
        .where('totp_secrets.confirmed_at', 'is', null),
    )
    .execute()

/** Whether no code of this step or a later one has been used since. */
export async function useStep(db: Db, login: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('login', '=', login)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Only that secret: another one may have been begun since the code was checked. */
export async function confirmTotp(
  db: AccessTx,
  login: string,
  sealed: string,
  step: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_secrets')
    .set({ confirmed_at: now, last_step: step })
    .where('login', '=', login)
    .where('secret_sealed', '=', sealed)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteTotp(db: AccessTx, login: string): Promise<boolean> {
  const row = await db
    .deleteFrom('totp_secrets')
    .where('login', '=', login)
    .returning('confirmed_at')
    .executeTakeFirst()
  return (row?.confirmed_at ?? null) !== null
}

export const listPasskeys = (db: Db, login: string): Promise<PasskeyRow[]> =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('login', '=', login)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findPasskey = (db: Db, credentialId: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()

export const insertPasskey = (db: AccessTx, row: Insertable<PasskeyTable>): Promise<PasskeyRow> =>
  db.insertInto('passkeys').values(row).returningAll().executeTakeFirstOrThrow()

export const markPasskeyUsed = (db: Db, id: string, counter: number, now: number) =>
  db.updateTable('passkeys').set({ counter, used_at: now }).where('id', '=', id).execute()

export const deletePasskey = (db: AccessTx, login: string, id: string) =>
  db
    .deleteFrom('passkeys')
    .where('login', '=', login)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()

export const deletePasskeysOf = (db: AccessTx, login: string) =>
  db.deleteFrom('passkeys').where('login', '=', login).execute()

export async function replaceRecoveryCodes(
  db: AccessTx,
  login: string,
  hashes: readonly string[],
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('login', '=', login).execute()
  if (hashes.length > 0)
    await db
      .insertInto('recovery_codes')
      .values(hashes.map((code_hash) => ({ login, code_hash })))
      .execute()
}

/** Whether it was valid; it is used up now. */
export async function useRecoveryCode(db: Db, login: string, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('login', '=', login)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function countRecoveryCodes(db: Db, login: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('login', '=', login)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Whether this is the first time that it is answered. */
export async function useChallenge(db: Db, challenge: string, expires: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_challenges')
    .values({ challenge, expires_at: expires })
    .onConflict((conflict) => conflict.column('challenge').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const deleteEndedChallenges = (db: Db, now: number) =>
  db.deleteFrom('used_challenges').where('expires_at', '<=', now).execute()
