import { analyzers } from '@assay/analyzers/descriptions'
import { expect, it } from 'vitest'
import type { MailModel } from './mail-model.ts'
import { placesOf } from './places.ts'
import type { RankedReason } from './ranked.ts'

const mail: MailModel = {
  from: { name: 'Example Bank', address: 'Security@Bank.example' },
  sender: undefined,
  replyTo: ['collect@free.example'],
  to: [],
  subject: 'Act now',
  sent: undefined,
  checks: ['spf', 'dkim', 'dmarc'].map((method) => ({
    method,
    level: 'none',
    title: '',
    note: '',
  })),
  text: 'Confirm your details within 24 hours',
  links: [
    { dataType: 'url', data: 'https://ok.example/' },
    { dataType: 'url', data: 'http://198.51.100.23/login', shows: 'https://bank.example' },
  ],
  forms: ['https://collect.example/post'],
  attachments: [{ dataType: 'file', name: 'statement.pdf.js' }],
  headers: [
    { name: 'Subject', value: 'Act now' },
    { name: 'Reply-To', value: '<collect@free.example>' },
  ],
  stops: [],
}
const row = (
  id: string,
  parameters: Record<string, string>,
  more: Partial<RankedReason> = {},
): RankedReason => ({ level: 'suspicious', told: { text: id, id, parameters }, by: [], ...more })

it.each<[string, RankedReason, string | undefined]>([
  ['a link', row('mail.link-misleading', { target: 'http://198.51.100.23/login' }), 'link 1'],
  ['a form', row('mail.form', { target: 'https://collect.example/post' }), 'form 0'],
  ['an attachment', row('mail.attachment-double', { name: 'statement.pdf.js' }), 'attachment 0'],
  ['the reply address', row('mail.reply-to', { elsewhere: 'collect@free.example' }), 'replyTo'],
  ['the sender, in any case', row('mail.look-alike', { address: 'security@bank.example' }), 'from'],
  ['the sender by its domain', row('mail.dmarc', { subject: 'bank.example' }), 'from'],
  ['a check', row('mail.spf', { subject: 'bulk.example' }), 'check spf'],
  ['a quote', row('mail.lure', { words: 'within 24 hours' }), 'text'],
  ['nothing in the email', row('yara.malicious', { rule: 'Some_Rule' }), undefined],
])('a reason about %s leads there', (_, reason, place) => {
  expect(placesOf([reason], mail).first.get(1)).toBe(place)
})

it('what it leads to is found by the way there', () => {
  const chain = [
    { kind: 'link', dataType: 'url', data: 'https://ok.example/', level: 'malicious' as const },
  ]
  const from = { level: 'malicious' as const, weight: 80, chain }
  const reason = { level: 'malicious' as const, text: '', analyzer: `${analyzers.lists.name}_1_0` }
  const listed = row('lists.blocked', { list: 'SOC' }, { from: { ...from, reason } })

  expect(placesOf([listed], mail).first.get(1)).toBe('link 0')
})

it('a place has the numbers of all reasons about it, and the worst level', () => {
  const reply = row('mail.reply-to', { elsewhere: 'collect@free.example' })
  const { at } = placesOf([reply, { ...reply, level: 'malicious' }], mail)

  expect(at.get('replyTo')).toEqual({ numbers: [1, 2], level: 'malicious' })
  expect(at.get('header 1')?.numbers).toEqual([1, 2])
  expect(at.get('header 0')).toBeUndefined()
})

it('only as many have a number as there are keys for', () => {
  const reply = row('mail.reply-to', { elsewhere: 'collect@free.example' })
  const rows = Array.from({ length: 12 }, () => reply)
  expect(placesOf(rows, mail).at.get('replyTo')?.numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})
