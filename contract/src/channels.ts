import { type Static, Type } from 'typebox'
import { empty, endpoint, list } from './endpoint.ts'
import { channelForms, channelKinds, channelLanguages } from './notice-kinds.ts'
import {
  administrators,
  authorship,
  idParams,
  Severity,
  signingSecret,
  Tlp,
} from './platform/values.ts'
import { Name, object, Secret, Timestamp } from './values.ts'

const common = { roles: administrators, resource: 'channel' } as const
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
    ...authorship,
    secret: signingSecret('message'),
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
  ...common,
  method: 'GET',
  path: base,
  effect: 'read credential',
  summary: 'List chat channels, which are told of alerts and cases; not paged',
  row: Channel,
})

export const getChannel = endpoint({
  ...common,
  method: 'GET',
  path: `${base}/:id`,
  effect: 'read credential',
  summary: 'Read a chat channel',
  params: idParams,
  output: Channel,
})

export const createChannel = endpoint({
  ...common,
  method: 'POST',
  path: base,
  effect: 'admit credential',
  summary: `Tell a chat channel of alerts and cases; at most ${maxChannels}`,
  input: object({ ...required, ...attributes }),
  output: Channel,
  status: 201,
})

export const updateChannel = endpoint({
  ...common,
  method: 'PATCH',
  path: `${base}/:id`,
  effect: 'admit credential',
  summary: 'Change a chat channel; `enabled` also continues a paused one',
  params: idParams,
  input: Type.Partial(object({ ...required, ...attributes }), { additionalProperties: false }),
  output: Channel,
})

export const deleteChannel = empty({
  ...common,
  method: 'DELETE',
  path: `${base}/:id`,
  effect: 'write',
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
  ...common,
  method: 'POST',
  path: `${base}/:id/test`,
  effect: 'write',
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
  ...common,
  method: 'GET',
  path: `${base}/:id/deliveries`,
  effect: 'read',
  summary: 'List messages of the last days, newest first; sort and query are ignored',
  params: idParams,
  row: ChannelDelivery,
})
