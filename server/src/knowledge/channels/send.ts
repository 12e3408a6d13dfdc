import type { Working } from '../../background/background.ts'
import type { Item, Outcome, Room, Work } from '../../background/work.ts'
import type { Deps } from '../../deps.ts'
import { type ChatOptions, renderChat } from '../../domain/notices/chat.ts'
import { isTooLate, type Message } from '../../domain/notices/sentences.ts'
import { nextTryAt } from '../../domain/notices/tries.ts'
import { dueOrganizations, dueRows } from '../../storage/rows/due.ts'
import type { OutboxTable } from '../../storage/tables/notices.ts'
import { markedNow } from '../outbox/marked-now.ts'
import { startSending } from '../outbox/sending.ts'
import { settle } from '../outbox/store.ts'
import { postTimeoutMs, postToChannel } from './post.ts'
import { type ChannelRow, channelsDue, claimChannel, findChannel, updateChannel } from './store.ts'

const everyMs = 2_000
/** For reading and writing besides what is sent. */
const timeoutMs = 2 * postTimeoutMs
/** Longer than an attempt may take: what is claimed for longer was left by a crash. */
const leaseMs = 60_000
/** Between two messages to a channel: Slack takes one a second, Teams four. */
const pauseMs = 1_000
const atOnce = 16
const perOrganization = 4
const due = { table: 'outbox', at: 'chat_at' } as const

/** Sends what waits for chat channels. */
export const startChannels = (deps: Deps): Working =>
  startSending(deps, 'sent chat messages', channelWork(deps))

interface Sending extends Item {
  readonly channel: string
  readonly rows: readonly OutboxTable[]
}

export function channelWork(deps: Deps): Work<Sending> {
  const { db } = deps
  return {
    name: 'channels',
    everyMs,
    limits: { atOnce, perOrganization, timeoutMs },
    organizations: (walk) => dueOrganizations(db, due, walk),
    due: (now) => dueRows(db, due, now),
    claim: (organization, room) => claim(deps, organization, room),
    run: (item, signal) => attempt(deps, item, signal),
  }
}

async function claim(deps: Deps, organization: string, { count, now }: Room): Promise<Sending[]> {
  const claimed: Sending[] = []
  for (const channel of await channelsDue(deps.db, organization, now, count)) {
    const rows = await claimChannel(deps, organization, channel, { now, leaseMs })
    if (rows.length > 0) claimed.push({ organization, channel, rows })
  }
  return claimed
}

export const chatOptions = (
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  { form, language, max_tlp }: ChannelRow,
  id: string,
): ChatOptions => ({
  form,
  language,
  id,
  at: clock.now(),
  // The operator decides what leaves at most, an administrator what leaves of that.
  maxTlp: Math.min(max_tlp, config.mail.maxTlp),
  base: config.http.publicUrl?.replace(/\/+$/, ''),
})

/** All that waits for one channel, as one message. */
async function attempt(
  deps: Deps,
  { organization, channel: id, rows: claimed }: Sending,
  signal: AbortSignal,
): Promise<Outcome> {
  const { db, clock } = deps
  const rows = claimed.toSorted((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
  const now = clock.now()
  const giveUp = (some: readonly OutboxTable[], last_error: string) =>
    settle(
      db,
      some.map((row) => row.id),
      { chat_at: null, last_error },
    )
  const channel = await findChannel(db, organization, id)
  // guard: server/test/mail/channels.test.ts
  if (channel?.state !== 'on') {
    await giveUp(rows, 'the channel is off')
    return 'done'
  }
  const read = rows.map((row) => ({ row, message: JSON.parse(row.body) as Message }))
  const late = read.filter(({ message }) => isTooLate(message, now)).map(({ row }) => row)
  if (late.length > 0) await giveUp(late, 'no longer true')
  const current = read.filter(({ row }) => !late.includes(row))
  const [first] = current
  if (!first) {
    await updateChannel(db, organization, id, { busy_until: null })
    return 'done'
  }
  const messages = await markedNow(
    db,
    current.map(({ message }) => message),
  )
  const body = renderChat(messages, chatOptions(deps, channel, first.row.id))
  const problem = await postToChannel(deps, channel, { body, id: first.row.id }, signal)
  const ids = current.map(({ row }) => row.id)
  const after = clock.now()
  if (problem === undefined) {
    const sent = { sent_at: after, message_id: first.row.id, chat_at: null, last_error: null }
    await settle(db, ids, sent)
  } else {
    deps.log.warn(
      { channel: id, messages: ids.length, reason: problem },
      'failed to tell a channel',
    )
    const attempts = Math.max(...current.map(({ row }) => Number(row.attempts))) + 1
    await settle(db, ids, { chat_at: nextTryAt(attempts, after), last_error: problem })
  }
  await updateChannel(db, organization, id, { busy_until: after + pauseMs })
  return problem === undefined ? 'done' : 'failed'
}
