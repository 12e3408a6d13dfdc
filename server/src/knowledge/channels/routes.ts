import { randomBytes } from 'node:crypto'
import {
  type Channel,
  type ChannelDelivery,
  type ChannelKind,
  contract,
  type Input,
  maxChannels,
} from '@assay/contract'
import type { Deps } from '../../deps.ts'
import type { Caller, Origin } from '../../domain/caller.ts'
import { AppError, badRequest } from '../../domain/errors.ts'
import { renderTest } from '../../domain/notices/chat.ts'
import { parseRange } from '../../domain/page.ts'
import { rowsInMemory } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import { audit } from '../../identity/audit/store.ts'
import { isReference, secretToSeal } from '../../identity/secret-references/single.ts'
import type { Db } from '../../storage/database.ts'
import type { OutboxTable } from '../../storage/tables/notices.ts'
import { addressProblem, type ChatProblem, isChatWord, postToChannel } from './post.ts'
import { chatOptions } from './send.ts'
import {
  type ChannelRow,
  channelsOf,
  deleteChannel,
  findChannel,
  insertChannel,
  messagesOf,
  secretContext,
  updateChannel,
  urlContext,
} from './store.ts'

type NewInput = Input<typeof contract.createChannel>
type ChangeInput = Input<typeof contract.updateChannel>

export function channelRoutes(route: Route, deps: Deps): void {
  const { clock, db, secrets } = deps

  route(contract.listChannels, async ({ caller }) =>
    rowsInMemory((await channelsOf(db, caller.organization)).map(view)),
  )

  route(contract.getChannel, async ({ caller, params }) =>
    view(await existing(db, caller.organization, params.id)),
  )

  route(contract.createChannel, async ({ caller, origin, input }) => {
    const { organization, login } = caller
    const id = randomBytes(12).toString('base64url')
    const isSigned = input.form === 'generic'
    const madeUp =
      isSigned && input.secret === undefined ? randomBytes(32).toString('base64url') : undefined
    const secret = isSigned ? (madeUp ?? input.secret) : undefined
    const now = clock.now()
    const row = await db.transaction().execute(async (tx) => {
      if ((await channelsOf(tx, organization)).length >= maxChannels)
        throw badRequest(`Limit of ${maxChannels} channels reached. Delete one first`)
      const made = await insertChannel(tx, {
        ...defaults,
        ...columnsOf(input),
        ...{ id, organization, name: input.name, form: input.form },
        host: hostOf(deps, input.url),
        url_sealed: sealedUrl(id, organization, input.url),
        secret_sealed: secret === undefined ? null : sealedSecret(id, organization, secret),
        ...{ created_at: now, created_by: login },
      })
      if (!made) throw taken(input.name)
      await record(tx, { caller, origin }, 'create', id, input)
      return made
    })
    return { ...view(row), ...(madeUp === undefined ? {} : { secret: madeUp }) }
  })

  route(contract.updateChannel, async ({ caller, origin, params, input }) => {
    const { organization, login } = caller
    const { id } = params
    const now = clock.now()
    const { row, madeUp } = await db.transaction().execute(async (tx) => {
      const before = await existing(tx, organization, id)
      const others = await channelsOf(tx, organization)
      if (others.some((one) => one.id !== id && one.name === input.name))
        throw taken(input.name ?? '')
      const isSigned = (input.form ?? before.form) === 'generic'
      const generated =
        isSigned && input.secret === undefined && before.secret_sealed === null
          ? randomBytes(32).toString('base64url')
          : undefined
      const secret = isSigned ? (generated ?? input.secret) : undefined
      const changed = await updateChannel(tx, organization, id, {
        ...columnsOf(input),
        ...(input.url !== undefined && {
          host: hostOf(deps, input.url),
          url_sealed: sealedUrl(id, organization, input.url),
        }),
        ...(secret !== undefined && { secret_sealed: sealedSecret(id, organization, secret) }),
        ...(!isSigned && { secret_sealed: null }),
        ...{ updated_at: now, updated_by: login },
      })
      if (!changed) throw channelNotFound()
      await record(tx, { caller, origin }, 'update', id, input)
      return { row: changed, madeUp: generated }
    })
    return { ...view(row), ...(madeUp === undefined ? {} : { secret: madeUp }) }
  })

  route(contract.deleteChannel, async ({ caller, origin, params }) => {
    await db.transaction().execute(async (tx) => {
      const { id, name } = await existing(tx, caller.organization, params.id)
      await deleteChannel(tx, caller.organization, id)
      await record(tx, { caller, origin }, 'delete', id, { name })
    })
  })

  route(contract.testChannel, async ({ caller, params, signal }) => {
    const row = await existing(db, caller.organization, params.id)
    const id = randomBytes(12).toString('base64url')
    const body = renderTest(chatOptions(deps, row, id))
    const problem = await postToChannel(deps, row, { body, id }, signal)
    return problem === undefined ? { ok: true } : { ok: false, ...shown(problem) }
  })

  route(contract.listChannelDeliveries, async ({ caller, params, input }) => {
    const { id } = await existing(db, caller.organization, params.id)
    const page = parseRange(input.range)
    const { rows, total } = await messagesOf(db, caller.organization, id, page)
    return rowsInMemory(rows.map(deliveryView), total)
  })

  const sealedUrl = (id: string, organization: string, url: string) =>
    secrets.seal(urlContext(id), secretToSeal(deps.config, organization, 'url', url))
  const sealedSecret = (id: string, organization: string, secret: string) => {
    // guard: server/test/mail/channels.test.ts
    if (!isReference(secret) && secret.length < 16)
      throw badRequest('secret must have at least 16 characters')
    return secrets.seal(
      secretContext(id),
      secretToSeal(deps.config, organization, 'secret', secret),
    )
  }

  const record = (
    tx: Db,
    { caller, origin }: { readonly caller: Caller; readonly origin: Origin },
    what: 'create' | 'update' | 'delete',
    id: string,
    { url, secret, ...details }: Partial<NewInput>,
  ) =>
    audit(tx, { login: caller.login, ...origin }, clock.now(), {
      action: `channel.${what}`,
      objectType: 'channel',
      objectId: id,
      organization: caller.organization,
      // Readers see it, and the address is all it takes to write there.
      details: {
        ...details,
        ...(url === undefined ? {} : { url: 'changed' }),
        ...(secret === undefined ? {} : { secret: 'changed' }),
      },
    })
}

async function existing(tx: Db, organization: string, id: string): Promise<ChannelRow> {
  const row = await findChannel(tx, organization, id)
  if (!row) throw channelNotFound()
  return row
}

/** Of a reference its name is said, too: the operator has to know which. */
const shown = (problem: ChatProblem) =>
  isChatWord(problem) ? { problem } : { problem: 'secret reference' as const, detail: problem }

const channelNotFound = () => new AppError('NotFoundError', 'Channel not found')
const taken = (name: string) => badRequest(`A channel named ${name} already exists`)

/** Of a reference its name: the address is asked for when a message is sent. */
function hostOf({ config }: Pick<Deps, 'config'>, text: string): string {
  if (isReference(text)) return text
  const problem = addressProblem(config, text)
  // guard: server/test/mail/channels.test.ts
  if (problem !== undefined) throw badRequest(problem)
  return new URL(text).host
}

const defaults = {
  kinds: JSON.stringify(['newAlert', 'caseShared']),
  min_severity: 3,
  max_tlp: 2,
  language: 'en',
  state: 'on',
} as const

const columnsOf = (input: Partial<NewInput> | ChangeInput): Partial<ChannelRow> => ({
  ...(input.name !== undefined && { name: input.name }),
  ...(input.form !== undefined && { form: input.form }),
  ...(input.kinds && { kinds: JSON.stringify([...new Set(input.kinds)]) }),
  ...(input.minSeverity !== undefined && { min_severity: Math.floor(input.minSeverity) }),
  ...(input.maxTlp !== undefined && { max_tlp: Math.floor(input.maxTlp) }),
  ...(input.language !== undefined && { language: input.language }),
  ...(input.enabled !== undefined && { state: input.enabled ? 'on' : 'off' }),
})

const view = (row: ChannelRow): Channel => ({
  id: row.id,
  name: row.name,
  form: row.form,
  host: row.host,
  kinds: JSON.parse(row.kinds),
  minSeverity: row.min_severity,
  maxTlp: row.max_tlp,
  language: row.language,
  state: row.state,
  createdAt: row.created_at,
  createdBy: row.created_by,
  ...(row.updated_at === null ? {} : { updatedAt: row.updated_at }),
  ...(row.updated_by === null ? {} : { updatedBy: row.updated_by }),
})

const deliveryView = (row: OutboxTable): ChannelDelivery => ({
  id: row.id,
  kind: (JSON.parse(row.body) as { kind: ChannelKind }).kind,
  createdAt: row.created_at,
  status: row.sent_at !== null ? 'Sent' : row.chat_at === null ? 'GivenUp' : 'Waiting',
  attempts: row.attempts,
  ...(row.chat_at === null ? {} : { nextAttemptAt: row.chat_at }),
  ...(row.sent_at === null ? {} : { sentAt: row.sent_at }),
  ...(row.last_error === null ? {} : { lastError: row.last_error }),
})
