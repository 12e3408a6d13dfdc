import { AppError } from '../../domain/errors.ts'
import {
  accountRule,
  accountSubject,
  addressRule,
  addressSubject,
  answerDelayMs,
  currentFailures,
  type Failures,
  forgottenBefore,
  refusedUntil,
  type ThrottleRule,
} from '../../domain/login-throttle.ts'
import type { Db } from '../../storage/database.ts'
import type { Dialect } from '../../storage/dialect.ts'

export interface Attempt {
  /** How long a refusal must be held back. */
  delayMs: number
}

/**
 * Counts an attempt before the password is looked at, in one transaction: whoever guesses in
 * parallel is counted in full. Throws 429 when account or address has used up its tries.
 */
export async function countAttempt(
  db: Db,
  dialect: Dialect,
  login: string,
  address: string,
  now: number,
): Promise<Attempt> {
  const subjects: [string, ThrottleRule][] = [
    [accountSubject(login), accountRule],
    [addressSubject(address), addressRule],
  ]
  return db.transaction().execute(async (tx) => {
    let delayMs = 0
    for (const [subject, rule] of subjects) {
      const failures = await lockFailures(tx, dialect, subject, now)
      const until = refusedUntil(rule, failures, now)
      if (until !== undefined) throw tooManyAttempts(until, now)
      const counted = { count: failures.count + 1, lastAt: now }
      await tx
        .updateTable('login_failures')
        .set({ count: counted.count, last_at: now })
        .where('subject', '=', subject)
        .execute()
      delayMs = Math.max(delayMs, answerDelayMs(rule, counted))
    }
    return { delayMs }
  })
}

/** The row is made first if it is missing, so that there is always one to lock. */
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

/** The attempt was right: the account starts anew, the address gets this one try back. */
export async function forgiveAttempt(db: Db, login: string, address: string): Promise<void> {
  await db.deleteFrom('login_failures').where('subject', '=', accountSubject(login)).execute()
  await db
    .updateTable('login_failures')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('subject', '=', addressSubject(address))
    .where('count', '>', 0)
    .execute()
}

export async function deleteForgottenAttempts(db: Db, now: number): Promise<void> {
  await db.deleteFrom('login_failures').where('last_at', '<', forgottenBefore(now)).execute()
}

function tooManyAttempts(until: number, now: number): AppError {
  const retryAfterSeconds = Math.ceil((until - now) / 1000)
  return new AppError(
    'RateLimitExceeded',
    `Too many failed attempts; try again in ${retryAfterSeconds} seconds`,
    { retryAfterSeconds },
  )
}
