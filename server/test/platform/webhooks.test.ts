import { createHmac } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { type Platform, startPlatform } from '../../src/platform/platform.ts'
import { databases, oneDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import type { TestApp } from '../setup.ts'
import { makeReceiver, makeSilentReceiver } from './receiver.ts'
import { makePlatformApp } from './setup.ts'

const open = { environment: { ASSAY_WEBHOOK_PRIVATETARGETS: 'true' } }
/** A busy machine takes its time; nothing here depends on how long. */
const eventually = (look: () => Promise<void>) => vi.waitFor(look, { timeout: patienceMs })

const secret = 'a secret of sixteen or more'

/** Any change will do: another webhook, disabled so it gets nothing itself. */
const change = (app: TestApp, name: string) =>
  app.as('orgadmin').createWebhook({ name, url: 'http://example.org/', enabled: false })

describe.each(databases)('$name: a webhook', ({ open: database }) => {
  it('hears of a change, signed with its secret and the moment', async () => {
    const app = await makePlatformApp(database, open)
    const receiver = await makeReceiver()
    await app.as('orgadmin').createWebhook({ name: 'siem', url: receiver.url, secret })

    const made = await change(app, 'other')
    const messages = await receiver.until(1)

    const message = messages.find(({ body }) => body.includes(made.id))
    const { t, v1 } = signatureOf(message?.headers['x-assay-signature'])
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      operation: 'create',
      objectType: 'webhook',
      objectId: made.id,
      organisation: 'alpha',
      user: 'ada',
    })
    expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${message?.body}`).digest('hex'))
  })

  it('is not blamed for a message that a stop of the server cut off', async () => {
    const stopping = new AbortController()
    let platform: Platform | undefined
    const app = await makePlatformApp(database, {
      ...open,
      startPlatform: async (deps) => {
        platform = await startPlatform({ ...deps, stopping: stopping.signal })
        return platform
      },
    })
    const receiver = await makeSilentReceiver()
    await app.as('orgadmin').createWebhook({ name: 'siem', url: receiver.url })
    await change(app, 'other')
    await receiver.asked

    stopping.abort()
    await platform?.stop()

    const rows = await app.deps.db.selectFrom('webhook_deliveries').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(rows).toMatchObject([
      { attempts: 0, last_error: null, delivered_at: null, next_attempt_at: app.clock.now() },
    ])
  })

  it('is tried again with growing pauses until it takes the message', async () => {
    const app = await makePlatformApp(database, open)
    const receiver = await makeReceiver([500, 302])
    const client = app.as('orgadmin')
    const { id } = await client.createWebhook({ name: 'siem', url: receiver.url })
    await change(app, 'first')
    const delivery = async () => {
      const { rows } = await client.listWebhookDeliveries({ id }, { range: 'all' })
      return rows.at(-1)
    }

    await eventually(async () => expect((await delivery())?.attempts).toBe(1))
    expect(await delivery()).toMatchObject({
      status: 'Waiting',
      lastError: 'HTTP status 500',
      nextAttemptAt: app.clock.now() + 10_000,
    })
    app.clock.advance(10_000)
    await client.testWebhook({ id })
    await eventually(async () => expect((await delivery())?.attempts).toBe(2))
    app.clock.advance(60_000)
    await client.testWebhook({ id })
    await eventually(async () => expect((await delivery())?.status).toBe('Delivered'))
  })

  it('is given up after nine attempts', async () => {
    const app = await makePlatformApp(database, open)
    const receiver = await makeReceiver(Array(50).fill(503))
    const client = app.as('orgadmin')
    const { id } = await client.createWebhook({ name: 'siem', url: receiver.url })
    await client.testWebhook({ id })
    const first = async () =>
      (await client.listWebhookDeliveries({ id }, { range: 'all' })).rows.at(-1)

    for (let attempt = 1; attempt <= 9; attempt++) {
      await eventually(async () => expect((await first())?.attempts).toBe(attempt))
      const { nextAttemptAt = app.clock.now() } = (await first()) ?? {}
      app.clock.advance(nextAttemptAt - app.clock.now())
      if (attempt < 9) await client.testWebhook({ id })
    }

    expect(await first()).toMatchObject({ status: 'GivenUp', attempts: 9 })
  })
})

describe.each(oneDatabase)('$name: a webhook', ({ open: database }) => {
  it('gets only its own kinds of events', async () => {
    const app = await makePlatformApp(database, open)
    const all = await makeReceiver()
    const cases = await makeReceiver()
    const client = app.as('orgadmin')
    await client.createWebhook({ name: 'cases', url: cases.url, objectTypes: ['case'] })
    await client.createWebhook({ name: 'all', url: all.url })

    await change(app, 'other')
    await all.until(1)

    expect(cases.received).toEqual([])
  })

  it('hears nothing of another organization', async () => {
    const app = await makePlatformApp(database, open)
    const own = await makeReceiver()
    const foreign = await makeReceiver()
    await app.as('orgadmin').createWebhook({ name: 'own', url: own.url })
    await app.as('stranger').createWebhook({ name: 'foreign', url: foreign.url })

    await change(app, 'other')
    await own.until(1)

    expect(foreign.received).toEqual([])
  })

  it('does not reach into the server’s network unless the settings allow it', async () => {
    const app = await makePlatformApp(database)
    const receiver = await makeReceiver()
    const client = app.as('orgadmin')
    const urls = [
      receiver.url,
      receiver.url.replace('127.0.0.1', 'localhost'),
      'http://[::ffff:10.0.0.1]/',
    ]

    for (const url of urls) {
      const { id } = await client.createWebhook({ name: 'inside', url })
      await client.testWebhook({ id })
      await eventually(async () => {
        const { rows } = await client.listWebhookDeliveries({ id }, {})
        expect(rows[0]?.lastError).toContain('private address')
      })
    }

    expect(receiver.received).toEqual([])
  })

  it('shows a generated secret once, and never one that was given', async () => {
    const app = await makePlatformApp(database, open)
    const client = app.as('orgadmin')

    const madeUp = await client.createWebhook({ name: 'a', url: 'https://example.org/a' })
    const given = await client.createWebhook({ name: 'b', url: 'https://example.org/b', secret })
    const listed = await client.listWebhooks({})

    expect(madeUp.secret).toMatch(/^.{43}$/)
    expect(JSON.stringify([given, listed, await client.getWebhook({ id: madeUp.id })])).not.toMatch(
      new RegExp(`${secret}|${madeUp.secret}`),
    )
    expect(app.logged()).not.toContain(secret)
  })

  it.each([
    'not an address',
    'ftp://example.org/',
    'https://user:word@example.org/',
    'file:///etc',
  ])('refuses %s as an address', async (url) => {
    const app = await makePlatformApp(database, open)

    const response = await app.inject({
      as: 'orgadmin',
      method: 'POST',
      url: '/api/webhook',
      payload: { name: 'wrong', url },
    })

    expect(response.json()).toMatchObject({ type: 'BadRequest' })
  })

  it('does not exist for another organization', async () => {
    const app = await makePlatformApp(database, open)
    const { id } = await app
      .as('orgadmin')
      .createWebhook({ name: 'a', url: 'https://example.org/' })

    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['POST', '/test'],
    ] as const) {
      const response = await app.inject({
        as: 'stranger',
        method,
        url: `/api/webhook/${encodeURIComponent(id)}${path}`,
        ...(method === 'PATCH' ? { payload: { name: 'mine' } } : {}),
      })
      expect(response.statusCode, `${method} ${path}`).toBe(404)
    }
    expect((await app.as('stranger').listWebhooks({})).rows).toEqual([])
  })
})

function signatureOf(header: string | string[] | undefined) {
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(String(header)) ?? []
  return { t, v1 }
}
