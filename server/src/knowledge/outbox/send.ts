import type { Working } from '../../background/background.ts'
import type { Item, Outcome, Room, Work } from '../../background/work.ts'
import type { Deps } from '../../deps.ts'
import { type ReplyBody, renderReply } from '../../domain/mail/reply.ts'
import { renderMail } from '../../domain/notices/mail.ts'
import { isTooLate, type Message } from '../../domain/notices/sentences.ts'
import { nextTryAt } from '../../domain/notices/tries.ts'
import { dueOrganizations, dueRows } from '../../storage/rows/due.ts'
import { replyEnded } from '../../storage/rows/mail-replies.ts'
import { repeatable } from '../../storage/rows/prepared.ts'
import { markedNow } from './marked-now.ts'
import { startSending } from './sending.ts'
import { sendMail } from './smtp.ts'
import {
  claimReceiver,
  type OutboxRow,
  postpone,
  receiversDue,
  settle,
  switchMail,
  waitsUntil,
} from './store.ts'
import { mailTextsOf } from './texts.ts'

const everyMs = 5_000
const timeoutMs = 60_000
/** Longer than an attempt may take: what is claimed for longer was left by a crash. */
const leaseMs = 2 * timeoutMs
const atOnce = 4
const perOrganization = 2
const due = { table: 'outbox', at: 'next_attempt_at' } as const

/** Sends what waits in the outbox, if the operator named a mail server. */
export async function startOutbox(deps: Deps): Promise<Working> {
  const isOn = deps.config.mail.url !== undefined
  await repeatable(() => switchMail(deps.db, isOn))
  if (!isOn) return { wake: () => undefined, stop: async () => undefined }
  return startSending(deps, 'sent mails', outboxWork(deps))
}

interface Sending extends Item {
  readonly rows: readonly OutboxRow[]
}

export function outboxWork(deps: Deps): Work<Sending> {
  const { db } = deps
  return {
    name: 'outbox',
    everyMs,
    limits: { atOnce, perOrganization, timeoutMs },
    organizations: (walk) => dueOrganizations(db, due, walk),
    due: (now) => dueRows(db, due, now),
    claim: (organization, room) => claim(deps, organization, room),
    run: ({ organization, rows }) => attempt(deps, organization, rows),
  }
}

async function claim(deps: Deps, organization: string, { count, now }: Room): Promise<Sending[]> {
  const claimed: Sending[] = []
  for (const receiver of await receiversDue(deps.db, organization, now, count)) {
    const rows = await claimReceiver(deps, organization, receiver, { now, leaseMs })
    if (rows.length > 0) claimed.push({ organization, rows })
  }
  return claimed
}

/** All that waits for one person, as one mail. */
async function attempt(
  deps: Deps,
  organization: string,
  claimed: readonly OutboxRow[],
): Promise<Outcome> {
  const { db, clock, config } = deps
  const rows = claimed.toSorted((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
  const [first] = rows
  if (!first) return 'done'
  const all = rows.map(({ id }) => id)
  const until = await waitsUntil(db, organization, first, clock.now())
  // guard: server/test/mail/outbox.test.ts
  if (until !== undefined) {
    await postpone(db, all, until)
    return 'later'
  }
  if (first.channel === 'reply') return answer(deps, organization, first)
  const user = await db
    .selectFrom('users')
    .select(['email', 'language'])
    .where('login', '=', first.target)
    // guard: server/test/mail/outbox.test.ts
    .where('organization', '=', organization)
    // guard: server/test/mail/outbox.test.ts
    .where('status', '=', 'Active')
    // guard: server/test/mail/outbox.test.ts
    .where('email_state', 'in', ['confirmed', 'provider'])
    .executeTakeFirst()
  if (user?.email == null) {
    await settle(db, all, { next_attempt_at: null, last_error: 'no confirmed address' })
    return 'done'
  }
  const read = rows.map((row) => ({ row, message: JSON.parse(row.body) as Message }))
  const late = read.filter(({ message }) => isTooLate(message, clock.now()))
  const lateIds = late.map(({ row }) => row.id)
  if (late.length > 0)
    await settle(db, lateIds, { next_attempt_at: null, last_error: 'no longer true' })
  const current = read.filter((one) => !late.includes(one))
  const oldest = current[0]?.row
  if (!oldest) return 'done'
  const { subject, text } = renderMail(
    await markedNow(
      db,
      current.map(({ message }) => message),
    ),
    {
      maxTlp: config.mail.maxTlp,
      base: config.http.publicUrl?.replace(/\/+$/, ''),
      language: user.language ?? 'en',
      frame: await mailTextsOf(db, organization),
    },
  )
  const refusal = await sendMail(deps, { to: user.email, subject, text, id: oldest.id })
  return settleTry(
    deps,
    current.map(({ row }) => row),
    oldest.id,
    refusal,
  )
}

/** To who reported an email, if that is still wanted: the mailbox may have been told to stop. */
async function answer(deps: Deps, organization: string, row: OutboxRow): Promise<Outcome> {
  const { config, db } = deps
  const ended = await replyEnded(db, organization, row.id, config.mail.from)
  if (ended !== undefined) {
    await settle(db, [row.id], { next_attempt_at: null, last_error: ended })
    return 'done'
  }
  const body = JSON.parse(row.body) as ReplyBody
  const { subject, text } = renderReply(body, await mailTextsOf(db, organization))
  const answers = { messageId: body.inReplyTo }
  const refusal = await sendMail(deps, { to: row.target, subject, text, id: row.id, answers })
  return settleTry(deps, [row], row.id, refusal)
}

async function settleTry(
  { clock, db, log }: Deps,
  rows: readonly OutboxRow[],
  messageId: string,
  refusal: string | undefined,
): Promise<Outcome> {
  const now = clock.now()
  const ids = rows.map(({ id }) => id)
  if (refusal === undefined) {
    const sent = { sent_at: now, message_id: messageId, next_attempt_at: null, last_error: null }
    await settle(db, ids, sent)
    return 'done'
  }
  log.warn({ messages: ids.length, reason: refusal }, 'failed to send a mail')
  const attempts = Math.max(...rows.map((row) => Number(row.attempts))) + 1
  await settle(db, ids, { next_attempt_at: nextTryAt(attempts, now), last_error: refusal })
  return 'failed'
}
