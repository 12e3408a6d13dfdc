import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { handedOverBy, hopsOf, originOf } from './hops.ts'

const date = '; Mon, 01 Jun 2026 10:00:00 +0000 (UTC)'
const hop = (line: string) => hopsOf([line + date])[0]

describe('the address of a sender', () => {
  it.each([
    ['Postfix', 'from [8.8.8.8] (evil.example.ru [45.77.12.9]) by mx.example (Postfix) with ESMTP'],
    ['Sendmail', 'from [8.8.8.8] ([8.8.8.8]@a.ru [45.77.12.9] (may be forged)) by mx.example'],
    ['Exim', 'from evil.ru ([45.77.12.9]:4711 helo=[8.8.8.8]) by mx.example with esmtp (Exim 4.9)'],
    ['Exim without a name', 'from [45.77.12.9] (port=25 helo=[8.8.8.8]) by mx.example'],
    ['qmail', 'from unknown (HELO [8.8.8.8]) (45.77.12.9) by mx.example with SMTP'],
    ['Exchange', 'from [8.8.8.8] (45.77.12.9) by MX.example (10.0.0.1) with Microsoft SMTP Server'],
    ['Yahoo', 'from 8.8.8.8 (EHLO [8.8.8.8]) (45.77.12.9) by mx.example with SMTPS'],
    ['a web page', 'from [45.77.12.9] by web1.mail.example via HTTP'],
    ['a name in parentheses', 'from a (x [8.8.8.8]) (unknown [45.77.12.9]) by mx.example'],
    ['a name with half a parenthesis', 'from a( (unknown [45.77.12.9]) by mx.example'],
    [
      'a signed-in user',
      'from [8.8.8.8] (unknown [45.77.12.9]) (using TLSv1.3) (Authenticated sender: [8.8.4.4]) by mx.example',
    ],
  ])('is what the server saw, as written by %s', (_, line) => {
    expect(hop(line)).toMatchObject({
      address: '45.77.12.9',
      by: expect.stringContaining('.example'),
    })
  })

  it.each([
    'from [8.8.8.8] by mx.example with ESMTP',
    'from evil.ru by mx.example (8.8.8.8)',
    'by mx.example (Postfix, from userid 889) id 4F2',
  ])('is unknown where the server wrote none: %s', (line) => {
    expect(hop(line)?.address).toBeNull()
  })

  it('of IPv6 is read', () => {
    expect(hop('from a (a [IPv6:2001:db8::7]) by mx.example')?.address).toBe('2001:db8::7')
  })
})

it('does not take a user of Postfix for a host, nor a cipher for a protocol', () => {
  expect(hop('by mx.example (Postfix, from userid 889) id 4F2')).toMatchObject({
    from: null,
    by: 'mx.example',
    date: '2026-06-01T10:00:00.000Z',
  })
  const line =
    'from a.ru (a.ru [45.77.12.9]) (using TLSv1.3 with cipher X) by mx.example with ESMTPS'
  expect(hop(line)?.protocol).toBe('ESMTPS')
})

it('says who handed the mail over, whatever lines the sender put below', () => {
  const hops = hopsOf([
    `from relay (relay [10.0.0.5]) by mailbox.example${date}`,
    `from evil.ru (evil.ru [45.77.12.9]) by mx.example${date}`,
    `from bank.com (bank.com [8.8.8.8]) by evil.ru${date}`,
  ])
  expect(originOf(hops)).toBe('8.8.8.8')
  expect(handedOverBy(hops)).toMatchObject({ address: '45.77.12.9', by: 'mx.example' })
})

it('answers for every line, in time', () => {
  const unit = fc.constantFrom(
    '(',
    ')',
    '[',
    ']',
    '\\',
    'from ',
    ' by ',
    '8.8.8.8',
    'helo=',
    ';',
    'a',
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 60 }), (parts) => {
      expect(hopsOf([parts.join('')])).toHaveLength(1)
    }),
  )
  expect(hopsOf(Array(50).fill(`from ${'('.repeat(4_000)}`))).toHaveLength(50)
})
