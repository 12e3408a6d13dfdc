import {
  contract,
  mailedKinds,
  type NoticeSettings,
  noticeKinds,
  type OutgoingMessage,
} from '@assay/contract'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../domain/caller.ts'
import { notFound } from '../../domain/errors.ts'
import { type Page, parseRange } from '../../domain/page.ts'
import { rowsInMemory } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import { audit } from '../../identity/audit/store.ts'
import type { Db } from '../../storage/database.ts'
import { countOf } from '../../storage/rows/count-owned.ts'
import { confirmCode, sendCode } from './confirm.ts'
import type { OutboxRow } from './store.ts'

/** How people are notified, their addresses, and what became of the mails. */
export function outboxRoutes(route: Route, deps: Deps): void {
  const { db, clock } = deps

  route(contract.getNoticeSettings, ({ caller }) => settingsOf(deps, caller))

  route(contract.setNoticeSettings, async ({ caller, origin, input }) => {
    const { login, organization } = caller
    await db.transaction().execute(async (tx) => {
      for (const { kind, page, mail } of input.kinds) {
        const row = { page: page ? 1 : 0, mail }
        await tx
          .insertInto('notice_settings')
          .values({ login, kind, ...row })
          .onConflict((conflict) => conflict.columns(['login', 'kind']).doUpdateSet(row))
          .execute()
      }
      await audit(tx, { login, ...origin }, clock.now(), {
        action: 'notice-settings.update',
        objectType: 'user',
        objectId: login,
        organization,
        details: { kinds: input.kinds },
      })
    })
    return settingsOf(deps, caller)
  })

  route(contract.confirmAddress, async ({ caller, origin, params, input }) => {
    // An address is confirmed by its owner alone.
    // guard: server/test/mail/outbox.test.ts
    if (params.login !== caller.login) throw notFound('user', params.login)
    if (input.code === undefined) await sendCode(deps, caller)
    else await confirmCode(deps, caller, origin, input.code)
  })

  route(contract.listOutbox, async ({ caller, input }) => {
    const { rows, total } = await listMessages(db, caller, parseRange(input.range))
    return rowsInMemory(rows.map(messageView), total)
  })
}

async function settingsOf(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { login }: Pick<Caller, 'login'>,
): Promise<NoticeSettings> {
  const [user, rows] = await Promise.all([
    db
      .selectFrom('users')
      .select(['email', 'email_state'])
      .where('login', '=', login)
      .executeTakeFirst(),
    db.selectFrom('notice_settings').selectAll().where('login', '=', login).execute(),
  ])
  return {
    ...(user?.email == null ? {} : { email: user.email }),
    ...(user?.email_state == null ? {} : { emailState: user.email_state }),
    canMail: config.mail.url !== undefined,
    kinds: noticeKinds.map((kind) => {
      const row = rows.find((one) => one.kind === kind)
      const mail = mailedKinds.includes(kind) ? ('now' as const) : ('off' as const)
      return row ? { kind, page: row.page === 1, mail: row.mail } : { kind, page: true, mail }
    }),
  }
}

async function listMessages(
  db: Db,
  { organization }: Pick<Caller, 'organization'>,
  { offset, limit }: Page,
): Promise<{ rows: OutboxRow[]; total: number }> {
  const found = db
    .selectFrom('outbox')
    .where('organization', '=', organization)
    .where('channel', '=', 'mail')
  const rows = await found
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(offset)
    .limit(Math.min(limit, 200))
    .execute()
  return { rows, total: await countOf(found) }
}

const messageView = (row: OutboxRow): OutgoingMessage => ({
  id: row.id,
  to: row.target,
  kind: (JSON.parse(row.body) as Pick<OutgoingMessage, 'kind'>).kind,
  createdAt: row.created_at,
  status: row.sent_at !== null ? 'Sent' : row.next_attempt_at === null ? 'GivenUp' : 'Waiting',
  attempts: row.attempts,
  ...(row.next_attempt_at === null ? {} : { nextAttemptAt: row.next_attempt_at }),
  ...(row.sent_at === null ? {} : { sentAt: row.sent_at }),
  ...(row.last_error === null ? {} : { lastError: row.last_error }),
})
