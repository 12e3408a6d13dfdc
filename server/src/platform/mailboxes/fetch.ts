import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ImapFlow } from 'imapflow'
import { type Item, isOverdue, type Outcome, type Work } from '../../background/work.ts'
import { actors } from '../../domain/actors.ts'
import { mailLimits } from '../../domain/mail/limits.ts'
import { lookAgainAt } from '../../domain/mail/pauses.ts'
import { attachmentColumns } from '../../storage/blobs/attachments.ts'
import { markOrphaned } from '../../storage/blobs/orphaned-blobs.ts'
import { administratorsOf } from '../../storage/rows/notices.ts'
import { newId } from '../changes/ids.ts'
import { write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { findMail } from '../mail/store.ts'
import { asProblem, connect, MailboxProblem, secretOf } from './connection.ts'
import {
  claimMailboxes,
  countSince,
  isHeld,
  type MailboxRow,
  mailboxesDue,
  organizationsToRead,
  settleMailbox,
} from './store.ts'

const everyMs = 2_000
const pollMs = 60_000
const timeoutMs = 4 * 60_000
/** Longer than a look may take. */
const leaseMs = 5 * 60_000
const hourMs = 60 * 60_000
/** In one look; the next one follows at once, after the turns of others. */
const perLook = 100
/** What marks a mail where it cannot be moved. */
const keyword = '$AssayDone'
export const brokenAfter = 5

interface DueMailbox extends Item {
  readonly row: MailboxRow
}

export function mailboxWork(deps: PlatformDeps, onKept: () => void): Work<DueMailbox> {
  const { db } = deps
  return {
    name: 'mailboxes',
    everyMs,
    limits: { atOnce: 8, perOrganization: 2, timeoutMs },
    organizations: (walk) => organizationsToRead(db, walk),
    due: (now) => mailboxesDue(db, now),
    async claim(organization, { count, now }) {
      const lease = { count, now, until: now + leaseMs, owner: randomUUID }
      return (await claimMailboxes(db, organization, lease)).map((row) => ({ organization, row }))
    },
    run: ({ row }, signal) => look(deps, row, signal, onKept),
  }
}

async function look(
  deps: PlatformDeps,
  row: MailboxRow,
  signal: AbortSignal,
  onKept: () => void,
): Promise<Outcome> {
  const { clock, db, log } = deps
  try {
    const found = await readMailbox(deps, row, signal, onKept)
    const now = clock.now()
    await settle(deps, row, {
      ...{ state: 'on', failures: 0, reason: null, checked_at: now },
      waiting: found.waiting,
      uid_validity: found.uidValidity,
      last_uid: found.lastUid,
      next_at: found.isMore ? now : now + pollMs,
    })
    return 'done'
  } catch (error) {
    // The server stops, or the mailbox was changed: not its fault.
    if (error instanceof Lost || (signal.aborted && !isOverdue(signal))) {
      await settleMailbox(db, row, { next_at: clock.now() })
      return 'later'
    }
    const { message } = asProblem(error)
    if (!(error instanceof MailboxProblem))
      log.warn({ err: error, mailbox: row.id }, 'mailbox failed')
    else log.warn({ mailbox: row.id, reason: message }, 'mailbox failed')
    const failures = row.failures + 1
    const now = clock.now()
    await settle(deps, row, {
      state: failures >= brokenAfter ? 'broken' : row.state,
      failures,
      reason: message,
      checked_at: now,
      next_at: lookAgainAt(failures, now),
    })
    return 'failed'
  }
}

/** In the audit trail when it breaks and when it works again, not with each look. */
async function settle(
  deps: PlatformDeps,
  row: MailboxRow,
  change: Partial<MailboxRow> & Pick<MailboxRow, 'next_at' | 'reason' | 'state'>,
): Promise<void> {
  if (change.state === row.state) {
    await settleMailbox(deps.db, row, change)
    return
  }
  const actor = { login: actors.mail, organization: row.organization, ...nowhere }
  await write(deps, actor, async (w) => {
    if (!(await settleMailbox(w.tx, row, change))) return
    w.record({
      operation: 'update',
      objectType: 'mailbox',
      objectId: row.id,
      details: { state: change.state, reason: change.reason },
    })
    if (change.state !== 'broken') return
    await w.notify(await administratorsOf(w.tx, row.organization), {
      kind: 'mailboxTrouble',
      objectType: 'mailbox',
      objectId: row.id,
      parameters: { name: row.name, ...(change.reason !== null && { reason: change.reason }) },
    })
  })
}

/** In the audit trail. */
export const nowhere = { address: 'server', requestId: 'mail' }

/** It was changed, deleted or taken over while it was read. */
class Lost extends Error {}

interface Look {
  readonly waiting: number
  readonly isMore: boolean
  readonly uidValidity: string
  readonly lastUid: number
}

async function readMailbox(
  deps: PlatformDeps,
  row: MailboxRow,
  signal: AbortSignal,
  onKept: () => void,
): Promise<Look> {
  const client = await connect(row, {
    secret: await secretOf(deps, row),
    mayReachPrivate: deps.config.mail.privateTargets,
    signal,
  })
  try {
    const folder = await openFolder(client, row.folder)
    const uidValidity = String(folder.uidValidity)
    const canMove = client.capabilities.has('MOVE')
    // A server that numbers its mails again: all of them are read once more, and their hashes are known.
    const from = !canMove && row.uid_validity === uidValidity ? (row.last_uid ?? 0) : 0
    const unread = await uidsAfter(client, from)
    const taken = await countSince(deps.db, row, deps.clock.now() - hourMs)
    const quota = Math.max(0, row.per_hour - taken)
    const now = unread.slice(0, Math.min(quota, perLook))
    if (canMove && now.length > 0) await makeFolders(client, row)
    let lastUid = from
    for (const uid of now) {
      if (signal.aborted) throw asProblem(new MailboxProblem('no answer'))
      if (!(await isHeld(deps.db, row))) throw new Lost()
      await takeOne(deps, client, row, { uid, uidValidity, canMove })
      lastUid = uid
      onKept()
    }
    const waiting = unread.length - now.length
    return { waiting, isMore: waiting > 0 && now.length < quota, uidValidity, lastUid }
  } finally {
    await client.logout().catch(() => undefined)
    client.close()
  }
}

export async function openFolder(client: ImapFlow, folder: string) {
  try {
    return await client.mailboxOpen(folder)
  } catch (error) {
    const { serverResponseCode, responseStatus } = error as Record<string, unknown>
    if (serverResponseCode !== undefined || responseStatus === 'NO')
      throw new MailboxProblem(`folder ${folder} not found`)
    throw error
  }
}

/** Oldest first. A server answers `n:*` with the last mail, also when that is before n. */
export async function uidsAfter(client: ImapFlow, last: number): Promise<number[]> {
  const uids = await client.search(
    { uid: `${last + 1}:*`, deleted: false, ...(last > 0 && { unKeyword: keyword }) },
    { uid: true },
  )
  return (uids || []).filter((uid) => uid > last).sort((a, b) => a - b)
}

async function makeFolders(client: ImapFlow, row: MailboxRow): Promise<void> {
  const present = new Set((await client.list()).map(({ path }) => path))
  for (const folder of new Set([row.done_folder, row.failed_folder]))
    if (!present.has(folder)) await client.mailboxCreate(folder)
}

interface Place {
  readonly uid: number
  readonly uidValidity: string
  readonly canMove: boolean
}

/** Kept first, then moved: killed in between, it comes again, and its hash is known. */
async function takeOne(
  deps: PlatformDeps,
  client: ImapFlow,
  row: MailboxRow,
  { uid, uidValidity, canMove }: Place,
): Promise<void> {
  const one = { uid: true } as const
  const head = await client.fetchOne(String(uid), { uid: true, size: true }, one)
  // Another program has moved it meanwhile.
  if (!head) return
  const size = head.size ?? 0
  // guard (open = false): server/test/platform/mailboxes.test.ts
  const isTooLarge = size > mailLimits.bytes
  if (isTooLarge) await refuseLarge(deps, row, `uid:${row.id}:${uidValidity}:${uid}`, size)
  else {
    const mail = await client.fetchOne(String(uid), { uid: true, source: true }, one)
    const source = mail ? mail.source : undefined
    if (!source) return
    await keep(deps, row, source)
  }
  const folder = isTooLarge ? row.failed_folder : row.done_folder
  if (!canMove) {
    await client.messageFlagsAdd(String(uid), ['\\Seen', keyword], one)
    return
  }
  if (!(await client.messageMove(String(uid), folder, one)))
    throw new MailboxProblem(`emails cannot be moved to folder ${folder}`)
}

/** The file and its row: both, or what a crash left is removed later. */
export async function keep(
  { blobs, clock, db }: PlatformDeps,
  row: MailboxRow,
  source: Buffer,
): Promise<void> {
  const file = await blobs.stage(Readable.from([source]))
  try {
    const known = { content_hash: file.sha256, uploaded_by: '', part: 0 }
    if (await findMail(db, row.organization, known)) return
    await file.keep()
    await db
      .insertInto('mail_messages')
      .values({
        ...common(row, clock.now()),
        content_hash: file.sha256,
        size: file.size,
        state: 'new',
        next_at: clock.now(),
        ...attachmentColumns({ ...file, name: 'mail.eml', contentType: 'message/rfc822' }),
      })
      .onConflict((conflict) =>
        conflict.columns(['organization', 'content_hash', 'uploaded_by', 'part']).doNothing(),
      )
      .execute()
  } catch (error) {
    await markOrphaned(db, [file.sha256])
    throw error
  } finally {
    await file.discard()
  }
}

/** It has no content here, so its place in the mailbox is its name. */
const refuseLarge = ({ clock, db }: PlatformDeps, row: MailboxRow, place: string, size: number) =>
  db
    .insertInto('mail_messages')
    .values({
      ...common(row, clock.now()),
      content_hash: place,
      size,
      state: 'refused',
      reason: `Larger than ${mailLimits.bytes / 1024 ** 2} MiB. It is in the folder ${row.failed_folder}`,
      next_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization', 'content_hash', 'uploaded_by', 'part']).doNothing(),
    )
    .execute()

const common = (row: MailboxRow, now: number) => ({
  id: newId(now),
  organization: row.organization,
  mailbox_id: row.id,
  uploaded_by: '',
  part: 0,
  received_at: now,
  attempts: 0,
})
