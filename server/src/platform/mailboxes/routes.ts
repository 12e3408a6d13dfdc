import { contract, type Input, type Mailbox, maxMailboxes } from '@assay/contract'
import { canonicalHost } from '@assay/contract/detect'
import { AppError, badRequest } from '../../domain/errors.ts'
import { readReplyDomains } from '../../domain/mail/reply.ts'
import { readSenderEntries } from '../../domain/mail/sender-rules.ts'
import { parseRange } from '../../domain/page.ts'
import { mapRows, rowsInMemory } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import { secretToSeal } from '../../identity/secret-references/single.ts'
import { actorOf, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { withoutNulls } from '../render/parts.ts'
import { connect, MailboxProblem, mailPorts, secretOf } from './connection.ts'
import { openFolder, uidsAfter } from './fetch.ts'
import { isTenant } from './microsoft.ts'
import {
  deleteMailbox,
  findMailbox,
  insertMailbox,
  type MailboxRow,
  mailboxesOf,
  messagesOf,
  messageView,
  retryFailed,
  secretContext,
  updateMailbox,
} from './store.ts'

type NewInput = Input<typeof contract.createMailbox>
type ChangeInput = Input<typeof contract.updateMailbox>

export function mailboxRoutes(route: Route, deps: PlatformDeps, wake: () => void): void {
  const { clock, db, secrets } = deps

  route(contract.listMailboxes, async ({ caller }) =>
    rowsInMemory((await mailboxesOf(db, caller.organization)).map(view)),
  )

  route(contract.getMailbox, async ({ caller, params }) =>
    view(await existing(caller.organization, params.id)),
  )

  route(contract.createMailbox, async ({ caller, origin, input }) => {
    const row = await write(deps, actorOf({ caller, origin }), async (w) => {
      if ((await mailboxesOf(w.tx, w.organization)).length >= maxMailboxes)
        throw badRequest(`Limit of ${maxMailboxes} mailboxes reached. Delete one first`)
      const id = w.newId()
      const made = await insertMailbox(w.tx, {
        ...defaults,
        ...columnsOf(input),
        id,
        organization: w.organization,
        name: input.name,
        host: input.host,
        username: input.user,
        port: input.port ?? (input.security === 'starttls' ? 143 : 993),
        secret_sealed: sealed(id, w.organization, input.secret),
        next_at: input.enabled === false ? null : w.now,
        created_at: w.now,
        created_by: caller.login,
      })
      if (!made) throw taken(input.name)
      check(made)
      w.record({
        operation: 'create',
        objectType: 'mailbox',
        objectId: id,
        details: recorded(input),
      })
      return made
    })
    wake()
    return view(row)
  })

  route(contract.updateMailbox, async ({ caller, origin, params, input }) => {
    const { secret, enabled } = input
    const row = await write(deps, actorOf({ caller, origin }), async (w) => {
      const before = await existing(w.organization, params.id, w.tx)
      const others = await mailboxesOf(w.tx, w.organization)
      if (others.some(({ id, name }) => id !== before.id && name === input.name))
        throw taken(input.name ?? '')
      // An administrator who does not know it could send it to a server of theirs.
      // guard: server/test/platform/mailboxes.test.ts
      if (secret === undefined && leadsElsewhere(before, columnsOf(input)))
        throw badRequest('secret must be entered again when host, port or auth change')
      const isOn = enabled ?? (before.state === 'on' || before.state === 'broken')
      const changed = await updateMailbox(w.tx, w.organization, before.id, {
        ...columnsOf(input),
        ...(secret !== undefined && {
          secret_sealed: sealed(before.id, w.organization, secret),
        }),
        // Its administrator expects it to be looked at now; a look that is under way counts no more.
        ...(isOn
          ? { state: 'on', next_at: w.now }
          : { state: enabled === false ? 'off' : before.state, next_at: null }),
        ...((isOn || enabled === false) && { failures: 0, reason: null }),
        ...{ locked_by: null, locked_until: null, updated_at: w.now, updated_by: caller.login },
      })
      if (!changed) throw mailboxNotFound()
      check(changed)
      w.record({
        operation: 'update',
        objectType: 'mailbox',
        objectId: before.id,
        details: recorded(input),
      })
      return changed
    })
    wake()
    return view(row)
  })

  route(contract.deleteMailbox, async ({ caller, origin, params }) => {
    await write(deps, actorOf({ caller, origin }), async (w) => {
      const { id, name } = await existing(w.organization, params.id, w.tx)
      w.release(await deleteMailbox(w.tx, w.organization, id))
      w.record({ operation: 'delete', objectType: 'mailbox', objectId: id, details: { name } })
    })
  })

  route(contract.testMailbox, async ({ caller, params, signal }) => {
    const row = await existing(caller.organization, params.id)
    try {
      const client = await connect(row, {
        secret: await secretOf(deps, row),
        mayReachPrivate: deps.config.mail.privateTargets,
        signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
      })
      try {
        await openFolder(client, row.folder)
        return { ok: true, waiting: (await uidsAfter(client, 0)).length }
      } finally {
        client.close()
      }
    } catch (error) {
      const problem = error instanceof MailboxProblem ? error.message : 'no answer'
      return { ok: false, problem }
    }
  })

  route(contract.listMailboxMessages, async ({ caller, params, input }) => {
    const { id } = await existing(caller.organization, params.id)
    const range = parseRange(input.range)
    return mapRows(await messagesOf(db, caller.organization, id, range), messageView)
  })

  route(contract.retryMailbox, async ({ caller, origin, params }) => {
    const messages = await write(deps, actorOf({ caller, origin }), async (w) => {
      const { id, state } = await existing(w.organization, params.id, w.tx)
      if (state === 'on' || state === 'broken')
        await updateMailbox(w.tx, w.organization, id, { next_at: clock.now() })
      const count = await retryFailed(w.tx, w.organization, id, clock.now())
      w.record({
        operation: 'update',
        objectType: 'mailbox',
        objectId: id,
        details: { retried: count },
      })
      return count
    })
    wake()
    return { messages }
  })

  function sealed(id: string, organization: string, secret: string): string {
    const text = secretToSeal(deps.config, organization, 'secret', secret)
    return secrets.seal(secretContext(id), text)
  }

  /** What no schema can say. */
  function check(row: MailboxRow): void {
    // guard: server/test/mail/replies.test.ts
    if (row.reply === 'closed' && (row.trusted_server === null || row.reply_domains === '[]'))
      throw badRequest('reply: closed requires trustedServer and replyDomains')
    // guard: server/test/platform/mailboxes.test.ts
    if (!deps.config.mail.privateTargets && !mailPorts.includes(row.port))
      throw badRequest('port must be 993 (TLS) or 143 (STARTTLS)')
    // guard: server/test/platform/mailboxes.test.ts
    if (canonicalHost(row.host) === undefined)
      throw badRequest('host must be a name or an address, without a scheme or a port')
    // guard: server/test/platform/mailboxes.test.ts
    if (row.auth === 'microsoft' && (!isTenant(row.tenant ?? '') || !row.client_id))
      throw badRequest('Microsoft 365 requires tenant (ID or domain) and clientId')
    // guard: server/test/platform/mailboxes.test.ts
    if (row.folder === row.done_folder || row.folder === row.failed_folder)
      throw badRequest('doneFolder and failedFolder must differ from folder')
  }

  async function existing(organization: string, id: string, tx = db): Promise<MailboxRow> {
    const row = await findMailbox(tx, organization, id)
    if (!row) throw mailboxNotFound()
    return row
  }
}

/** Where the secret is sent, or as what. */
const leadsElsewhere = (before: MailboxRow, change: Partial<MailboxRow>): boolean =>
  (['host', 'port', 'auth'] as const).some(
    (name) => change[name] !== undefined && change[name] !== before[name],
  )

const mailboxNotFound = () => new AppError('NotFoundError', 'Mailbox not found')
const taken = (name: string) => badRequest(`A mailbox named ${name} already exists`)

const defaults = {
  security: 'tls',
  auth: 'password',
  tenant: null,
  client_id: null,
  folder: 'INBOX',
  done_folder: 'Assay-Done',
  failed_folder: 'Assay-Failed',
  take: 'attached',
  per_hour: 200,
  state: 'on',
  failures: 0,
  allow: '[]',
  deny: '[]',
  alert: '{}',
  reply: 'off',
  reply_language: 'en',
  reply_domains: '[]',
  trusted_server: null,
} as const

const columnsOf = (input: Partial<NewInput> | ChangeInput): Partial<MailboxRow> => ({
  ...given('name', input.name),
  ...given('host', input.host),
  ...given('username', input.user),
  ...given('port', input.port),
  ...given('security', input.security),
  ...given('auth', input.auth),
  ...given('tenant', input.tenant),
  ...given('client_id', input.clientId),
  ...given('folder', input.folder),
  ...given('done_folder', input.doneFolder),
  ...given('failed_folder', input.failedFolder),
  ...given('take', input.take),
  ...given('per_hour', input.perHour),
  ...(input.allow && { allow: JSON.stringify(readSenderEntries(input.allow, 'allow')) }),
  ...(input.deny && { deny: JSON.stringify(readSenderEntries(input.deny, 'deny')) }),
  ...(input.alert && { alert: JSON.stringify(input.alert) }),
  ...given('reply', input.reply),
  ...given('reply_language', input.replyLanguage),
  ...(input.replyDomains && {
    reply_domains: JSON.stringify(readReplyDomains(input.replyDomains)),
  }),
  ...(input.trustedServer !== undefined && {
    trusted_server: input.trustedServer?.trim().toLowerCase() || null,
  }),
  ...(input.enabled === false && { state: 'off' as const }),
})

const given = <K extends string, T>(name: K, value: T | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [P in K]?: T }

/** Readers see it: neither the secret nor what lists say about people. */
const recorded = ({ secret, allow, deny, ...input }: Partial<NewInput> | ChangeInput) => ({
  ...input,
  ...(secret === undefined ? {} : { secret: 'changed' }),
  ...(allow === undefined ? {} : { allow: allow.length }),
  ...(deny === undefined ? {} : { deny: deny.length }),
})

const view = (row: MailboxRow): Mailbox => ({
  id: row.id,
  name: row.name,
  host: row.host,
  port: row.port,
  security: row.security,
  auth: row.auth,
  user: row.username,
  folder: row.folder,
  doneFolder: row.done_folder,
  failedFolder: row.failed_folder,
  take: row.take,
  allow: JSON.parse(row.allow),
  deny: JSON.parse(row.deny),
  alert: JSON.parse(row.alert),
  reply: row.reply,
  replyLanguage: row.reply_language,
  replyDomains: JSON.parse(row.reply_domains),
  perHour: row.per_hour,
  state: row.state,
  failures: row.failures,
  createdAt: row.created_at,
  createdBy: row.created_by,
  ...withoutNulls({
    tenant: row.tenant,
    clientId: row.client_id,
    trustedServer: row.trusted_server,
    reason: row.reason,
    waiting: row.waiting,
    checkedAt: row.checked_at,
    nextAt: row.next_at,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  }),
})
