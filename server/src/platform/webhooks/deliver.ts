import { createHmac } from 'node:crypto'
import type { Working } from '../../background/background.ts'
import { startSweep } from '../../background/sweep.ts'
import { type Item, isOverdue, type Outcome, type Room, type Work } from '../../background/work.ts'
import { everyOrganization } from '../../domain/caller.ts'
import {
  hangsFrom,
  nextAttemptAt,
  nextReceivers,
  type Receiver,
  restUntil,
  signatureHeader,
  signedText,
} from '../../domain/response/delivery.ts'
import type { Share } from '../../domain/shares.ts'
import { PrivateTarget, post } from '../../http/outgoing.ts'
import { secretBehind } from '../../identity/secret-references/single.ts'
import type { WebhookRow } from '../deliveries/queue.ts'
import {
  claimDeliveries,
  claimHanging,
  countTimeout,
  type DeliveryRow,
  deleteOldDeliveries,
  deliveriesDue,
  giveUpOldDeliveries,
  organizationsToSend,
  pauseWebhook,
  receiversOf,
  settleDelivery,
  trustWebhook,
} from '../deliveries/store.ts'
import type { PlatformDeps } from '../deps.ts'
import { findWebhook } from './store.ts'
import { isReceiver, openUrl, receiverForm, withoutUrl } from './urls.ts'

/** For messages of other processes whose notification did not arrive, and for those to be tried again. */
const everyMs = 2_000
const timeoutMs = 10_000
/** Longer than an attempt may take: what is claimed for longer was left by a crash. */
const leaseMs = 60_000
/** Longer than all attempts take. */
const givenUpMs = 5 * 24 * 60 * 60_000
const keptMs = 7 * 24 * 60 * 60_000
const sweepMs = 60 * 60_000
const longestError = 500
const atOnce = 32
const perOrganization = 4

/** Sealing context of the secret: copied to another webhook it does not open. */
export const sealContext = (webhookId: string) => `webhook:${webhookId}` as const

/** Sends what is due: woken by changes of this process and, where they can be heard, of others. */
export function startDeliveries(deps: PlatformDeps): Working {
  const { background, bus, db, clock } = deps
  const sending = background.start(deliveryWork(deps))
  const sweeping = startSweep(background, {
    name: 'deliveries',
    everyMs: sweepMs,
    async step() {
      const now = clock.now()
      const givenUp = await giveUpOldDeliveries(db, now, now - givenUpMs)
      return givenUp + (await deleteOldDeliveries(db, now - keptMs)) > 0
    },
  })
  // Job events are not delivered.
  const stopListening = bus.on(everyOrganization, (event) => {
    if (!('jobId' in event)) sending.wake()
  })
  return {
    wake: sending.wake,
    async stop() {
      stopListening()
      await Promise.all([sending.stop(), sweeping.stop()])
    },
  }
}

interface Delivery extends Item {
  readonly shares: readonly Share[]
  readonly row: DeliveryRow
}

export function deliveryWork(deps: PlatformDeps): Work<Delivery> {
  const { db } = deps
  return {
    name: 'deliveries',
    everyMs,
    limits: { atOnce, perOrganization, timeoutMs },
    organizations: (walk) => organizationsToSend(db, walk),
    due: (now) => deliveriesDue(db, now),
    claim: (organization, room) => claim(deps, organization, room),
    run: ({ row }, signal) =>
      attempt(deps, row, signal).catch((err: unknown) => {
        deps.log.error({ err, delivery: row.id }, 'failed to record a webhook delivery')
        return 'failed' as const
      }),
  }
}

/** Those that did not respond in time before share half of the slots, in the organization and in all. */
const sharesOf = (organization: string, { id, timeouts }: Pick<Receiver, 'id' | 'timeouts'>) => [
  { of: `webhook ${id}`, limit: timeouts >= hangsFrom ? 1 : perOrganization - 1 },
  ...(timeouts === 0
    ? []
    : [
        { of: `slow ones of ${organization}`, limit: perOrganization / 2 },
        { of: 'slow ones', limit: atOnce / 2 },
      ]),
]

async function claim(
  deps: PlatformDeps,
  organization: string,
  { count, now, hasRoom, held }: Room,
): Promise<Delivery[]> {
  const found = await receiversOf(deps.db, organization, now)
  const receivers = found
    .filter((receiver) => hasRoom(sharesOf(organization, receiver)))
    .map((receiver) => ({ ...receiver, running: held(`webhook ${receiver.id}`) }))
  const claimed: Delivery[] = []
  const taken = (name: string) =>
    claimed.filter(({ shares }) => shares.some(({ of }) => of === name)).length
  for (const { receiver, count: wanted } of nextReceivers(receivers, count)) {
    const shares = sharesOf(organization, receiver)
    const left = shares.map(({ of, limit }) => limit - held(of) - taken(of))
    const lease = { count: Math.min(wanted, ...left), now, leaseMs }
    if (lease.count <= 0) continue
    if (receiver.timeouts >= hangsFrom && !(await claimHanging(deps.db, receiver.id, lease)))
      continue
    const rows = await claimDeliveries(deps, receiver.id, lease)
    if (rows.length === 0 && receiver.timeouts >= hangsFrom)
      await pauseWebhook(deps.db, receiver.id, null)
    claimed.push(...rows.map((row) => ({ organization, shares, row })))
  }
  return claimed
}

/** One attempt, and then what became of it: a failure to store that is not the receiver's. */
async function attempt(
  deps: PlatformDeps,
  delivery: DeliveryRow,
  signal: AbortSignal,
): Promise<Outcome> {
  const { db, clock, log } = deps
  const webhook = await findWebhook(db, delivery.organization, delivery.webhook_id)
  if (!webhook) return 'done'
  const sentAt = clock.now()
  const attempts = delivery.attempts + 1
  const reason = await send(deps, webhook, delivery, sentAt, signal)
  const isLate = reason !== undefined && isOverdue(signal)
  // Stopped in the middle of it: not the receiver's fault, and not counted against it.
  if (reason !== undefined && signal.aborted && !isLate) {
    if (webhook.timeouts >= hangsFrom) await pauseWebhook(db, webhook.id, null)
    await settleDelivery(db, delivery.id, { next_attempt_at: sentAt })
    return 'later'
  }
  if (isLate) await countTimeout(db, webhook.id, (timeouts) => restUntil(timeouts, clock.now()))
  else if (webhook.timeouts > 0) await trustWebhook(db, webhook.id)
  if (reason === undefined) {
    await settleDelivery(db, delivery.id, {
      attempts,
      delivered_at: clock.now(),
      next_attempt_at: null,
      last_error: null,
    })
    return 'done'
  }
  log.warn(
    { webhook: webhook.id, delivery: delivery.id, attempts, reason },
    'webhook delivery failed',
  )
  await settleDelivery(db, delivery.id, {
    attempts,
    next_attempt_at: nextAttemptAt(attempts, clock.now()),
    last_error: reason.slice(0, longestError),
  })
  return 'failed'
}

/** Why the receiver did not take it, in our own words; undefined when it did. */
async function send(
  deps: PlatformDeps,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  sentAt: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { config, secrets } = deps
  const { id, organization } = webhook
  const address = await secretBehind(deps, organization, openUrl(secrets, webhook))
  if ('problem' in address) return address.problem
  const url = address.secret
  // What a reference stands for was not seen when the webhook was saved.
  // guard: server/test/security/single-secret-references.test.ts
  if (!isReceiver(url)) return `the address behind the secret reference is not ${receiverForm}`
  const sealed = secrets.open(sealContext(id), webhook.secret_sealed)
  const key = await secretBehind(deps, organization, sealed)
  if ('problem' in key) return key.problem
  const signed = createHmac('sha256', key.secret).update(signedText(delivery.body, sentAt))
  try {
    const status = await post({
      url: new URL(url),
      body: delivery.body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Assay',
        'x-assay-delivery': delivery.id,
        'x-assay-signature': signatureHeader(sentAt, signed.digest('hex')),
      },
      mayReachPrivate: config.webhook.privateTargets,
      signal,
    })
    return status < 200 || status > 299 ? `HTTP status ${status}` : undefined
  } catch (error) {
    return withoutUrl(isOverdue(signal) ? tooLate : reasonOf(error), url)
  }
}

const tooLate = `no response within ${timeoutMs / 1000} s`

/** Messages of Node name the addresses behind a host name; only ours and its codes are for people. */
function reasonOf(error: unknown): string {
  if (error instanceof PrivateTarget) return error.message
  const { code } = error as { code?: unknown }
  return `unreachable${typeof code === 'string' ? ` (${code})` : ''}`
}
