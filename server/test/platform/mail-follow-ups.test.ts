import { describe, expect, it } from 'vitest'
import { mailReference } from '../../src/domain/mail-references.ts'
import { withoutOpenssl } from '../certificates.ts'
import { oneDatabase } from '../databases.ts'
import type { TestApp } from '../setup.ts'
import { startImap } from './imap-stub.ts'
import { forward, phish } from './mail-texts.ts'
import { addMailbox, deliver, makeMailboxApp, messagesOf, settled } from './mailbox-setup.ts'
import { alertsOf } from './mails.ts'

const hasTools = withoutOpenssl === ''
const reporter = 'colleague@ours.example'

const answer = (
  reference: string,
  {
    from = reporter,
    more = [] as string[],
    text = 'It asks for my password. @ada\n\nOn Monday SOC wrote:\n> old',
  } = {},
) =>
  [
    `From: ${from}`,
    'To: soc@ours.example',
    `Message-ID: <${Math.abs(text.length)}-${from}@ours.example>`,
    `References: <first@ours.example> ${reference}`,
    'Subject: Re: your report',
    ...more,
    '',
    text,
  ].join('\r\n')

async function withAlert(open: Parameters<typeof makeMailboxApp>[0]) {
  const app = await makeMailboxApp(open)
  const imap = await startImap()
  imap.add(forward([phish()], { from: reporter }))
  const { id } = await addMailbox(app, imap)
  await settled(app, id, 1)
  const [alert] = await alertsOf(app)
  const send = async (raw: string) => {
    await deliver(app, imap, id, raw)
    return (await messagesOf(app, id)).find(({ subject }) => subject !== 'Your account')
  }
  return { app, alertId: alert?._id ?? '', send }
}

const referenceTo = ({ deps }: TestApp, id: string, kind = 'alert') =>
  mailReference({ kind, id }, 'assay.example', (text) => deps.secrets.proof('mail-reference', text))

const commentsOf = (app: TestApp, idOrName: string, of = 'getAlert') =>
  app.as('read').queryV1({ query: [{ _name: of, idOrName }, { _name: 'comments' }] }) as Promise<
    { message: string }[]
  >

describe.each(oneDatabase)(`an answer to a mail of ours${withoutOpenssl}`, ({ open }) => {
  it.runIf(hasTools)('becomes a comment, without mentions, where its alert is', async () => {
    const { app, alertId, send } = await withAlert(open)
    expect(await send(answer(referenceTo(app, alertId)))).toMatchObject({ state: 'followup' })
    expect(await commentsOf(app, alertId)).toMatchObject([
      { message: `by mail from \`${reporter}\`\n\n\`\`\`\nIt asks for my password. @ada\n\`\`\`` },
    ])
    expect((await app.as('orgadmin').listMentions({})).rows).toEqual([])
    expect(await alertsOf(app)).toHaveLength(1)
  })

  it.runIf(hasTools)('goes to the case that was made of the alert', async () => {
    const { app, alertId, send } = await withAlert(open)
    const { _id } = await app.as('analyze').promoteAlertV1({ id: alertId }, {})
    await send(answer(referenceTo(app, alertId)))
    expect(await commentsOf(app, _id, 'getCase')).toHaveLength(1)
    expect(await commentsOf(app, alertId)).toEqual([])
  })

  it.runIf(hasTools).each([
    [
      'with a forged reference',
      (app: TestApp, id: string) =>
        answer(referenceTo(app, id).replace(/\.[\w-]{43}@/, `.${'A'.repeat(43)}@`)),
    ],
    [
      'from an address that reported nothing',
      (app: TestApp, id: string) => answer(referenceTo(app, id), { from: 'b@ours.example' }),
    ],
    ['about an alert that is not there', (app: TestApp) => answer(referenceTo(app, '~1'))],
  ])('is a mail like any other %s', async (_, make) => {
    const { app, alertId, send } = await withAlert(open)
    expect(await send(make(app, alertId))).toMatchObject({ state: 'done' })
    expect(await commentsOf(app, alertId)).toEqual([])
  })

  it.runIf(hasTools).each([
    ['Automatic reply', ['Auto-Submitted: auto-replied']],
    [
      'Delivery report about an email of this server',
      [
        'MIME-Version: 1.0',
        'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
      ],
    ],
  ])('makes nothing: %s', async (reason, more) => {
    const { app, alertId, send } = await withAlert(open)
    expect(await send(answer(referenceTo(app, alertId), { more }))).toMatchObject({
      state: 'refused',
      reason,
    })
    expect(await commentsOf(app, alertId)).toEqual([])
    expect(await alertsOf(app)).toHaveLength(1)
  })

  it.runIf(hasTools)('our own mail makes nothing, as in a loop', async () => {
    const { app, alertId, send } = await withAlert(open)
    const own = `From: soc@ours.example\r\nSubject: x\r\nMessage-ID: ${referenceTo(app, alertId)}\r\n\r\nx`
    expect(await send(own)).toMatchObject({ state: 'refused', reason: 'Sent by this server' })
  })

  it.runIf(hasTools)('is cut at 16 KiB, and says so', async () => {
    const { app, alertId, send } = await withAlert(open)
    await send(answer(referenceTo(app, alertId), { text: 'y'.repeat(20_000) }))
    const [comment] = await commentsOf(app, alertId)
    expect(comment?.message.length).toBeLessThan(17_000)
    expect(comment?.message).toContain('The text was cut at 16 KiB.')
  })
})
