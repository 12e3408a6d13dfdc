import { describe, expect, test } from 'vitest'
import { readSenderEntries, senderRefusal } from './sender-rules.ts'

describe('the senders that a mailbox takes', () => {
  test.each([
    ['everyone without lists', 'a@x.example', [], [], undefined],
    ['an allowed address', 'a@x.example', ['a@x.example'], [], undefined],
    ['an allowed domain', 'a@x.example', ['x.example'], [], undefined],
    ['a name below an allowed domain', 'a@mail.x.example', ['x.example'], [], undefined],
    ['an address in any case', 'A@X.Example', ['a@x.example'], [], undefined],
    ['not a domain that only ends alike', 'a@notx.example', ['x.example'], [], 'allow'],
    ['not another address', 'b@x.example', ['a@x.example'], [], 'allow'],
    ['not a mail without a sender', undefined, ['x.example'], [], 'allow'],
    [
      'not a denied one, although it is allowed',
      'a@x.example',
      ['x.example'],
      ['a@x.example'],
      'deny',
    ],
    ['not a denied domain', 'a@mail.x.example', [], ['x.example'], 'deny'],
  ])('%s', (_, address, allow, deny, list) => {
    const refusal = senderRefusal(address, { allow, deny })
    expect(refusal).toBe(
      list && `Sender is ${list === 'deny' ? 'on the deny' : 'not on the allow'} list`,
    )
  })
})

describe('an entry', () => {
  test('is stored in lower case, once', () => {
    expect(readSenderEntries(['A@X.example', '@x.example', 'a@x.EXAMPLE'], 'allow')).toEqual([
      'a@x.example',
      'x.example',
    ])
  })
  test.each(['*.example', 'a b', 'a@', '@', '<a@x.example>', 'a@x@y'])('cannot be %s', (entry) => {
    expect(() => readSenderEntries([entry], 'allow')).toThrow(
      'neither an email address nor a domain',
    )
  })
})
