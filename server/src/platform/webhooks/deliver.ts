import { createHmac } from 'node:crypto'
import { everyOrganization } from '../../domain/caller.ts'
import { nextAttemptAt, signatureHeader, signedText } from '../../domain/response/delivery.ts'
import { PrivateTarget, post } from '../../http/outgoing.ts'
import type { WebhookRow } from '../deliveries/queue.ts'
import {
  claimDeliveries,
  type DeliveryRow,
  deleteOldDeliveries,
  settleDelivery,
} from '../deliveries/store.ts'
import type { PlatformDeps } from '../deps.ts'
import { findWebhook } from './store.ts'
import { openUrl, withoutUrl } from './urls.ts'

const pollMs = 5_000
const atOnce = 8
const timeoutMs = 10_000
/** Longer than an attempt may take: what is claimed for longer was left by a crash. */
const leaseMs = 60_000
const keptMs = 7 * 24 * 60 * 60_000
const sweepMs = 60 * 60_000
const longestError = 500

/** Where the secret is sealed to: copied to another webhook it does not open. */
export const sealContext = (webhookId: string) => `webhook:${webhookId}` as const

export interface Deliveries {
  wake(): void
  stop(): Promise<void>
}

/** Sends what is due: woken by changes of this process, by a poll for those of others. */
export function startDeliveries(deps: PlatformDeps): Deliveries {
  const { db, dialect, clock, log, stopping } = deps
  let isNudged = false
  let running: Promise<void> | undefined
  let sweptAt = 0

  const wake = () => {
    isNudged = true
    running ??= sendWhileDue()
      .catch((err: unknown) => log.error({ err }, 'webhooks could not be sent'))
      .finally(() => {
        running = undefined
        if (isNudged && !stopping.aborted) wake()
      })
  }

  const sendWhileDue = async () => {
    while (isNudged && !stopping.aborted) {
      isNudged = false
      const due = await claimDeliveries(db, dialect, atOnce, clock.now(), leaseMs)
      await Promise.all(
        due.map((delivery) =>
          attempt(deps, delivery).catch((err: unknown) =>
            log.error({ err, delivery: delivery.id }, 'a webhook delivery could not be settled'),
          ),
        ),
      )
      if (due.length === atOnce) isNudged = true
    }
    if (clock.now() - sweptAt < sweepMs) return
    sweptAt = clock.now()
    while (!stopping.aborted && (await deleteOldDeliveries(db, sweptAt - keptMs)) > 0);
  }

  const timer = setInterval(wake, pollMs)
  // What happens to jobs is delivered to nobody.
  const stopListening = deps.bus.on(everyOrganization, (event) => {
    if (!('jobId' in event)) wake()
  })
  wake()
  return {
    wake,
    async stop() {
      clearInterval(timer)
      stopListening()
      isNudged = false
      await running
    },
  }
}

/** One attempt, and then what became of it: a failure to store that is not the receiver's. */
async function attempt(deps: PlatformDeps, delivery: DeliveryRow): Promise<void> {
  const { db, clock, stopping, log } = deps
  const webhook = await findWebhook(db, delivery.organization, delivery.webhook_id)
  if (!webhook) return
  const sentAt = clock.now()
  const attempts = delivery.attempts + 1
  const reason = await send(deps, webhook, delivery, sentAt)
  if (reason === undefined)
    return void (await settleDelivery(db, delivery.id, {
      attempts,
      delivered_at: clock.now(),
      next_attempt_at: null,
      last_error: null,
    }))
  // Stopped in the middle of it: not the receiver's fault, and not counted against it.
  if (stopping.aborted)
    return void (await settleDelivery(db, delivery.id, { next_attempt_at: sentAt }))
  log.warn({ webhook: webhook.id, delivery: delivery.id, attempts, reason }, 'a webhook failed')
  await settleDelivery(db, delivery.id, {
    attempts,
    next_attempt_at: nextAttemptAt(attempts, clock.now()),
    last_error: reason.slice(0, longestError),
  })
}

/** Why the receiver did not take it, in our own words; undefined when it did. */
async function send(
  { config, secrets, stopping }: PlatformDeps,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  sentAt: number,
): Promise<string | undefined> {
  const url = openUrl(secrets, webhook)
  const secret = secrets.open(sealContext(webhook.id), webhook.secret_sealed)
  const signed = createHmac('sha256', secret).update(signedText(delivery.body, sentAt))
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
      timeoutMs,
      mayReachPrivate: config.webhook.privateTargets,
      signal: stopping,
    })
    return status < 200 || status > 299 ? `it answered with status ${status}` : undefined
  } catch (error) {
    return withoutUrl(reasonOf(error), url)
  }
}

/** Messages of Node name the addresses behind a host name; only ours and its codes are for people. */
function reasonOf(error: unknown): string {
  if (error instanceof PrivateTarget) return error.message
  if (error instanceof Error && error.name === 'TimeoutError')
    return `it did not answer within ${timeoutMs / 1000} s`
  const { code } = error as { code?: unknown }
  return `it cannot be reached${typeof code === 'string' ? ` (${code})` : ''}`
}
