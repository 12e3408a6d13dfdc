import { randomBytes } from 'node:crypto'
import { type ChangeEvent, contract, type Webhook, type WebhookDelivery } from '@assay/contract'
import { AppError, badRequest } from '../../domain/errors.ts'
import { parseRange } from '../../domain/page.ts'
import { mapRows, rowsInMemory } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import {
  isReference,
  secretToSeal,
  shownSecret,
  shownToSeal,
} from '../../identity/secret-references/single.ts'
import type { Secrets } from '../../identity/secrets.ts'
import type { Db } from '../../storage/database.ts'
import { actorOf, write } from '../changes/write.ts'
import { deliveryOf, maxWebhooks, type WebhookRow, webhooksOf } from '../deliveries/queue.ts'
import {
  deliveriesOf,
  insertDeliveries,
  type ListedDelivery,
  trustWebhook,
} from '../deliveries/store.ts'
import type { PlatformDeps } from '../deps.ts'
import { withoutNulls } from '../render/parts.ts'
import { sealContext } from './deliver.ts'
import { deleteWebhook, findWebhook, insertWebhook, updateWebhook } from './store.ts'
import { isReceiver, openUrl, receiverForm, sealUrl } from './urls.ts'

export function webhookRoutes(route: Route, deps: PlatformDeps): void {
  const { db, secrets } = deps
  const view = viewer(secrets)

  route(contract.listWebhooks, async ({ caller }) => {
    const rows = await webhooksOf(db, caller.organization)
    return rowsInMemory(rows.map(view))
  })

  route(contract.getWebhook, async ({ caller, params }) =>
    view(await existing(caller.organization, params.id)),
  )

  route(contract.createWebhook, async ({ caller, origin, input }) => {
    const { organization } = caller
    checkSecret(input.secret)
    const madeUp = input.secret === undefined ? randomBytes(32).toString('base64url') : undefined
    const row = await write(deps, actorOf({ caller, origin }), async (w) => {
      if ((await webhooksOf(w.tx, organization)).length >= maxWebhooks)
        throw badRequest(`Limit of ${maxWebhooks} webhooks reached. Delete one first`)
      const id = w.newId()
      w.record({
        operation: 'create',
        objectType: 'webhook',
        objectId: id,
        // Readers see this, so the address stays out of it.
        details: { name: input.name },
      })
      return insertWebhook(w.tx, {
        id,
        organization,
        name: input.name,
        ...sealUrl(secrets, id, urlToSeal(organization, input.url)),
        secret_sealed: secrets.seal(
          sealContext(id),
          madeUp ?? secretToSeal(deps.config, organization, 'secret', input.secret ?? ''),
        ),
        object_types: JSON.stringify(input.objectTypes ?? []),
        enabled: input.enabled === false ? 0 : 1,
        created_at: w.now,
        created_by: caller.login,
      })
    })
    return { ...view(row), ...(madeUp === undefined ? {} : { secret: madeUp }) }
  })

  route(contract.updateWebhook, async ({ caller, origin, params, input }) => {
    const { secret, objectTypes, enabled, name, url } = input
    checkSecret(secret)
    const { organization } = caller
    const row = await write(deps, actorOf({ caller, origin }), async (w) => {
      const before = await existing(organization, params.id, w.tx)
      const changed = await updateWebhook(w.tx, caller.organization, params.id, {
        ...(name === undefined ? {} : { name }),
        ...(url === undefined
          ? {}
          : sealUrl(secrets, params.id, urlToSeal(organization, url, openUrl(secrets, before)))),
        ...(secret === undefined
          ? {}
          : {
              secret_sealed: secrets.seal(
                sealContext(params.id),
                secretToSeal(deps.config, organization, 'secret', secret),
              ),
            }),
        ...(objectTypes === undefined ? {} : { object_types: JSON.stringify(objectTypes) }),
        ...(enabled === undefined ? {} : { enabled: enabled ? 1 : 0 }),
        // Its administrator expects it to answer now.
        timeouts: 0,
        paused_until: null,
        updated_at: w.now,
        updated_by: caller.login,
      })
      if (!changed) throw webhookNotFound()
      w.record({
        operation: 'update',
        objectType: 'webhook',
        objectId: params.id,
        details: {
          name,
          objectTypes,
          enabled,
          ...(url === undefined ? {} : { url: 'changed' }),
          ...(secret === undefined ? {} : { secret: 'changed' }),
        },
      })
      return changed
    })
    return view(row)
  })

  route(contract.deleteWebhook, async ({ caller, origin, params }) => {
    await write(deps, actorOf({ caller, origin }), async (w) => {
      if (!(await deleteWebhook(w.tx, caller.organization, params.id))) throw webhookNotFound()
      w.record({ operation: 'delete', objectType: 'webhook', objectId: params.id })
    })
  })

  route(contract.listWebhookDeliveries, async ({ caller, params, input }) => {
    const { id } = await existing(caller.organization, params.id)
    const range = parseRange(input.range)
    return mapRows(await deliveriesOf(db, caller.organization, id, range), deliveryView)
  })

  route(contract.testWebhook, async ({ caller, params }) => {
    const webhook = await existing(caller.organization, params.id)
    const now = deps.clock.now()
    const message: ChangeEvent = {
      organization: caller.organization,
      operation: 'update',
      objectType: 'webhook',
      objectId: webhook.id,
      rootId: webhook.id,
      user: caller.login,
      date: now,
      details: { test: true },
    }
    await insertDeliveries(db, [deliveryOf(webhook, now, message)])
    // A test is for hearing at once whether it answers.
    await trustWebhook(db, webhook.id)
    // Also wakes the senders.
    deps.bus.publish(message)
  })

  /** Of a reference the address is asked for when something is sent. */
  function urlToSeal(organization: string, text: string, before?: string): string {
    if (!isReference(text)) checkUrl(text)
    return shownToSeal(deps.config, organization, 'url', text, before)
  }

  async function existing(organization: string, id: string, tx: Db = db): Promise<WebhookRow> {
    const row = await findWebhook(tx, organization, id)
    if (!row) throw webhookNotFound()
    return row
  }
}

const webhookNotFound = () => new AppError('NotFoundError', 'Webhook not found')

function checkUrl(text: string): void {
  if (!isReceiver(text)) throw badRequest(`url must be ${receiverForm}`)
}

function checkSecret(secret: string | undefined): void {
  // guard: server/test/security/single-secret-references.test.ts
  if (secret !== undefined && !isReference(secret) && secret.length < 16)
    throw badRequest('secret must have at least 16 characters')
}

const viewer =
  (secrets: Secrets) =>
  (row: WebhookRow): Webhook => ({
    _id: row.id,
    id: row.id,
    _type: 'webhook',
    name: row.name,
    url: shownSecret(openUrl(secrets, row)),
    objectTypes: JSON.parse(row.object_types),
    enabled: row.enabled === 1,
    createdAt: row.created_at,
    createdBy: row.created_by,
    ...withoutNulls({ updatedAt: row.updated_at, updatedBy: row.updated_by }),
  })

const deliveryView = (row: ListedDelivery): WebhookDelivery => ({
  id: row.id,
  createdAt: row.created_at,
  status:
    row.delivered_at !== null ? 'Delivered' : row.next_attempt_at === null ? 'GivenUp' : 'Waiting',
  attempts: row.attempts,
  ...withoutNulls({
    nextAttemptAt: row.next_attempt_at,
    deliveredAt: row.delivered_at,
    lastError: row.last_error,
  }),
})
