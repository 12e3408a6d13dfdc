import { describe, expect, test } from 'vitest'
import { sampleMail } from '../../../test/mail-samples.ts'
import { describeMail } from './description.ts'
import { answerIn, cutText, isAutomatic, isDeliveryReport } from './kinds.ts'
import { reportOf } from './report.ts'
import { attachedMails } from './reported.ts'

const file = (name: string, contentType = 'application/pdf', isInline = false) => ({
  ...{ name, contentType, isInline },
  content: Buffer.from(name),
})

describe('the observables of a mail', () => {
  test('are sender, reply address, subject, links and their hosts, and no recipient', () => {
    const { observables } = reportOf(
      sampleMail({ targets: ['https://cdn.bad.example/x', 'mailto:a@b.example', 'javascript:x'] }),
      undefined,
    )
    expect(observables.map(({ dataType, data }) => `${dataType} ${data}`)).toEqual([
      'mail info@bank.example',
      'mail thief@elsewhere.example',
      'mail-subject Your account',
      'url https://cdn.bad.example/x',
      'url https://login.bad.example/a',
      'fqdn cdn.bad.example',
      'fqdn login.bad.example',
    ])
  })

  test('are at most 200 with the files, and what is left out is said', () => {
    const targets = Array.from({ length: 300 }, (_, at) => `https://h${at}.bad.example/`)
    const attachments = Array.from({ length: 120 }, (_, at) => file(`${at}.pdf`))
    const report = reportOf(sampleMail({ targets, attachments }), undefined)
    expect(report.attachments).toHaveLength(100)
    expect(report.observables).toHaveLength(99)
    expect(report.leftOut).toEqual([
      '20 attachments: the limit is 100',
      '506 observables: the limit is 200',
    ])
  })

  test('images in the text are no files of their own, other attachments are', () => {
    const attachments = [
      file('logo.png', 'image/png', true),
      file('a.pdf', 'application/pdf', true),
    ]
    const report = reportOf(sampleMail({ attachments }), undefined)
    expect(report.attachments.map(({ name }) => name)).toEqual(['a.pdf'])
    expect(report.leftOut).toEqual(['Images in the text as separate files: 1'])
  })
})

test('attached mails are known by type or name', () => {
  const attachments = [
    file('x', 'message/rfc822'),
    file('Phish.EML', 'application/octet-stream'),
    file('phish.msg'),
    file('phish.pdf'),
  ]
  expect(attachedMails({ attachments }).map(({ name }) => name)).toEqual([
    'x',
    'Phish.EML',
    'phish.msg',
  ])
})

describe('the description of the alert', () => {
  const described = (text: string) =>
    describeMail({
      ...{ subject: 'a `b` [c](https://bad.example)', from: 'x', replyTo: [], date: undefined },
      ...{ text, files: [], leftOut: [] },
    })

  test('shows what the mail says as code, which it cannot leave', () => {
    const text = 'x\n````\n<img src=x> @channel [here](https://bad.example)'
    expect(described(text)).toBe(
      `From: \`x\`\n\nSubject: \`a 'b' [c](https://bad.example)\`\n\nText:\n\n\`\`\`\`\`\n${text}\n\`\`\`\`\``,
    )
  })

  test('holds 4,000 characters of the text and says so', () => {
    expect(described('x'.repeat(4_001))).toContain('Text, the first 4000 characters:')
  })
})

describe('mails of programs', () => {
  const withHeader = (name: string, value: string) => sampleMail({ headers: [{ name, value }] })
  test.each([
    ['auto-submitted', 'auto-replied', true],
    ['auto-submitted', 'no', false],
    ['x-autoreply', 'yes', true],
    ['subject', 'auto-replied', false],
  ])('%s: %s', (name, value, is) => {
    expect(isAutomatic(withHeader(name, value))).toBe(is)
  })
  test.each([
    ['multipart/report; report-type=delivery-status; boundary="x"', true],
    ['multipart/report; report-type="disposition-notification"', true],
    ['multipart/mixed; boundary="report-type=delivery-status"', false],
  ])('%s', (value, is) => {
    expect(isDeliveryReport(withHeader('content-type', value))).toBe(is)
  })
})

describe('what a person wrote above the mail that is quoted', () => {
  test.each([
    ['Thanks\n\nOn Monday Ada wrote:\n> old\n> older', 'Thanks'],
    ['Thanks\r\n-----Original Message-----\r\nFrom: x', 'Thanks'],
    ['Merci\n________________________________\nDe : x', 'Merci'],
    ['Two points:\n- a\n- b', 'Two points:\n- a\n- b'],
    ['> only quoted', '> only quoted'],
  ])('%j', (text, own) => {
    expect(answerIn(text)).toBe(own)
  })

  test('is cut at the end of a character', () => {
    expect(cutText('aé', 2)).toEqual({ text: 'a', isCut: true })
    expect(cutText('aé', 3)).toEqual({ text: 'aé', isCut: false })
  })
})
