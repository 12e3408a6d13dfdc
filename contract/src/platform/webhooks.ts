import { type Static, Type } from 'typebox'
import { empty, endpoint, list } from '../endpoint.ts'
import { credential, Name, object, Secret, Timestamp } from '../values.ts'
import { objectTypes } from './object-types.ts'
import { administrators, idParams } from './values.ts'

const resource = 'webhook'
const base = '/api/webhook'

export const Webhook = object(
  {
    _id: Type.String(),
    id: Type.String(),
    _type: Type.Literal('webhook'),
    name: Type.String(),
    url: Type.String(credential),
    objectTypes: Type.Array(Type.Enum([...objectTypes]), { description: 'Empty means all' }),
    enabled: Type.Boolean(),
    createdAt: Timestamp,
    createdBy: Type.String(),
    updatedAt: Type.Optional(Timestamp),
    updatedBy: Type.Optional(Type.String()),
    secret: Type.Optional(
      Type.String({
        ...credential,
        description: 'Signs each delivery; shown once, if generated here',
      }),
    ),
  },
  'Webhook',
)
export type Webhook = Static<typeof Webhook>

export const WebhookDelivery = object(
  {
    id: Type.String(),
    createdAt: Timestamp,
    status: Type.Enum(['Waiting', 'Delivered', 'GivenUp']),
    attempts: Type.Integer(),
    nextAttemptAt: Type.Optional(Timestamp),
    deliveredAt: Type.Optional(Timestamp),
    lastError: Type.Optional(Type.String()),
  },
  'WebhookDelivery',
)
export type WebhookDelivery = Static<typeof WebhookDelivery>

const attributes = {
  url: Type.String({ minLength: 1, maxLength: 2_048, description: 'http or https' }),
  secret: Type.Optional(
    Secret({ minLength: 16, maxLength: 512, description: 'Generated if omitted' }),
  ),
  objectTypes: Type.Optional(Type.Array(Type.Enum([...objectTypes]), { maxItems: 100 })),
  enabled: Type.Optional(Type.Boolean()),
}

export const listWebhooks = list({
  method: 'GET',
  path: base,
  roles: administrators,
  effect: 'read credential',
  resource,
  summary: 'List webhooks, which receive every change; not paged',
  row: Webhook,
})

export const getWebhook = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  roles: administrators,
  effect: 'read credential',
  resource,
  summary: 'Read a webhook',
  params: idParams,
  output: Webhook,
})

export const createWebhook = endpoint({
  method: 'POST',
  path: base,
  roles: administrators,
  effect: 'admit credential',
  resource,
  summary: 'Create a webhook that sends every change of the organization, signed',
  input: object({ name: Name('Name of the webhook'), ...attributes }),
  output: Webhook,
  status: 201,
})

export const updateWebhook = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  roles: administrators,
  effect: 'admit credential',
  resource,
  summary: 'Change a webhook',
  params: idParams,
  input: Type.Partial(object({ name: Name('Name of the webhook'), ...attributes }), {
    additionalProperties: false,
  }),
  output: Webhook,
})

export const deleteWebhook = empty({
  method: 'DELETE',
  path: `${base}/:id`,
  roles: administrators,
  effect: 'write',
  resource,
  summary: 'Delete a webhook and its pending deliveries',
  params: idParams,
})

export const listWebhookDeliveries = list({
  method: 'GET',
  path: `${base}/:id/deliveries`,
  roles: administrators,
  effect: 'read',
  resource,
  summary: 'List deliveries of the last days, newest first; sort and query are ignored',
  params: idParams,
  row: WebhookDelivery,
})

export const testWebhook = empty({
  method: 'POST',
  path: `${base}/:id/test`,
  roles: administrators,
  effect: 'write',
  resource,
  summary: 'Queue an empty test message, to check delivery',
  params: idParams,
})
