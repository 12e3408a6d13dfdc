import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Working } from '../../background/background.ts'
import { startSweep } from '../../background/sweep.ts'
import { type Item, type Outcome, operatorsTurn, type Work } from '../../background/work.ts'
import type { Deps } from '../../deps.ts'
import {
  type AuditMessage,
  auditJson,
  framed,
  maxLineBytes,
  syslogMessage,
} from '../../domain/audit/message.ts'
import { type AuditSink, auditSinks, isForSink, sinkId } from '../../settings/audit-sinks.ts'
import {
  auditAfter,
  mendAuditOrder,
  type PlacedEntry,
  waitingAfter,
} from '../../storage/rows/audit-order.ts'
import { repeatable } from '../../storage/rows/prepared.ts'
import { appendLines } from './file.ts'
import {
  addCursors,
  type Cursor,
  claimCursor,
  cursorsOf,
  moveCursor,
  newStream,
  positionOf,
  releaseCursor,
} from './store.ts'
import { sendSyslog } from './syslog.ts'
import { tellOfTrouble } from './trouble.ts'

const everyMs = 2_000
/** For one batch, from the connection to the confirmation. */
const batchMs = 10_000
/** Longer than a batch: what is held for longer was left by a crash. Each batch renews it. */
const leaseMs = 2 * batchMs
const timeoutMs = 60 * 60_000
const troubleEveryMs = 30_000
const batchRows = 500
const batchBytes = 1024 * 1024
const longestPauseMs = 60_000

/** Sends the audit trail to where the operator wants it, if anywhere. */
export async function startAuditStream(deps: Deps): Promise<Working> {
  const { background, clock, config, db, log } = deps
  if (await repeatable(() => mendAuditOrder(db, newStream)))
    log.warn(
      'the database comes from another PostgreSQL cluster; audit sinks may get entries twice',
    )
  const sinks = auditSinks(config)
  if (sinks.length === 0) return { wake: () => undefined, stop: async () => undefined }
  await repeatable(() => addCursors(db, sinks.map(sinkId), clock.now()))
  const sending = background.start(auditWork(deps))
  const startedAt = clock.now()
  const watching = startSweep(background, {
    name: 'audit sinks',
    everyMs: troubleEveryMs,
    async step() {
      await tellOfTrouble(deps, startedAt)
      return false
    },
  })
  return {
    wake: sending.wake,
    async stop() {
      await Promise.all([sending.stop(), watching.stop()])
    },
  }
}

export interface Sending extends Item {
  readonly sink: AuditSink
  readonly cursor: Cursor
}

export function auditWork(deps: Deps): Work<Sending> {
  const { db } = deps
  const sinks = auditSinks(deps.config)
  return {
    name: 'audit',
    everyMs,
    limits: { atOnce: sinks.length, perOrganization: sinks.length, timeoutMs },
    organizations: async ({ after, without, now }) =>
      after === undefined && !without.includes(operatorsTurn) && (await due(deps, now)).length > 0
        ? [operatorsTurn]
        : [],
    async claim(organization, { count, now }) {
      const claimed: Sending[] = []
      for (const { sink } of (await due(deps, now)).slice(0, count)) {
        const lease = { owner: randomUUID(), now, until: now + leaseMs }
        const cursor = await claimCursor(db, sinkId(sink), lease)
        if (cursor) claimed.push({ organization, sink, cursor })
      }
      return claimed
    },
    run: (sending, signal) => send(deps, sending, signal),
  }
}

/** Sinks that something waits for; only read, so an idle installation writes nothing. */
async function due({ db, config }: Deps, now: number) {
  const sinks = auditSinks(config)
  const found: { readonly sink: AuditSink; readonly cursor: Cursor }[] = []
  for (const cursor of await cursorsOf(db, sinks.map(sinkId))) {
    const sink = sinks.find((one) => sinkId(one) === cursor.sink)
    const isFree = cursor.locked_until === null || cursor.locked_until < now
    if (!sink || !isFree || cursor.next_at > now) continue
    const waiting = await waitingAfter(db, positionOf(cursor))
    if (waiting && !waiting.isHeld) found.push({ sink, cursor })
  }
  return found
}

/** Batch after batch, each confirmed before the position moves. */
async function send(deps: Deps, { sink, cursor }: Sending, signal: AbortSignal): Promise<Outcome> {
  const { db, clock } = deps
  let held = cursor
  while (!signal.aborted) {
    const rows = fitting(await auditAfter(db, positionOf(held), batchRows))
    const last = rows.at(-1)
    if (!last) {
      await releaseCursor(db, held)
      return 'done'
    }
    const wanted = rows.filter(({ organization }) => isForSink(sink, organization))
    const limit = AbortSignal.any([signal, AbortSignal.timeout(batchMs)])
    const problem =
      wanted.length === 0
        ? undefined
        : await deliver(
            deps,
            sink,
            wanted.map((row) => messageOf(row, held.stream)),
            limit,
          )
    // Stopped in the middle: it may have arrived, and comes once more.
    if (problem !== undefined && signal.aborted) break
    if (problem !== undefined) return noteFailure(deps, held, problem)
    const now = clock.now()
    const moved = await moveCursor(db, held, last, { now, until: now + leaseMs })
    if (!moved) return 'later'
    held = moved
  }
  await releaseCursor(db, held)
  return 'later'
}

/** As many as are sent at once. */
function fitting(rows: readonly PlacedEntry[]): readonly PlacedEntry[] {
  let bytes = 0
  const end = rows.findIndex((row, index) => {
    bytes += Math.min(row.details.length + 1_024, maxLineBytes)
    return index > 0 && bytes > batchBytes
  })
  return end === -1 ? rows : rows.slice(0, end)
}

export function deliver(
  { config }: Pick<Deps, 'config'>,
  sink: AuditSink,
  messages: readonly AuditMessage[],
  signal: AbortSignal,
): Promise<string | undefined> {
  if (sink.type === 'file')
    return appendLines(
      sink.path,
      messages.map((message) => auditJson(message, maxLineBytes)),
    )
  const host = config.node.name ?? hostname()
  const frames = messages.map((message) => framed(syslogMessage(message, host, process.pid)))
  return sendSyslog(sink, frames, signal)
}

const messageOf = (row: PlacedEntry, stream: string): AuditMessage => ({
  ...{ id: Number(row.id), stream, at: Number(row.at), actor: row.actor },
  ...{ organization: row.organization, action: row.action, objectType: row.object_type },
  ...{ objectId: row.object_id, details: row.details, address: row.address },
  requestId: row.request_id,
})

async function noteFailure(
  { db, clock, log }: Deps,
  held: Cursor,
  problem: string,
): Promise<Outcome> {
  const attempts = held.attempts + 1
  const pauseMs = Math.min(longestPauseMs, 1_000 * 2 ** Math.min(attempts, 10))
  log.warn({ sink: held.sink, reason: problem, attempts }, 'failed to send the audit trail')
  await releaseCursor(db, held, { attempts, next_at: clock.now() + pauseMs, error: problem })
  return 'failed'
}
