import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sealStoredUrls, withoutUrl } from '../../src/platform/webhooks/urls.ts'
import { migrate, migrations } from '../../src/storage/schema/migrate.ts'
import { databases, sqlite } from '../databases.ts'
import { listen } from '../forms.ts'
import { patienceMs } from '../patience.ts'
import { makeReceiver } from '../platform/receiver.ts'
import { makePlatformApp } from '../platform/setup.ts'
import { keyOf, type TestApp } from '../setup.ts'

const token = 'T0K3N-in-the-path'
const query = 'sig=Qu3ry-s3cret'
const secretUrl = `https://hooks.example.org/services/${token}?${query}`
const hidden = new RegExp(`${token}|Qu3ry-s3cret`)

/** Everything that the open stream of a reader brings. */
async function readEvents(app: TestApp) {
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const headers = { authorization: `Bearer ${keyOf('rita')}` }
  const url = `http://127.0.0.1:${await listen(app)}/api/events`
  const response = await fetch(url, { headers, signal: controller.signal })
  let heard = ''
  const read = async () => {
    for await (const chunk of response.body ?? []) heard += Buffer.from(chunk).toString()
  }
  void read().catch(() => undefined)
  return {
    heard: () => heard,
    until: (text: string) => vi.waitUntil(() => heard.includes(text), { timeout: patienceMs }),
  }
}

/** All rows of all tables that could hold it. */
async function stored({ deps: { db } }: TestApp): Promise<string> {
  const tables = ['webhooks', 'webhook_deliveries', 'audit'] as const
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows)
}

describe('the address of a webhook', () => {
  const { open } = sqlite

  it('reaches no reader through the stream, and no other webhook', async () => {
    const app = await makePlatformApp(open, {
      environment: { ASSAY_WEBHOOK_PRIVATETARGETS: 'true' },
    })
    const receiver = await makeReceiver()
    const client = app.as('orgadmin')
    await client.createWebhook({ name: 'listening', url: receiver.url })
    const stream = await readEvents(app)

    const { id } = await client.createWebhook({ name: 'secret', url: secretUrl, enabled: false })
    await client.updateWebhook({ id }, { url: `${secretUrl}&again` })
    await client.deleteWebhook({ id })
    await stream.until('"operation":"delete"')
    const messages = await receiver.until(3)

    expect(stream.heard()).toContain(id)
    expect(stream.heard()).not.toMatch(hidden)
    expect(stream.heard()).not.toContain('hooks.example.org')
    expect(JSON.stringify(messages)).not.toMatch(hidden)
  })

  it('is shown to administrators as they wrote it, and changed by them', async () => {
    const app = await makePlatformApp(open)
    const client = app.as('orgadmin')

    const made = await client.createWebhook({ name: 'secret', url: secretUrl })
    const changed = await client.updateWebhook({ id: made.id }, { url: `${secretUrl}&again` })
    const named = await client.updateWebhook({ id: made.id }, { name: 'renamed' })

    expect(made.url).toBe(secretUrl)
    for (const webhook of [changed, named, await client.getWebhook({ id: made.id })])
      expect(webhook.url).toBe(`${secretUrl}&again`)
    expect((await client.listWebhooks({})).rows[0]?.url).toBe(`${secretUrl}&again`)
  })

  it('lies in the database and in the log in no readable form', async () => {
    const app = await makePlatformApp(open)
    const client = app.as('orgadmin')
    const { id } = await client.createWebhook({ name: 'secret', url: secretUrl, enabled: false })
    await client.updateWebhook({ id }, { url: `${secretUrl}&again` })

    expect(await stored(app)).not.toMatch(hidden)
    expect(JSON.stringify(await client.listAudit({}))).not.toMatch(hidden)
    expect(app.logged()).not.toMatch(hidden)
  })

  it('is not disclosed by a failed delivery', async () => {
    const app = await makePlatformApp(open, {
      environment: { ASSAY_WEBHOOK_PRIVATETARGETS: 'true' },
    })
    const client = app.as('orgadmin')
    // Nothing listens there.
    const url = `http://127.0.0.1:9/${token}?${query}`
    const { id } = await client.createWebhook({ name: 'secret', url })
    await client.testWebhook({ id })
    const lastError = async () =>
      (await client.listWebhookDeliveries({ id }, {})).rows[0]?.lastError

    await vi.waitUntil(async () => (await lastError()) !== undefined, { timeout: patienceMs })

    expect(await lastError()).not.toMatch(hidden)
    expect(app.logged()).toContain('webhook delivery failed')
    expect(app.logged()).not.toMatch(hidden)
  })

  it('of another webhook does not open when rows are swapped', async () => {
    const app = await makePlatformApp(open)
    const client = app.as('orgadmin')
    const one = await client.createWebhook({ name: 'one', url: `${secretUrl}&one` })
    const two = await client.createWebhook({ name: 'two', url: `${secretUrl}&two` })
    const { db } = app.deps
    const rows = await db.selectFrom('webhooks').select(['id', 'url_sealed']).execute()
    const ofOne = rows.find(({ id }) => id === one.id)?.url_sealed ?? ''

    await db.updateTable('webhooks').set({ url_sealed: ofOne }).where('id', '=', two.id).execute()

    const response = await app.inject({ as: 'orgadmin', url: `/api/webhook/${two.id}` })
    expect(response.statusCode).toBe(500)
    expect(response.body).not.toMatch(hidden)
  })
})

describe.each(databases)('$name: the address of a webhook', ({ open }) => {
  it('that an earlier version stored is sealed at the next start, wherever it was copied to', async () => {
    const app = await makePlatformApp(open)
    const { db, dialect, secrets } = app.deps
    await makeOldRows(app)
    await sql`delete from schema_migrations where name = '0011-sealed-webhooks'`.execute(db)
    await sql`alter table webhooks drop column url_sealed`.execute(db)
    expect(await stored(app)).toMatch(hidden)

    const pending = await migrate({ patient: db, dialect }, 1, migrations)
    await sealStoredUrls({ db, dialect }, secrets)
    await sealStoredUrls({ db, dialect }, secrets)

    expect(pending).toEqual(['0011-sealed-webhooks'])
    expect(await stored(app)).not.toMatch(hidden)
    const webhook = await app.as('orgadmin').getWebhook({ id: '~1' })
    expect(webhook).toMatchObject({ name: 'old', url: secretUrl })
    const [entry] = (await app.as('orgadmin').listAudit({})).rows
    expect(entry?.details).toEqual({ name: 'old' })
  })
})

/** As version 0.4 left them. */
async function makeOldRows({ deps: { db, secrets, clock } }: TestApp): Promise<void> {
  const at = clock.now()
  const details = { name: 'old', url: secretUrl }
  await db
    .insertInto('webhooks')
    .values({
      id: '~1',
      organization: 'alpha',
      name: 'old',
      url: secretUrl,
      secret_sealed: secrets.seal('webhook:~1', 'a secret of sixteen or more'),
      object_types: '[]',
      enabled: 1,
      created_at: at,
      created_by: 'ada',
    })
    .execute()
  await db
    .insertInto('audit')
    .values({
      at,
      actor: 'ada',
      organization: 'alpha',
      action: 'webhook.create',
      object_type: 'webhook',
      object_id: '~1',
      details: JSON.stringify(details),
      address: '::1',
      request_id: 'r',
    })
    .execute()
  const body = JSON.stringify({ id: 'd', operation: 'create', objectType: 'webhook', details })
  await db
    .insertInto('webhook_deliveries')
    .values({
      id: 'd',
      organization: 'alpha',
      webhook_id: '~1',
      body,
      created_at: at,
      attempts: 1,
      next_attempt_at: null,
    })
    .execute()
}

describe('what went wrong with a webhook', () => {
  it.each([
    ['the whole address', `Invalid URL: ${secretUrl}`, 'Invalid URL: …'],
    ['path and query', `GET /services/${token}?${query} failed`, 'GET … failed'],
    ['the path', `no route for /services/${token}`, 'no route for …'],
    ['the query', `bad query ?${query}`, 'bad query …'],
    [
      'the host only',
      'getaddrinfo ENOTFOUND hooks.example.org',
      'getaddrinfo ENOTFOUND hooks.example.org',
    ],
  ])('is said without the address: %s', (_what, reason, expected) => {
    expect(withoutUrl(reason, secretUrl)).toBe(expected)
  })
})
