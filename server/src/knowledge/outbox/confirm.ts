import { hash, randomBytes } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import type { Caller, Origin } from '../../domain/caller.ts'
import { AppError, badRequest, notFound } from '../../domain/errors.ts'
import { confirmationMail } from '../../domain/notices/mail.ts'
import { audit } from '../../identity/audit/store.ts'
import { sendMail } from './smtp.ts'
import { mailTextsOf } from './texts.ts'

const minute = 60_000
const day = 24 * 60 * minute
const maxAskedADay = 5
const pauseMs = minute

const hashOf = (code: string) => hash('sha256', `confirm ${code}`)

/** Sends a code to the address of the caller: five a day, one a minute. */
export async function sendCode(deps: Deps, { login, organization }: Caller): Promise<void> {
  const { db, clock, config } = deps
  if (config.mail.url === undefined)
    throw badRequest('This installation sends no mail. The operator can set mail.url')
  const now = clock.now()
  const code = randomBytes(18).toString('base64url')
  const { email, language } = await db.transaction().execute(async (tx) => {
    const user = await deps.dialect
      .lockRow(tx.selectFrom('users').select(['email', 'email_state', 'language']))
      .where('login', '=', login)
      .executeTakeFirst()
    if (!user?.email) throw badRequest('You have no email address. Enter one first')
    if (user.email_state !== 'open') throw badRequest('Your address is confirmed already')
    const before = await tx
      .selectFrom('address_confirmations')
      .selectAll()
      .where('login', '=', login)
      .executeTakeFirst()
    const isSameDay = before !== undefined && now - Number(before.first_at) < day
    const waitMs = !before
      ? 0
      : isSameDay && before.asked >= maxAskedADay
        ? Number(before.first_at) + day - now
        : Number(before.asked_at) + pauseMs - now
    // guard: server/test/mail/outbox.test.ts
    if (waitMs > 0)
      throw new AppError(
        'RateLimitExceeded',
        `A code can be sent once a minute and ${maxAskedADay} times a day. Try again later`,
        { retryAfterSeconds: Math.ceil(waitMs / 1_000) },
      )
    // Of all who entered this address: an administrator can make users, and enter that of a stranger.
    const all = await tx
      .selectFrom('address_confirmations')
      .select((eb) => eb.fn.sum<number | null>('asked').as('asked'))
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', user.email?.toLowerCase() ?? ''))
      .where('first_at', '>', now - day)
      .executeTakeFirst()
    // guard: server/test/mail/outbox.test.ts
    if (Number(all?.asked ?? 0) >= maxAskedADay)
      throw new AppError(
        'RateLimitExceeded',
        `At most ${maxAskedADay} codes a day are sent to one address. Try again tomorrow`,
        { retryAfterSeconds: day / 1_000 },
      )
    const row = {
      ...{ email: user.email, token_hash: hashOf(code), expires_at: now + day, asked_at: now },
      ...{ asked: isSameDay ? before.asked + 1 : 1 },
      ...{ first_at: isSameDay ? before.first_at : now },
    }
    await tx
      .insertInto('address_confirmations')
      .values({ login, ...row })
      .onConflict((conflict) => conflict.column('login').doUpdateSet(row))
      .execute()
    return { email: user.email, language: user.language ?? 'en' }
  })
  const id = randomBytes(12).toString('base64url')
  const mail = confirmationMail(code, language, await mailTextsOf(db, organization))
  const refusal = await sendMail(deps, { to: email, id, ...mail })
  if (refusal !== undefined)
    throw new AppError('ServiceUnavailable', `The mail was not sent: ${refusal}. Try again later`)
}

/** The address is the one that the code was sent to, and the caller's own. */
export async function confirmCode(
  { db, dialect, clock }: Deps,
  { login, organization }: Caller,
  origin: Origin,
  code: string,
): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    await dialect
      .lockRow(tx.selectFrom('users').select('login'))
      .where('login', '=', login)
      .executeTakeFirst()
    const row = await tx
      .deleteFrom('address_confirmations')
      .where('login', '=', login)
      // guard: server/test/mail/outbox.test.ts
      .where('token_hash', '=', hashOf(code))
      // guard: server/test/mail/outbox.test.ts
      .where('expires_at', '>', now)
      .returning('email')
      .executeTakeFirst()
    // guard: server/test/mail/outbox.test.ts
    if (!row) throw notFound('code', '…')
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ email_state: 'confirmed', email_returned_at: null })
      .where('login', '=', login)
      // guard: server/test/mail/outbox.test.ts
      .where('email', '=', row.email)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw badRequest('Your address has changed. Request another code')
    await audit(tx, { login, ...origin }, now, {
      action: 'user.confirmAddress',
      objectType: 'user',
      objectId: login,
      organization,
      details: { email: row.email },
    })
  })
}
