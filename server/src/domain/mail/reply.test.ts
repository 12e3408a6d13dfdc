import { expect, it } from 'vitest'
import {
  readReplyDomains,
  renderReply,
  replyFactsOf,
  replyOutcomeOf,
  replyOutcomeOfCase,
  replyOutcomes,
  replyRefusal,
} from './reply.ts'

const rules = {
  trustedServer: 'mx.ours.example',
  domains: ['ours.example'],
  own: ['soc@ours.example', 'assay@ours.example'],
}
const passed = 'mx.ours.example; spf=pass; dmarc=pass (p=none) header.from=ours.example'

type Headers = readonly (readonly [string, string])[]
const factsOf = (headers: Headers) =>
  replyFactsOf({ headers: headers.map(([name, value]) => ({ name, value })) })
const decide = (headers: Headers, reporter: string | null = 'ann@ours.example') =>
  replyRefusal(reporter, factsOf(headers), rules)
const checked = (...values: string[]): Headers =>
  values.map((value) => ['authentication-results', value] as const)

it.each([
  ['a pass', checked(passed)],
  ['a pass in another case', checked(passed.toUpperCase())],
  ['a version behind the name', checked(passed.replace(';', ' 1;'))],
  ['results of another server, too', checked('mx.evil.example; dmarc=fail', passed)],
  ['two of the same server that agree', checked(passed, 'mx.ours.example; dkim=pass', passed)],
  ['a person’s mail that says so', [...checked(passed), ['auto-submitted', 'no']]],
  ['a return path', [...checked(passed), ['return-path', '<ann@ours.example>']]],
  ['an ordinary precedence', [...checked(passed), ['precedence', 'first-class']]],
] as [string, Headers][])('a reporter is answered with %s', (_, headers) => {
  expect(decide(headers)).toBeUndefined()
})

it('a reporter of a name below the domain is answered if that name was checked', () => {
  const at = (domain: string) =>
    decide(
      checked(passed.replace('header.from=ours.example', `header.from=${domain}`)),
      'a@x.ours.example',
    )
  expect(at('x.ours.example')).toBeUndefined()
  expect(at('ours.example')).toMatch(/No dmarc=pass/)
})

it.each([
  ['none', [], 'No DMARC result'],
  ['one of another server', checked(passed.replace('mx.', 'mx2.')), 'No DMARC result'],
  ['one without DMARC', checked('mx.ours.example; spf=pass; dkim=pass'), 'No DMARC result'],
  ['a failure', checked(passed.replace('dmarc=pass', 'dmarc=fail')), 'No dmarc=pass'],
  ['another word', checked(passed.replace('dmarc=pass', 'dmarc=passed')), 'No dmarc=pass'],
  [
    'a bestguesspass',
    checked(passed.replace('dmarc=pass', 'dmarc=bestguesspass')),
    'No dmarc=pass',
  ],
  ['another domain', checked(passed.replace('from=ours', 'from=theirs')), 'No dmarc=pass'],
  ['no domain', checked('mx.ours.example; dmarc=pass'), 'No dmarc=pass'],
  ['a pass and a failure', checked(passed, passed.replace('=pass (', '=fail (')), 'No dmarc=pass'],
  [
    'a pass that the sender wrote into a comment',
    checked('mx.ours.example; spf=fail (; dmarc=pass header.from=ours.example)'),
    'No DMARC result',
  ],
  [
    'a pass that the sender wrote into a quoted name',
    checked('mx.ours.example; spf=pass smtp.mailfrom="; dmarc=pass header.from=ours.example"'),
    'No DMARC result',
  ],
  [
    'a comment within a comment',
    checked('mx.ours.example; spf=fail (a (b) ; dmarc=pass header.from=ours.example)'),
    'No DMARC result',
  ],
  ['a comment that does not end', checked(`${passed}; spf=fail (x`), 'No dmarc=pass'],
  ['a header of 10,000 characters', checked(`${passed} ${'x'.repeat(10_000)}`), 'No dmarc=pass'],
] as [string, Headers, string][])('a result with %s is no pass', (_, headers, reason) => {
  expect(decide(headers)).toContain(reason)
})

it.each([
  ['an automatic reply', [['auto-submitted', 'auto-replied']], 'Sent automatically'],
  ['a note of absence', [['x-autoreply', 'yes']], 'Sent automatically'],
  [
    'a delivery report',
    [['content-type', 'multipart/report; report-type=delivery-status']],
    'Sent automatically',
  ],
  ['a list', [['list-id', '<a.ours.example>']], 'mailing list'],
  ['a newsletter', [['list-unsubscribe', '<https://a.example>']], 'mailing list'],
  ['bulk mail', [['precedence', 'Bulk']], 'mailing list'],
  ['list mail', [['precedence', 'list']], 'mailing list'],
  ['junk mail', [['precedence', 'junk']], 'mailing list'],
  ['an empty return path', [['return-path', '<>']], 'return path'],
  ['a return path of nothing', [['return-path', ' ']], 'return path'],
] as [string, Headers, string][])('%s is not answered', (_, headers, reason) => {
  expect(decide([...checked(passed), ...headers])).toContain(reason)
})

it.each([
  [null, 'no valid address'],
  ['', 'no valid address'],
  ['not an address', 'no valid address'],
  ['assay@ours.example', 'of this server'],
  ['soc@ours.example', 'of this server'],
  ['ann@elsewhere.example', 'gets no answers'],
  ['ann@notours.example', 'gets no answers'],
])('%s is not written to', (reporter, reason) => {
  expect(decide(checked(passed), reporter)).toContain(reason)
})

it('a mail of which nothing is known is not answered', () => {
  expect(replyRefusal('ann@ours.example', null, rules)).toContain('before this version')
})

it('the id of the reported mail is kept only if it fits into a header', () => {
  const idOf = (id: string) => factsOf([['message-id', id]]).messageId
  expect(idOf(' <a.b@ours.example> ')).toBe('<a.b@ours.example>')
  for (const wrong of [
    '',
    'a@b',
    '<a>',
    '<a@b> <c@d>',
    '<a@b\r\nBcc: x@y>',
    `<${'a'.repeat(300)}@b>`,
  ])
    expect(idOf(wrong)).toBeUndefined()
})

it('answers say the outcome in fixed words, in two languages', () => {
  const frame = { prefix: 'SOC', footer: 'Ext. 42' }
  const receivedAt = Date.UTC(2026, 10, 19, 23, 59)
  for (const language of ['en', 'fr'] as const)
    for (const outcome of replyOutcomes) {
      const { subject, text } = renderReply({ outcome, language, receivedAt }, frame)
      expect(subject).toMatch(/^\[SOC\] \S/)
      expect(text).toMatch(language === 'en' ? /November 19, 2026/ : /19 novembre 2026/)
      expect(text).toMatch(/-- \nExt\. 42$/)
    }
  expect(['benign', 'ownTest', 'duplicate', 'other', null].map(replyOutcomeOf)).toEqual([
    'benign',
    'ownTest',
    'duplicate',
    'closed',
    'closed',
  ])
})

it.each([
  ['Resolved', 'FalsePositive', 'benign'],
  ['Resolved', 'TruePositive', 'closed'],
  ['Resolved', 'Indeterminate', 'closed'],
  ['Resolved', 'Other', 'closed'],
  ['Resolved', null, 'closed'],
  ['Resolved', 'Duplicated', 'duplicate'],
  ['Duplicated', null, 'duplicate'],
] as const)('of a case that is %s as %s, reporters read: %s', (status, resolution_status, said) => {
  expect(replyOutcomeOfCase({ status, resolution_status })).toBe(said)
})

it('only domains may be answered, not single addresses', () => {
  expect(readReplyDomains([' Ours.example', '@ours.example'])).toEqual(['ours.example'])
  expect(() => readReplyDomains(['a@ours.example'])).toThrow('is an address')
})
