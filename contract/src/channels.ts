import { type Static, Type } from 'typebox'
import { empty, endpoint, list } from './endpoint.ts'
import { channelForms, channelKinds, channelLanguages } from './notice-kinds.ts'
import { administrators, idParams, Severity, Tlp } from './platform/values.ts'
import { credential, Name, object, Secret, Timestamp } from './values.ts'

const resource = 'channel'
const base = '/api/channel'

/** Of one organization. */
export const maxChannels = 20

const Form = Type.Enum([...channelForms], {
  description: '`generic`: JSON, signed as webhooks are',
})
const Kinds = Type.Array(Type.Enum([...channelKinds]), { maxItems: channelKinds.length })

export const Channel = object(
  {
    id: Type.String(),
    name: Type.String(),
    form: Form,
    host: Type.String({ description: 'Of the address, which is a secret and never shown' }),
    kinds: Kinds,
    minSeverity: Type.Integer({ description: 'Less severe alerts and cases are not named' }),
    maxTlp: Type.Integer({ description: 'Above it, only "Case 12 has updates"' }),
    language: Type.Enum([...channelLanguages]),
    state: Type.Enum(['on', 'off', 'paused'], { description: '`paused` after a restore' }),
    createdAt: Timestamp,
    createdBy: Type.String(),
    updatedAt: Type.Optional(Timestamp),
    updatedBy: Type.Optional(Type.String()),
    secret: Type.Optional(
      Type.String({
        ...credential,
        description: 'Signs each message; shown once, if generated here',
      }),
    ),
  },
  'Channel',
)
export type Channel = Static<typeof Channel>

const required = {
  name: Name('Name of the channel'),
  form: Form,
  url: Secret({
    minLength: 1,
    maxLength: 2_048,
    description: 'Address that the chat system made for this purpose; https',
  }),
}
const attributes = {
  secret: Type.Optional(
    Secret({
      minLength: 9,
      maxLength: 512,
      description:
        'Of form `generic`: signs each message; generated if omitted. At least 16 characters, or a secret reference',
    }),
  ),
  kinds: Type.Optional(Kinds),
  minSeverity: Type.Optional(Severity),
  maxTlp: Type.Optional(Tlp),
  language: Type.Optional(Type.Enum([...channelLanguages], { default: 'en' })),
  enabled: Type.Optional(Type.Boolean({ default: true })),
}

export const listChannels = list({
  method: 'GET',
  path: base,
  roles: administrators,
  effect: 'read credential',
  resource,
  summary: 'List chat channels, which are told of alerts and cases; not paged',
  row: Channel,
})

export const getChannel = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  roles: administrators,
  effect: 'read credential',
  resource,
  summary: 'Read a chat channel',
  params: idParams,
  output: Channel,
})

export const createChannel = endpoint({
  method: 'POST',
  path: base,
  roles: administrators,
  effect: 'admit credential',
  resource,
  summary: `Tell a chat channel of alerts and cases; at most ${maxChannels}`,
  input: object({ ...required, ...attributes }),
  output: Channel,
  status: 201,
})

export const updateChannel = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  roles: administrators,
  effect: 'admit credential',
  resource,
  summary: 'Change a chat channel; `enabled` also continues a paused one',
  params: idParams,
  input: Type.Partial(object({ ...required, ...attributes }), { additionalProperties: false }),
  output: Channel,
})

export const deleteChannel = empty({
  method: 'DELETE',
  path: `${base}/:id`,
  roles: administrators,
  effect: 'write',
  resource,
  summary: 'Delete a chat channel and its pending messages',
  params: idParams,
})

export const ChannelTest = object(
  {
    ok: Type.Boolean(),
    problem: Type.Optional(
      Type.Enum(['unreachable', 'certificate', 'refused', 'no answer', 'secret reference'], {
        description: 'Nothing else is said about the network',
      }),
    ),
    detail: Type.Optional(Type.String({ description: 'Which secret reference, and why' })),
  },
  'ChannelTest',
)
export type ChannelTest = Static<typeof ChannelTest>

export const testChannel = endpoint({
  method: 'POST',
  path: `${base}/:id/test`,
  roles: administrators,
  effect: 'write',
  resource,
  summary: 'Send a test message now',
  params: idParams,
  output: ChannelTest,
})

export const ChannelDelivery = object(
  {
    id: Type.String(),
    kind: Type.Enum([...channelKinds]),
    createdAt: Timestamp,
    status: Type.Enum(['Sent', 'Waiting', 'GivenUp']),
    attempts: Type.Integer(),
    nextAttemptAt: Type.Optional(Timestamp),
    sentAt: Type.Optional(Timestamp),
    lastError: Type.Optional(Type.String()),
  },
  'ChannelDelivery',
)
export type ChannelDelivery = Static<typeof ChannelDelivery>

export const listChannelDeliveries = list({
  method: 'GET',
  path: `${base}/:id/deliveries`,
  roles: administrators,
  effect: 'read',
  resource,
  summary: 'List messages of the last days, newest first; sort and query are ignored',
  params: idParams,
  row: ChannelDelivery,
})
