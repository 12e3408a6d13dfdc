import { describe, expect, it } from 'vitest'
import {
  accountRule,
  accountSubject,
  addressRule,
  addressSubject,
  answerDelayMs,
  currentFailures,
  forgottenBefore,
  refusedUntil,
} from './login-throttle.ts'

const second = 1_000
const minute = 60 * second
const now = 1_000 * minute

describe('failures', () => {
  it.each([
    ['none', undefined, 0],
    ['one of this moment', { count: 1, lastAt: now }, 1],
    ['those of 14 minutes ago', { count: 7, lastAt: now - 14 * minute }, 7],
    ['those of 15 minutes ago', { count: 7, lastAt: now - 15 * minute }, 0],
    ['those of yesterday', { count: 700, lastAt: now - 1_440 * minute }, 0],
  ])('count while they are remembered: %s', (_what, failures, expected) => {
    expect(currentFailures(failures, now).count).toBe(expected)
  })

  it('may be removed when they are no longer remembered, and not before', () => {
    const oldest = forgottenBefore(now)

    expect(currentFailures({ count: 3, lastAt: oldest + 1 }, now).count).toBe(3)
    expect(currentFailures({ count: 3, lastAt: oldest - 1 }, now).count).toBe(0)
  })
})

describe('the answer to a failed attempt', () => {
  it.each([
    [accountRule, [0, 0, 0, 0, 250, 500, 1_000, 2_000, 2_000, 2_000]],
    [addressRule, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  ])('is held back longer and longer, up to two seconds: %j', (rule, expected) => {
    const delays = expected.map((_, count) => answerDelayMs(rule, { count, lastAt: now }))

    expect(delays).toEqual(expected)
  })

  it.each([
    [20, 0],
    [21, 250],
    [25, 2_000],
    [1_000_000, 2_000],
  ])('of an address is held back after %i failures by %i ms', (count, expected) => {
    expect(answerDelayMs(addressRule, { count, lastAt: now })).toBe(expected)
  })
})

describe('an attempt', () => {
  it.each([
    [accountRule, 0, undefined],
    [accountRule, 9, undefined],
    [accountRule, 10, 1 * minute],
    [accountRule, 11, 2 * minute],
    [accountRule, 12, 4 * minute],
    [accountRule, 13, 8 * minute],
    [accountRule, 14, 15 * minute],
    [accountRule, 1_000_000, 15 * minute],
    [addressRule, 99, undefined],
    [addressRule, 100, 1 * minute],
    [addressRule, 104, 15 * minute],
  ])('under %j after %i failures waits %s ms', (rule, count, pause) => {
    const until = refusedUntil(rule, { count, lastAt: now }, now)

    expect(until).toBe(pause === undefined ? undefined : now + pause)
  })

  it('is heard again the moment the pause is over', () => {
    const failures = { count: 10, lastAt: now }

    expect(refusedUntil(accountRule, failures, now + minute - 1)).toBe(now + minute)
    expect(refusedUntil(accountRule, failures, now + minute)).toBeUndefined()
  })

  it('never waits longer than failures are remembered: no account stays shut for ever', () => {
    const until = refusedUntil(accountRule, { count: 1_000_000, lastAt: now }, now) ?? 0

    expect(currentFailures({ count: 1_000_000, lastAt: now }, until).count).toBe(0)
  })
})

describe('who is counted', () => {
  it.each([
    ['192.0.2.1', 'address:192.0.2.1'],
    ['::ffff:192.0.2.1', 'address:192.0.2.1'],
    ['::FFFF:192.0.2.1', 'address:192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', 'address:2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', 'address:2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', 'address:2001:db8:1:2::/64'],
    ['2001:db8::1', 'address:2001:db8:0:0::/64'],
    ['2001:db8:1:3::9', 'address:2001:db8:1:3::/64'],
    ['::1', 'address:0:0:0:0::/64'],
    ['::', 'address:0:0:0:0::/64'],
    ['[2001:db8:1:2::9]:443', 'address:2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'address:fe80:0:0:0::/64'],
  ])('%s is %s', (address, expected) => {
    expect(addressSubject(address)).toBe(expected)
  })

  it.each(['', 'unknown', '192.0.2.1:4711', '1:2:3:4:5:6:7:8::9', '1::2::3', ':::', 'a:b:c:z::'])(
    'whatever a proxy calls an address is somebody: %j',
    (address) => {
      expect(addressSubject(address)).toMatch(/^address:/)
      expect(addressSubject(address)).not.toContain('NaN')
    },
  )

  it('the port that some proxies add does not make a new address of each connection', () => {
    expect(addressSubject('192.0.2.1:4711')).toBe(addressSubject('192.0.2.1:4712'))
    expect(addressSubject('192.0.2.1:4711')).toBe(addressSubject('192.0.2.1'))
  })

  it('is short enough for a key of the database, whatever a proxy sends', () => {
    expect(addressSubject('x'.repeat(10_000)).length).toBeLessThan(100)
  })

  it('an account is never mistaken for an address', () => {
    expect(accountSubject('address:192.0.2.1')).not.toBe(addressSubject('192.0.2.1'))
  })
})
