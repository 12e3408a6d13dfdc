import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import type { TestApp } from '../setup.ts'
import { endedAction } from './connector.ts'
import { makeReceiver } from './receiver.ts'
import { makePlatformApp } from './setup.ts'
import { stubJob } from './stub-engine.ts'
import { report, withStub } from './stubbed.ts'

/** The table accepts no end of a job and no delivery any more, as with a full disk or a bug. */
const refusals = {
  actions: `new.status = 'Success'`,
  webhook_deliveries: 'new.delivered_at is not null',
} as const

async function refuseUpdates({ deps: { db, dialect } }: TestApp, table: keyof typeof refusals) {
  const [name, when] = [sql.table(table), sql.raw(refusals[table])]
  const isSqlite = dialect.name === 'sqlite'
  const allow = async () => {
    await (isSqlite
      ? sql`drop trigger if exists refusing`.execute(db)
      : sql`drop trigger if exists refusing on ${name}`.execute(db))
  }
  // PostgreSQL databases are lent to the next test.
  onTestFinished(allow)
  if (isSqlite)
    await sql`create trigger refusing before update on ${name} when ${when}
      begin select raise(abort, 'secret_table: CONSTRAINT failed'); end`.execute(db)
  else {
    await sql`create or replace function refuse() returns trigger language plpgsql as
      'begin raise exception ''secret_table: CONSTRAINT failed''; end'`.execute(db)
    await sql`create trigger refusing before update on ${name} for each row
      when (${when}) execute function refuse()`.execute(db)
  }
  return allow
}

const until = (look: () => unknown) => vi.waitFor(look, { timeout: patienceMs, interval: 50 })

describe.each(databases)('$name: an answer that we cannot store', ({ open }) => {
  it('is not the engine’s fault: it is not shown, logged in full and stored later', async () => {
    const { stub, app, act, stored } = await withStub(open)
    await act()
    const allow = await refuseUpdates(app, 'actions')
    const body = stubJob({ status: 'Success', report: { success: true, full: { message: 'ok' } } })
    stub.on(report, () => ({ body }))
    const isLogged = (count: number) =>
      until(() => {
        app.clock.advance(1_000)
        expect(app.logged().split('CONSTRAINT failed').length).toBeGreaterThan(count)
      })
    await isLogged(1)
    // As if the engine had been unavailable for a day: one more failure of its own would give it
    // up.
    await app.deps.db.updateTable('actions').set({ poll_failures: 10_000 }).execute()
    await isLogged(4)
    const [open1] = await stored()
    expect(open1).toMatchObject({ status: 'Waiting', report: '{}', poll_failures: 10_000 })
    expect(open1?.next_poll_at).not.toBeNull()
    expect(app.logged()).toMatch(new RegExp(`"job":"j1".*"row":"${open1?.id}".*secret_table`))

    await allow()
    const ended = await endedAction(app, open1?.id ?? '')
    expect(ended.status).toBe('Success')
    expect(ended.report).not.toContain('secret_table')
  })

  it('about a webhook delivery is not blamed on the receiver, which got it', async () => {
    const app = await makePlatformApp(open, {
      environment: { ASSAY_WEBHOOK_PRIVATETARGETS: 'true' },
    })
    const receiver = await makeReceiver()
    const allow = await refuseUpdates(app, 'webhook_deliveries')
    const client = app.as('orgadmin')
    const { id } = await client.createWebhook({ name: 'siem', url: receiver.url })
    await client.testWebhook({ id })
    await receiver.until(1)
    await until(() => expect(app.logged()).toContain('failed to record a webhook delivery'))

    const deliveries = async () => (await client.listWebhookDeliveries({ id }, {})).rows
    expect(await deliveries()).toMatchObject([{ status: 'Waiting', attempts: 0 }])
    expect((await deliveries())[0]).not.toHaveProperty('lastError')
    await allow()
    await until(async () => {
      app.clock.advance(60_000)
      expect(await deliveries()).toMatchObject([{ status: 'Delivered' }])
    })
  })
})

describe.each(oneDatabase)('$name: an answer that we cannot store', ({ open }) => {
  it('reports what matters about an unavailable receiver, and not where its name leads', async () => {
    const app = await makePlatformApp(open, {
      environment: { ASSAY_WEBHOOK_PRIVATETARGETS: 'true' },
    })
    const client = app.as('orgadmin')
    const { id } = await client.createWebhook({ name: 'siem', url: 'http://localhost:1/' })
    await client.testWebhook({ id })

    await until(async () =>
      expect((await client.listWebhookDeliveries({ id }, {})).rows).toMatchObject([
        { attempts: 1, lastError: 'unreachable (ECONNREFUSED)' },
      ]),
    )
  })
})
