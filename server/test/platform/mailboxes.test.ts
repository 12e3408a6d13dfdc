import { describe, expect, it } from 'vitest'
import { withoutOpenssl } from '../certificates.ts'
import { databases, oneDatabase } from '../databases.ts'
import { startImap } from './imap-stub.ts'
import { forward, phish } from './mail-texts.ts'
import {
  addMailbox,
  lookAgain,
  makeMailboxApp,
  messagesOf,
  settled,
  until,
} from './mailbox-setup.ts'
import { alertsOf, upload } from './mails.ts'
import { makePlatformApp } from './setup.ts'

const hasTools = withoutOpenssl === ''

describe.each(databases)(`$name: a mailbox${withoutOpenssl}`, ({ open }) => {
  it.runIf(hasTools)('is emptied: each mail becomes an alert and is moved', async () => {
    const app = await makeMailboxApp(open)
    const imap = await startImap()
    imap.add(phish())
    imap.add(forward([phish({ to: 'b@ours.example', id: '2' })]))
    imap.add(phish({ subject: 'Another' }))

    const { id } = await addMailbox(app, imap, {
      alert: { severity: 3, tlp: 1, tags: ['phishing'] },
    })
    await settled(app, id, 3)

    expect(imap.inFolder('INBOX')).toEqual([])
    expect(imap.inFolder('Assay-Done')).toHaveLength(3)
    const alerts = await alertsOf(app)
    expect(alerts.map(({ title }) => title).sort()).toEqual(['Another', 'Your account'])
    expect(alerts[0]).toMatchObject({ type: 'mail', source: 'phishing', severity: 3, tlp: 1 })
    const mails = await messagesOf(app, id)
    expect(mails.map(({ state }) => state).sort()).toEqual(['done', 'done', 'duplicate'])
    await until(async () =>
      expect(await app.as('orgadmin').getMailbox({ id })).toMatchObject({
        state: 'on',
        waiting: 0,
      }),
    )
    expect(imap.commands.filter((one) => /FETCH/.test(one) && /BODY\[/.test(one))).toEqual([])
  })

  it.runIf(hasTools)('reads a mail once, however often it comes', async () => {
    const app = await makeMailboxApp(open)
    const imap = await startImap()
    // The connection ends after the mail was kept and before it is moved.
    let cuts = 3
    imap.cut = (command) => /^UID MOVE/i.test(command) && cuts-- > 0
    imap.add(phish())
    const { id } = await addMailbox(app, imap)
    await until(async () => {
      await lookAgain(app, id)
      expect(imap.inFolder('Assay-Done')).toHaveLength(1)
    })
    await settled(app, id, 1)
    // The server numbers its mails again.
    imap.uidValidity = 8
    imap.add(phish())
    await until(async () => {
      await lookAgain(app, id)
      expect(imap.inFolder('Assay-Done')).toHaveLength(2)
    })
    expect(await messagesOf(app, id)).toMatchObject([{ state: 'done' }])
    expect(await alertsOf(app)).toHaveLength(1)
  })

  it.runIf(hasTools)('is read again at once when that was asked for during a look', async () => {
    const app = await makeMailboxApp(open)
    const imap = await startImap()
    imap.add(phish())
    const asked: Promise<unknown>[] = []
    const again = async () => {
      const [{ id } = { id: '' }] = (await app.as('orgadmin').listMailboxes()).rows
      await lookAgain(app, id)
    }
    imap.cut = (command) => {
      if (asked.length === 0 && /^UID FETCH/i.test(command)) {
        // The look has already asked which mails there are.
        imap.add(phish({ id: '2', subject: 'Another' }))
        asked.push(again())
      }
      return false
    }
    const { id } = await addMailbox(app, imap)
    await settled(app, id, 2)
    await Promise.all(asked)
    expect(imap.inFolder('Assay-Done')).toHaveLength(2)
  })
})

describe.each(oneDatabase)(`a mailbox${withoutOpenssl}`, ({ open }) => {
  it.runIf(hasTools)('that cannot move mails has them marked and reads each once', async () => {
    const app = await makeMailboxApp(open)
    const imap = await startImap({ canMove: false })
    imap.add(phish())
    const { id } = await addMailbox(app, imap)
    await settled(app, id, 1)
    imap.add(phish({ subject: 'Next' }))
    await until(async () => {
      await lookAgain(app, id)
      expect(await messagesOf(app, id)).toHaveLength(2)
    })
    const [first] = imap.folders.get('INBOX')?.values() ?? []
    expect([...(first?.flags ?? [])].sort()).toEqual(['$AssayDone', '\\Seen'])
    const read = imap.commands.filter((command) => /BODY\.PEEK/.test(command))
    expect(new Set(read).size).toBe(read.length)
  })

  it.runIf(hasTools)('takes so many mails an hour, and says how many wait', async () => {
    const app = await makeMailboxApp(open)
    const imap = await startImap()
    for (let at = 0; at < 5; at += 1) imap.add(phish({ subject: `Mail ${at}` }))
    const { id } = await addMailbox(app, imap, { perHour: 2 })
    await settled(app, id, 2)
    await until(async () =>
      expect(await app.as('orgadmin').getMailbox({ id })).toMatchObject({ waiting: 3 }),
    )
    await lookAgain(app, id)
    expect(imap.inFolder('INBOX')).toHaveLength(3)
    app.clock.advance(3_600_001)
    await lookAgain(app, id)
    await settled(app, id, 4)
  })

  it.runIf(hasTools)('leaves a mail that is too large unread, in another folder', async () => {
    const app = await makeMailboxApp(open)
    const imap = await startImap({ size: 25 * 1024 * 1024 + 1 })
    imap.add(phish())
    const { id } = await addMailbox(app, imap)
    await until(() => expect(imap.inFolder('Assay-Failed')).toHaveLength(1))
    expect(await messagesOf(app, id)).toMatchObject([
      { state: 'refused', reason: expect.stringContaining('Larger than 25 MiB') },
    ])
    expect(imap.commands.join()).not.toContain('BODY.PEEK')
  })

  it.runIf(hasTools)('takes mail of senders that its lists let in', async () => {
    const app = await makeMailboxApp(open)
    const imap = await startImap()
    imap.add(forward([phish()], { from: 'a@ours.example' }))
    imap.add(forward([phish()], { from: 'b@elsewhere.example', id: 'f2' }))
    imap.add(forward([phish()], { from: 'c@ours.example', id: 'f3' }))
    const { id } = await addMailbox(app, imap, {
      allow: ['ours.example'],
      deny: ['c@ours.example'],
    })
    await settled(app, id, 3)
    const mails = await messagesOf(app, id)
    expect(Object.fromEntries(mails.map(({ reporter, reason }) => [reporter, reason]))).toEqual({
      'a@ours.example': undefined,
      'b@elsewhere.example': 'Sender is not on the allow list',
      'c@ours.example': 'Sender is on the deny list',
    })
  })

  it.runIf(hasTools)('joins the alert of a mail that a user uploaded', async () => {
    const app = await makeMailboxApp(open)
    await upload(app, phish())
    const imap = await startImap()
    imap.add(phish({ to: 'b@ours.example' }))
    const { id } = await addMailbox(app, imap)
    await settled(app, id, 1)
    expect(await messagesOf(app, id)).toMatchObject([{ state: 'duplicate' }])
    expect(await alertsOf(app)).toHaveLength(1)
  })

  it.runIf(hasTools)('is broken after five failures, and says why until it works', async () => {
    const app = await makeMailboxApp(open)
    const imap = await startImap({ password: 'another' })
    const { id } = await addMailbox(app, imap)
    const now = () => app.as('orgadmin').getMailbox({ id })
    await until(async () => {
      await lookAgain(app, id)
      expect(await now()).toMatchObject({ state: 'broken', reason: 'sign-in refused' })
    })
    expect((await app.as('orgadmin').listNotices({})).rows).toMatchObject([
      { kind: 'mailboxTrouble', objectId: id, parameters: { name: 'phishing' } },
    ])
    await app.as('orgadmin').updateMailbox({ id }, { secret: 'another' })
    await until(async () => expect(await now()).toMatchObject({ state: 'on', failures: 0 }))
    expect(await now()).not.toHaveProperty('reason')
    const { rows: trail } = await app.as('orgadmin').listAudit({ range: 'all' })
    const changes = trail.filter(
      ({ objectType, actor }) => objectType === 'mailbox' && actor === '(mail)',
    )
    expect(changes).toContainEqual(
      expect.objectContaining({ details: expect.objectContaining({ state: 'broken' }) }),
    )
    expect(JSON.stringify(trail)).not.toContain('another')
  })

  it.runIf(hasTools)('is tested without touching a mail', async () => {
    const app = await makeMailboxApp(open)
    const imap = await startImap()
    imap.add(phish())
    const { id } = await addMailbox(app, imap, { enabled: false })
    expect(await app.as('orgadmin').testMailbox({ id })).toEqual({ ok: true, waiting: 1 })
    await app.as('orgadmin').updateMailbox({ id }, { folder: 'Elsewhere' })
    expect(await app.as('orgadmin').testMailbox({ id })).toEqual({
      ok: false,
      problem: 'folder Elsewhere not found',
    })
    await app.as('orgadmin').updateMailbox({ id }, { folder: 'INBOX', secret: 'wrong' })
    expect(await app.as('orgadmin').testMailbox({ id })).toMatchObject({
      problem: 'sign-in refused',
    })
    expect(imap.inFolder('INBOX')).toHaveLength(1)
  })

  it.runIf(hasTools)('is read over STARTTLS, never in clear', async () => {
    const app = await makeMailboxApp(open)
    const imap = await startImap({ starttls: true })
    imap.add(phish())
    const { id } = await addMailbox(app, imap, { security: 'starttls' })
    await settled(app, id, 1)
    const at = (word: string) => imap.commands.findIndex((command) => command.startsWith(word))
    expect(at('STARTTLS')).toBeLessThan(Math.max(at('LOGIN'), at('AUTHENTICATE')))
  })

  it.runIf(hasTools)('is not read where its certificate is unknown', async () => {
    const app = await makeMailboxApp(open)
    const imap = await startImap({ isTrusted: false })
    const { id } = await addMailbox(app, imap, { enabled: false })
    expect(await app.as('orgadmin').testMailbox({ id })).toEqual({
      ok: false,
      problem: 'certificate',
    })
    expect(imap.commands).toEqual([])
  })

  it.runIf(hasTools)(
    'that is deleted leaves its alerts, and takes what waits with it',
    async () => {
      const app = await makeMailboxApp(open)
      const imap = await startImap()
      imap.add(phish())
      const { id } = await addMailbox(app, imap)
      await settled(app, id, 1)
      await app.as('orgadmin').deleteMailbox({ id })
      expect(await alertsOf(app)).toHaveLength(1)
      await expect(messagesOf(app, id)).rejects.toThrow('Mailbox not found')
    },
  )
})

describe.each(oneDatabase)('a mailbox, without mail.privateTargets', ({ open }) => {
  const mailbox = { name: 'm', host: '127.0.0.1', user: 'u', secret: 'a secret word' }

  it.each(['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '10.0.0.1'])(
    'is not connected to at %s',
    async (host) => {
      const app = await makePlatformApp(open)
      const { id } = await app.as('orgadmin').createMailbox({ ...mailbox, host, enabled: false })
      expect(await app.as('orgadmin').testMailbox({ id })).toEqual({
        ok: false,
        problem: 'unreachable',
      })
    },
  )

  it.each([
    [{ port: 25 }, 'port must be 993 (TLS) or 143 (STARTTLS)'],
    [{ host: 'imap.example/x' }, 'host must be a name or an address'],
    [{ host: 'imap.example:993' }, 'host must be a name or an address'],
    [{ auth: 'microsoft' }, 'Microsoft 365 requires tenant'],
    [{ auth: 'microsoft', tenant: '../x', clientId: 'a' }, 'Microsoft 365 requires tenant'],
    [{ doneFolder: 'INBOX' }, 'doneFolder and failedFolder must differ'],
    [{ allow: ['*'] }, 'allow: * is neither an email address nor a domain'],
  ] as const)('is refused with %j', async (change, message) => {
    const app = await makePlatformApp(open)
    const call = app.as('orgadmin').createMailbox({ ...mailbox, ...change } as typeof mailbox)
    await expect(call).rejects.toThrow(message)
  })

  it('shows its secret to no one, and there are at most ten', async () => {
    const app = await makePlatformApp(open)
    for (let at = 0; at < 10; at += 1)
      await app.as('orgadmin').createMailbox({ ...mailbox, name: `m${at}`, enabled: false })
    const { rows: all } = await app.as('orgadmin').listMailboxes({})
    expect(all).toHaveLength(10)
    expect(JSON.stringify(all)).not.toContain('a secret word')
    expect(app.logged()).not.toContain('a secret word')
    await expect(app.as('orgadmin').createMailbox({ ...mailbox, name: 'm11' })).rejects.toThrow(
      'Limit of 10 mailboxes reached',
    )
    await expect(
      app.as('orgadmin').updateMailbox({ id: all[0]?.id ?? '' }, { name: 'm1' }),
    ).rejects.toThrow('A mailbox named m1 already exists')
  })

  it('whose secret one does not know cannot be led to another server', async () => {
    const app = await makePlatformApp(open)
    const client = app.as('orgadmin')
    const { id } = await client.createMailbox({ ...mailbox, enabled: false })
    for (const change of [
      { host: 'imap.thief.example' },
      { port: 143 },
      { auth: 'microsoft', tenant: 'a.example', clientId: 'a' },
    ] as const)
      await expect(client.updateMailbox({ id }, change)).rejects.toThrow(
        'secret must be entered again when host, port or auth change',
      )
    await client.updateMailbox({ id }, { host: mailbox.host, name: 'n' })
    await client.updateMailbox({ id }, { host: 'imap.other.example', secret: 'another' })
    expect(await client.getMailbox({ id })).toMatchObject({ host: 'imap.other.example' })
  })

  it('of another organization is not there', async () => {
    const app = await makePlatformApp(open)
    const { id } = await app.as('orgadmin').createMailbox({ ...mailbox, enabled: false })
    const other = app.as('stranger')
    expect((await other.listMailboxes({})).rows).toEqual([])
    for (const call of [
      () => other.getMailbox({ id }),
      () => other.updateMailbox({ id }, { name: 'x' }),
      () => other.deleteMailbox({ id }),
      () => other.testMailbox({ id }),
      () => other.listMailboxMessages({ id }),
      () => other.retryMailbox({ id }),
    ])
      await expect(call()).rejects.toThrow('Mailbox not found')
  })
})
