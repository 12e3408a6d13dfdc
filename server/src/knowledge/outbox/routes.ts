import { contract, mailedKinds, type NoticeSettings, noticeKinds } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../domain/caller.ts'
import { notFound } from '../../domain/errors.ts'
import { parseRange } from '../../domain/page.ts'
import { rowsInMemory } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import { audit } from '../../identity/audit/store.ts'
import { confirmCode, sendCode } from './confirm.ts'
import { listMessages, tryAgain } from './list.ts'
import { mailTextsOf, saveMailTexts } from './texts.ts'

/** How people are notified, their addresses, and what became of the mails. */
export function outboxRoutes(route: Route, deps: Deps): void {
  const { db, clock } = deps

  route(contract.getNoticeSettings, ({ caller }) => settingsOf(deps, caller))

  route(contract.setNoticeSettings, async ({ caller, origin, input }) => {
    const { login, organization } = caller
    await db.transaction().execute(async (tx) => {
      for (const { kind, page, mail } of input.kinds ?? []) {
        const row = { page: page ? 1 : 0, mail }
        await tx
          .insertInto('notice_settings')
          .values({ login, kind, ...row })
          .onConflict((conflict) => conflict.columns(['login', 'kind']).doUpdateSet(row))
          .execute()
      }
      if (input.language !== undefined)
        await tx
          .updateTable('users')
          .set({ language: input.language })
          .where('login', '=', login)
          .execute()
      await audit(tx, { login, ...origin }, clock.now(), {
        action: 'notice-settings.update',
        objectType: 'user',
        objectId: login,
        organization,
        details: input,
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
    const range = parseRange(input.range)
    const { rows, total } = await listMessages(db, caller.organization, input.status, range)
    return rowsInMemory(rows, total)
  })

  route(contract.retryOutbox, async ({ caller, origin, input }) => {
    const { login, organization } = caller
    const now = clock.now()
    const canMail = deps.config.mail.url !== undefined
    const messages = await db.transaction().execute(async (tx) => {
      const count = await tryAgain(tx, organization, input.ids, { now, canMail })
      await audit(tx, { login, ...origin }, now, {
        action: 'outbox.retry',
        objectType: 'organization',
        objectId: organization,
        organization,
        details: { messages: count },
      })
      return count
    })
    return { messages }
  })

  route(contract.getMailTexts, ({ caller }) => mailTextsOf(db, caller.organization))

  route(contract.setMailTexts, async ({ caller, origin, input }) => {
    const { login, organization } = caller
    const now = clock.now()
    return db.transaction().execute(async (tx) => {
      const texts = await saveMailTexts(tx, organization, input, {
        ...{ updated_at: now, updated_by: login },
      })
      await audit(tx, { login, ...origin }, now, {
        action: 'mail-texts.update',
        objectType: 'organization',
        objectId: organization,
        organization,
        details: input,
      })
      return texts
    })
  })
}

async function settingsOf(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { login }: Pick<Caller, 'login'>,
): Promise<NoticeSettings> {
  const [user, rows] = await Promise.all([
    db
      .selectFrom('users')
      .select(['email', 'email_state', 'email_returned_at', 'language'])
      .where('login', '=', login)
      .executeTakeFirst(),
    db.selectFrom('notice_settings').selectAll().where('login', '=', login).execute(),
  ])
  return {
    ...(user?.email == null ? {} : { email: user.email }),
    ...(user?.email_state == null ? {} : { emailState: user.email_state }),
    ...(user?.email_returned_at == null ? {} : { emailReturnedAt: user.email_returned_at }),
    canMail: config.mail.url !== undefined,
    language: user?.language ?? 'en',
    kinds: noticeKinds.map((kind) => {
      const row = rows.find((one) => one.kind === kind)
      const mail = mailedKinds.includes(kind) ? ('now' as const) : ('off' as const)
      return row ? { kind, page: row.page === 1, mail: row.mail } : { kind, page: true, mail }
    }),
  }
}
