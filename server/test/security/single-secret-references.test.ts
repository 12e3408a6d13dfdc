import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { signedText } from '../../src/domain/response/delivery.ts'
import { secretOf } from '../../src/platform/mailboxes/connection.ts'
import { findMailbox } from '../../src/platform/mailboxes/store.ts'
import { oneDatabase, type TestDatabases } from '../databases.ts'
import { here, makeFeeds, serve } from '../engine/threat-feeds.ts'
import { until } from '../platform/mailbox-setup.ts'
import { makePlatformApp } from '../platform/setup.ts'
import type { TestApp } from '../setup.ts'

const ref = (name: string) => `\${file:${name}}`

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'assay-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, put: (name: string, text: string) => writeFileSync(join(folder, name), text) }
}

async function make(open: TestDatabases['open']) {
  const { folder, put } = makeFolder()
  const received: { url: string; signature: unknown; body: string }[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const signature = request.headers['x-assay-signature']
    received.push({ url: request.url ?? '', signature, body })
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const app = await makePlatformApp(open, {
    environment: {
      ASSAY_SECRETS_SOURCES: JSON.stringify([{ type: 'file', folder, organizations: ['alpha'] }]),
      ASSAY_WEBHOOK_PRIVATETARGETS: 'true',
    },
  })
  return { app, put, received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const mailbox = (app: TestApp, secret: string, person: 'orgadmin' | 'stranger' = 'orgadmin') =>
  app.as(person).createMailbox({
    ...{ name: `m ${secret}`, host: '192.0.2.1', user: 'soc@ours.example', enabled: false, secret },
  })

const secretIn = async (app: TestApp, id: string) => {
  const row = await findMailbox(app.deps.db, 'alpha', id)
  if (!row) throw new Error('no mailbox')
  return secretOf(app.deps, row)
}

describe.each(oneDatabase)('$name: a secret of one value', ({ open }) => {
  it('of a mailbox is what the reference stands for now, and a missing one is named', async () => {
    const { app, put } = await make(open)
    const { id } = await mailbox(app, ref('imap'))
    await expect(secretIn(app, id)).rejects.toThrow(
      `Secret reference ${ref('imap')}: no such file on this node`,
    )
    expect(await app.as('orgadmin').testMailbox({ id })).toEqual({
      ...{ ok: false, problem: `Secret reference ${ref('imap')}: no such file on this node` },
    })
    put('imap', 'secret-4711\n')
    expect(await secretIn(app, id)).toBe('secret-4711')
    const row = await findMailbox(app.deps.db, 'alpha', id)
    expect(JSON.stringify([row, await app.as('orgadmin').getMailbox({ id })])).not.toContain('4711')
  })

  it('is refused where no source is open, or where it is no whole reference', async () => {
    const { app, put } = await make(open)
    put('imap', 'secret-4711')
    await expect(mailbox(app, ref('imap'), 'stranger')).rejects.toThrow(
      'is not open to this organization',
    )
    for (const secret of [
      ref('../imap'),
      `x${ref('imap')}`,
      '$' + '{vault:a#b}',
      '\u0001reference:x',
    ])
      await expect(mailbox(app, secret)).rejects.toMatchObject({ status: 400 })
    const channel = { name: 'c', form: 'slack' as const, url: ref('imap') }
    await expect(app.as('stranger').createChannel(channel)).rejects.toThrow('not open')
  })

  it('that was a password before stays one', async () => {
    const { app, put } = await make(open)
    put('imap', 'secret-4711')
    const { id } = await mailbox(app, 'plain-password')
    const old = app.deps.secrets.seal(`mailboxes.secret_sealed:${id}`, ref('imap'))
    await app.deps.db
      .updateTable('mailboxes')
      .set({ secret_sealed: old })
      .where('id', '=', id)
      .execute()
    expect(await secretIn(app, id)).toBe(ref('imap'))
  })

  it('of a channel is its address and its key, checked when a message is sent', async () => {
    const { app, put, received, url } = await make(open)
    const client = app.as('orgadmin')
    const channel = await client.createChannel({
      ...{ name: 'room', form: 'generic', url: ref('room'), secret: ref('key') },
    })
    expect(channel).toMatchObject({ host: ref('room') })
    expect(channel).not.toHaveProperty('secret')
    const { id } = channel
    expect(await client.testChannel({ id })).toEqual({
      ...{ ok: false, problem: 'secret reference' },
      detail: `Secret reference ${ref('room')}: no such file on this node`,
    })
    put('room', `${url}/token-0815\n`)
    put('key', 'a key of sixteen signs')
    expect(await client.testChannel({ id })).toEqual({ ok: true })
    expect(received).toMatchObject([{ url: '/token-0815', signature: expect.any(String) }])
    put('other', 'ftp://user@192.0.2.1/')
    await client.updateChannel({ id }, { url: ref('other') })
    expect(await client.testChannel({ id })).toEqual({ ok: false, problem: 'refused' })
    await expect(client.updateChannel({ id }, { secret: 'too short' })).rejects.toThrow('16')
  })

  it('of a webhook is its address and its key, checked when something is sent', async () => {
    const { app, put, received, url } = await make(open)
    const client = app.as('orgadmin')
    const hook = await client.createWebhook({
      ...{ name: 'siem', url: ref('hook'), secret: ref('key'), objectTypes: ['webhook'] },
    })
    expect(hook).toMatchObject({ url: ref('hook') })
    expect(hook).not.toHaveProperty('secret')
    const { id } = hook
    const last = async () => (await client.listWebhookDeliveries({ id })).rows[0]
    const test = async (outcome: object) => {
      // The newest delivery is the first.
      app.clock.advance(1_000)
      await client.testWebhook({ id })
      await until(async () => expect(await last()).toMatchObject(outcome))
    }
    await test({ lastError: `Secret reference ${ref('hook')}: no such file on this node` })
    put('hook', `${url}/token-0815\n`)
    put('key', 'a key of sixteen signs')
    await test({ status: 'Delivered' })
    const [{ signature, body } = { signature: '', body: '' }] = received
    const [, sentAt = '', mac] = /^t=(\d+),v1=(\w+)$/.exec(String(signature)) ?? []
    expect(mac).toBe(
      createHmac('sha256', 'a key of sixteen signs')
        .update(signedText(body, Number(sentAt) * 1_000))
        .digest('hex'),
    )
    expect(received).toMatchObject([{ url: '/token-0815' }])

    put('other', 'ftp://user@192.0.2.1/')
    await client.updateWebhook({ id }, { url: ref('other') })
    await test({ lastError: expect.stringContaining('is not an http or https URL') })
    await expect(client.updateWebhook({ id }, { secret: 'too short' })).rejects.toThrow('16')
    await expect(
      app.as('stranger').createWebhook({ name: 'siem', url: ref('hook') }),
    ).rejects.toThrow('is not open to this organization')
    // Forms send it again with other changes.
    expect(await client.updateWebhook({ id }, { name: 'other', url: ref('other') })).toMatchObject({
      ...{ name: 'other', url: ref('other') },
    })
  })

  it('of a threat feed is its address and its key, read when it is loaded', async () => {
    const { folder, put } = makeFolder()
    const server = await serve({ '/token-0815/list.txt': 'evil.example.org\n' })
    const app = await makeFeeds(open, {
      ...here,
      ASSAY_SECRETS_SOURCES: JSON.stringify([{ type: 'file', folder, organizations: ['alpha'] }]),
    })
    const client = app.as('orgadmin')
    const feed = { url: ref('feed'), headerName: 'Auth-Key', headerValue: ref('key') }
    expect(await client.saveThreatFeed({ name: 'ours' }, feed)).toMatchObject({ url: ref('feed') })
    const problem = async () => (await app.settled('ours')).problem
    expect(await problem()).toContain(`Secret reference ${ref('feed')}: no such file`)
    const again = async (text: string, key = 'k3y-4711') => {
      put('feed', text)
      put('key', key)
      app.clock.advance(6 * 60_000)
      await client.refreshThreatFeed({ name: 'ours' })
      return app.settled('ours')
    }
    expect((await again('ftp://192.0.2.1/')).problem).toContain('is not an http or https URL')
    const address = `${server.url}/token-0815/list.txt`
    expect((await again(address, 'k\u00e9y')).problem).toContain('is not printable ASCII')
    const loaded = await again(address)
    expect(loaded).toMatchObject({ entries: 1, url: ref('feed') })
    expect(loaded).not.toHaveProperty('problem')
    expect(server.headers.at(-1)).toMatchObject({ 'auth-key': 'k3y-4711' })
    expect(JSON.stringify(loaded)).not.toMatch(/0815|4711/)

    // The key stays for the same reference alone.
    const { headerValue: _, ...kept } = feed
    await client.saveThreatFeed({ name: 'ours' }, { ...kept, refreshMinutes: 90 })
    for (const url of [ref('elsewhere'), 'https://elsewhere.example/'])
      await expect(client.saveThreatFeed({ name: 'ours' }, { ...kept, url })).rejects.toThrow(
        'only used for its original host',
      )
    await expect(app.as('stranger').saveThreatFeed({ name: 'theirs' }, feed)).rejects.toThrow(
      'is not open to this organization',
    )
  })
})
