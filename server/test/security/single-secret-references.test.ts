import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { secretOf } from '../../src/platform/mailboxes/connection.ts'
import { findMailbox } from '../../src/platform/mailboxes/store.ts'
import { oneDatabase, type TestDatabases } from '../databases.ts'
import { makePlatformApp } from '../platform/setup.ts'
import type { TestApp } from '../setup.ts'

const ref = (name: string) => `\${file:${name}}`

async function make(open: TestDatabases['open']) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const received: { url: string; signature: unknown }[] = []
  const server = createServer((request, response) => {
    received.push({ url: request.url ?? '', signature: request.headers['x-assay-signature'] })
    request.resume().once('end', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const app = await makePlatformApp(open, {
    environment: {
      ASSAY_SECRETS_SOURCES: JSON.stringify([{ type: 'file', folder, organizations: ['alpha'] }]),
      ASSAY_WEBHOOK_PRIVATETARGETS: 'true',
    },
  })
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
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
})
