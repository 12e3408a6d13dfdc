import { expect, test } from 'vitest'
import { sampleMail } from '../../../test/mail-samples.ts'
import { contentKey } from './content-key.ts'

const file = { name: 'a.pdf', contentType: 'application/pdf', isInline: false }
const key = contentKey(sampleMail())

test.each([
  ['recipient', { recipients: ['other@ours.example'] }],
  ['date', { date: 'Fri, 20 Nov 2026 03:00:00 +0000' }],
  ['Message-ID and transport headers', { headers: [{ name: 'message-id', value: '<2@x>' }] }],
  ['return path', { returnPath: 'bounce+2@bank.example' }],
  ['line ends', { text: sampleMail().text.replaceAll('\r\n', '\n') }],
  ['case of the address', { from: { name: 'Bank', address: 'info@bank.example' } }],
  ['shown name', { from: { name: 'The Bank', address: 'info@bank.example' } }],
])('copies of a mail that differ in %s are the same mail', (_, change) => {
  expect(contentKey(sampleMail(change))).toBe(key)
})

test.each([
  ['sender', { from: { name: 'Bank', address: 'info@other.example' } }],
  ['reply address', { replyTo: [] }],
  ['subject', { subject: 'Your account!' }],
  ['text', { text: 'Visit https://login.bad.example/b' }],
  ['HTML', { html: '<p>x</p>' }],
  ['attachments', { attachments: [{ ...file, content: Buffer.from('a') }] }],
])('mails with another %s are different mails', (_, change) => {
  expect(contentKey(sampleMail(change))).not.toBe(key)
})

test('attachments count by content and name', () => {
  const keyOf = (name: string, content: string) =>
    contentKey(sampleMail({ attachments: [{ ...file, name, content: Buffer.from(content) }] }))
  expect(keyOf('a.pdf', 'a')).toBe(keyOf('a.pdf', 'a'))
  expect(keyOf('a.pdf', 'b')).not.toBe(keyOf('a.pdf', 'a'))
  expect(keyOf('b.pdf', 'a')).not.toBe(keyOf('a.pdf', 'a'))
})
