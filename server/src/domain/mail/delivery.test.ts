import { describe, expect, test } from 'vitest'
import { deliveriesIn, isFailed, isGone } from './delivery.ts'

const block = (status: string, action = 'failed', recipient = 'rfc822; Ada@Example.org') =>
  `Reporting-MTA: dns; mx.example.org\r\n\r\nFinal-Recipient: ${recipient}\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp;\r\n 550 no`

describe('a delivery report', () => {
  test.each([
    ['5.1.1', 'failed', true, true],
    ['5.1.10', 'failed', true, true],
    ['5.2.1', 'failed', true, true],
    ['5.2.2', 'failed', true, false],
    ['5.7.1', 'failed', true, false],
    ['4.4.1', 'delayed', false, false],
    ['5.1.1', 'relayed', false, false],
  ])('%s %s', (status, action, failed, gone) => {
    const [delivery, ...others] = deliveriesIn(block(status, action))
    expect(others).toEqual([])
    expect(delivery).toEqual({ recipient: 'ada@example.org', action, status })
    expect([delivery && isFailed(delivery), delivery && isGone(delivery)]).toEqual([failed, gone])
  })

  test.each([
    ['', []],
    ['Action: failed\nStatus: 5.1.1', []],
    [block('5.1.1', 'failed', 'x400; /c=de'), []],
    [`${'a: b\n\n'.repeat(500)}${block('5.1.1')}`, []],
  ])('that names no address is none: %#', (text, expected) => {
    expect(deliveriesIn(text)).toEqual(expected)
  })
})
