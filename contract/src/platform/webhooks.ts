import { type Static, Type } from 'typebox'
import { empty, endpoint, list } from '../endpoint.ts'
import { credential, Name, object, Secret, Timestamp } from '../values.ts'
import { objectTypes } from './object-types.ts'
import { administrators, authorship, idParams, signingSecret } from './values.ts'

const common = { roles: administrators, resource: 'webhook' } as const
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
    ...authorship,
    secret: signingSecret('delivery'),
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
  url: Type.String({
    minLength: 1,
    maxLength: 2_048,
    description: 'http or https, or a secret reference',
  }),
  secret: Type.Optional(
    Secret({
      minLength: 8,
      maxLength: 512,
      description: 'Generated if omitted. At least 16 characters, or a secret reference',
    }),
  ),
  objectTypes: Type.Optional(Type.Array(Type.Enum([...objectTypes]), { maxItems: 100 })),
  enabled: Type.Optional(Type.Boolean()),
}

export const listWebhooks = list({
  ...common,
  method: 'GET',
  path: base,
  effect: 'read credential',
  summary: 'List webhooks, which receive every change; not paged',
  row: Webhook,
})

export const getWebhook = endpoint({
  ...common,
  method: 'GET',
  path: `${base}/:id`,
  effect: 'read credential',
  summary: 'Read a webhook',
  params: idParams,
  output: Webhook,
})

export const createWebhook = endpoint({
  ...common,
  method: 'POST',
  path: base,
  effect: 'admit credential',
  summary: 'Create a webhook that sends every change of the organization, signed',
  input: object({ name: Name('Name of the webhook'), ...attributes }),
  output: Webhook,
  status: 201,
})

export const updateWebhook = endpoint({
  ...common,
  method: 'PATCH',
  path: `${base}/:id`,
  effect: 'admit credential',
  summary: 'Change a webhook',
  params: idParams,
  input: Type.Partial(object({ name: Name('Name of the webhook'), ...attributes }), {
    additionalProperties: false,
  }),
  output: Webhook,
})

export const deleteWebhook = empty({
  ...common,
  method: 'DELETE',
  path: `${base}/:id`,
  effect: 'write',
  summary: 'Delete a webhook and its pending deliveries',
  params: idParams,
})

export const listWebhookDeliveries = list({
  ...common,
  method: 'GET',
  path: `${base}/:id/deliveries`,
  effect: 'read',
  summary: 'List deliveries of the last days, newest first; sort and query are ignored',
  params: idParams,
  row: WebhookDelivery,
})

export const testWebhook = empty({
  ...common,
  method: 'POST',
  path: `${base}/:id/test`,
  effect: 'write',
  summary: 'Queue an empty test message, to check delivery',
  params: idParams,
})
