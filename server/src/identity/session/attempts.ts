import { type SqlBool, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import {
  accountSubject,
  answerDelayMs,
  bindRefusedUntil,
  bindSubject,
  currentFailures,
  type Failures,
  forgottenBefore,
  type Guessed,
  pairSubject,
  pairsOf,
  refusedUntil,
  type Source,
} from '../../domain/login-throttle.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'

export interface Attempt {
  /** How long a refusal must be held back. */
  delayMs: number
}

/**
 * Counts an attempt before the password is checked, in one transaction: parallel guesses are
 * counted in full. Throws 429 when the source has used up its attempts.
 */
export async function countAttempt(
  db: Db,
  dialect: Dialect,
  login: string,
  source: Source,
  now: number,
  guessed: Guessed = 'password',
): Promise<Attempt> {
  return db.transaction().execute(async (tx) => {
    // Always in this order: two attempts that share some of the rows wait for each other once.
    const subjects = [
      pairSubject(login, source, guessed),
      accountSubject(login, guessed),
      source.address,
    ] as const
    const pair = await lockFailures(tx, dialect, subjects[0], now)
    const account = await lockFailures(tx, dialect, subjects[1], now)
    const address = await lockFailures(tx, dialect, subjects[2], now)
    const until = refusedUntil(source, { pair, account, address }, now, guessed)
    // guard: server/test/security/sign-in-lockout.test.ts
    if (until !== undefined) throw tooManyAttempts(until, now)
    const counted = [pair, account, address].map(({ count }) => ({ count: count + 1, lastAt: now }))
    for (const [index, { count }] of counted.entries())
      await tx
        .updateTable('login_failures')
        .set({ count, last_at: now })
        .where('subject', '=', subjects[index] ?? '')
        .execute()
    const [ofPair = pair, ofAccount = account, ofAddress = address] = counted
    return {
      delayMs: answerDelayMs(source, { pair: ofPair, account: ofAccount, address: ofAddress }),
    }
  })
}

/** The row is created first if it is missing, so there is always one to lock. */
async function lockFailures(
  tx: Db,
  dialect: Dialect,
  subject: string,
  now: number,
): Promise<Failures> {
  await tx
    .insertInto('login_failures')
    .values({ subject, count: 0, last_at: now })
    .onConflict((conflict) => conflict.column('subject').doNothing())
    .execute()
  const row = await dialect
    .lockRow(
      tx.selectFrom('login_failures').select(['count', 'last_at']).where('subject', '=', subject),
    )
    .executeTakeFirstOrThrow()
  return currentFailures({ count: row.count, lastAt: row.last_at }, now)
}

/**
 * The attempt was right: the pair starts again. Account and address get only this one attempt back,
 * so an attack is not forgotten because the owner signed in during it.
 */
export async function forgiveAttempt(
  db: Db,
  login: string,
  source: Source,
  guessed: Guessed = 'password',
): Promise<void> {
  const pair = pairSubject(login, source, guessed)
  await db.deleteFrom('login_failures').where('subject', '=', pair).execute()
  // One by one and in the order of `countAttempt`: a statement for both would lock in any order.
  for (const subject of [accountSubject(login, guessed), source.address]) await uncount(db, subject)
}

/**
 * Before a password goes to a directory, which may lock the account after some wrong ones, for everything
 * and not only here. Throws 429 when as many as the settings allow have gone there.
 */
export async function countBind(
  { db, dialect, clock }: Pick<Deps, 'db' | 'dialect' | 'clock'>,
  entry: string,
  source: Source,
  max: number,
): Promise<void> {
  const now = clock.now()
  const subject = bindSubject(entry, source)
  await db.transaction().execute(async (tx) => {
    const { count, lastAt } = await lockFailures(tx, dialect, subject, now)
    const until = bindRefusedUntil({ count, lastAt }, max)
    if (until !== undefined) throw tooManyAttempts(until, now)
    await tx
      .updateTable('login_failures')
      .set({ count: count + 1, last_at: now })
      .where('subject', '=', subject)
      .execute()
  })
}

/** It was right; the count for the directory restarts, too. */
export const forgiveBind = ({ db }: Pick<Deps, 'db'>, entry: string, source: Source) =>
  db.deleteFrom('login_failures').where('subject', '=', bindSubject(entry, source)).execute()

/** Of an account from everywhere, whatever was guessed; what addresses did stays counted. */
export async function forgetAttempts(db: Db, login: string): Promise<void> {
  for (const guessed of ['password', 'code'] as const) {
    const pairs = pairsOf(login, guessed)
    await db
      .deleteFrom('login_failures')
      .where((eb) =>
        eb.or([
          eb('subject', '=', accountSubject(login, guessed)),
          sql<SqlBool>`substr(subject, 1, length(cast(${pairs} as text))) = ${pairs}`,
        ]),
      )
      .execute()
  }
}

/** Neither right nor wrong: no directory could be reached. */
export async function takeBackAttempt(db: Db, login: string, source: Source): Promise<void> {
  for (const subject of [pairSubject(login, source), accountSubject(login), source.address])
    await uncount(db, subject)
}

const uncount = (db: Db, subject: string) =>
  db
    .updateTable('login_failures')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('subject', '=', subject)
    .where('count', '>', 0)
    .execute()

export async function deleteForgottenAttempts(db: Db, now: number): Promise<void> {
  await db.deleteFrom('login_failures').where('last_at', '<', forgottenBefore(now)).execute()
}

function tooManyAttempts(until: number, now: number): AppError {
  const retryAfterSeconds = Math.ceil((until - now) / 1000)
  return new AppError(
    'RateLimitExceeded',
    `Too many failed attempts. Try again in ${retryAfterSeconds} seconds`,
    { retryAfterSeconds },
  )
}
