import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accountRule,
  accountSubject,
  addressRule,
  addressSubject,
  answerDelayMs,
  currentFailures,
  delayMs,
  type Failures,
  forgottenBefore,
  pairRule,
  pairSubject,
  pauseEnd,
  refusedUntil,
  type Source,
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
    ['a pair', pairRule, [0, 0, 0, 0, 250, 500, 1_000, 2_000, 2_000, 2_000]],
    ['an account', accountRule, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 250, 500, 1_000]],
    ['an address', addressRule, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
  ])('is held back longer and longer: %s', (_what, rule, expected) => {
    expect(expected.map((_, count) => delayMs(rule, { count, lastAt: now }))).toEqual(expected)
  })

  it.each([
    [accountRule, 15, 4_000],
    [accountRule, 16, 5_000],
    [accountRule, 1_000_000, 5_000],
    [addressRule, 20, 0],
    [addressRule, 21, 250],
    [addressRule, 26, 5_000],
    [addressRule, 1_000_000, 5_000],
    [pairRule, 1_000_000, 2_000],
  ])('under %j after %i failures is held back by %i ms', (rule, count, expected) => {
    expect(delayMs(rule, { count, lastAt: now })).toBe(expected)
  })
})

describe('a pause', () => {
  it.each([
    [pairRule, 0, undefined],
    [pairRule, 9, undefined],
    [pairRule, 10, 1 * minute],
    [pairRule, 11, 2 * minute],
    [pairRule, 12, 4 * minute],
    [pairRule, 13, 8 * minute],
    [pairRule, 14, 15 * minute],
    [pairRule, 1_000_000, 15 * minute],
    [addressRule, 99, undefined],
    [addressRule, 100, 1 * minute],
    [addressRule, 104, 15 * minute],
    [accountRule, 1_000_000, undefined],
  ])('under %j after %i failures lasts %s ms', (rule, count, pause) => {
    const until = pauseEnd(rule, { count, lastAt: now }, now)

    expect(until).toBe(pause === undefined ? undefined : now + pause)
  })

  it('is over at the moment that was said', () => {
    const failures = { count: 10, lastAt: now }

    expect(pauseEnd(pairRule, failures, now + minute - 1)).toBe(now + minute)
    expect(pauseEnd(pairRule, failures, now + minute)).toBeUndefined()
  })

  it('never lasts longer than failures are remembered', () => {
    const until = pauseEnd(pairRule, { count: 1_000_000, lastAt: now }, now) ?? 0

    expect(currentFailures({ count: 1_000_000, lastAt: now }, until).count).toBe(0)
  })
})

const here = 'address:192.0.2.1'
const stranger: Source = {
  subject: here,
  address: here,
  isKnown: false,
  isShared: false,
  claimed: '',
}
const knownAddress: Source = { ...stranger, isKnown: true }
const knownDevice: Source = { ...knownAddress, subject: 'device:x' }
const proxy: Source = { ...stranger, isShared: true, claimed: '203.0.113.5' }
const deviceBehindProxy: Source = { ...knownDevice, isShared: true }

/** Failures of pair, account and address, all of this moment. */
const counted = (pair: number, account: number, address: number) => ({
  pair: { count: pair, lastAt: now },
  account: { count: account, lastAt: now },
  address: { count: address, lastAt: now },
})

describe('an attempt', () => {
  it.each([
    ['a stranger, first try', stranger, counted(0, 0, 0), false, 0],
    ['a stranger who used up the pair', stranger, counted(10, 10, 10), true, 2_000],
    ['a stranger at an address that tries everybody', stranger, counted(0, 0, 100), true, 5_000],
    ['a stranger while others guess', stranger, counted(1, 1_000, 1), false, 5_000],
    ['a known address while others guess', knownAddress, counted(1, 1_000, 1), false, 0],
    ['a known address that tries everybody', knownAddress, counted(1, 1, 1_000), false, 0],
    ['a known address that used up the pair', knownAddress, counted(10, 10, 10), true, 2_000],
    ['a known device while others guess', knownDevice, counted(1, 1_000, 1_000), false, 0],
    ['a known device that used up the pair', knownDevice, counted(10, 10, 10), true, 2_000],
    ['somebody behind a proxy', proxy, counted(1_000, 1_000, 1_000), false, 5_000],
    ['a device behind a proxy', deviceBehindProxy, counted(1, 1_000, 1_000), false, 0],
    ['that device, pair used up', deviceBehindProxy, counted(10, 10, 10), true, 2_000],
  ])('of %s', (_who, source, failures, isRefused, delay) => {
    expect(refusedUntil(source, failures, now) !== undefined).toBe(isRefused)
    expect(answerDelayMs(source, failures)).toBe(delay)
  })

  it.each([
    ['a stranger, first try', stranger, counted(0, 0, 0), false],
    ['a stranger while others guess', stranger, counted(0, 20, 0), true],
    ['somebody behind a proxy while others guess', proxy, counted(0, 20, 0), true],
    ['a known address while others guess', knownAddress, counted(0, 1_000, 0), false],
    ['a known device that used up the pair', knownDevice, counted(10, 0, 0), true],
  ])('at a code, of %s', (_who, source, failures, isRefused) => {
    expect(refusedUntil(source, failures, now, 'code') !== undefined).toBe(isRefused)
  })

  const failures: fc.Arbitrary<Failures> = fc.record({
    count: fc.integer({ min: 0, max: 1_000_000 }),
    lastAt: fc.integer({ min: now - 20 * minute, max: now }),
  })

  it('of a known source is refused and delayed by its own failures alone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(knownAddress, knownDevice, deviceBehindProxy),
        ...[failures, failures, failures],
        (source, pair, account, address) => {
          const quiet = {
            pair,
            account: { count: 0, lastAt: now },
            address: { count: 0, lastAt: now },
          }
          const attacked = { pair, account, address }

          expect(refusedUntil(source, attacked, now)).toBe(refusedUntil(source, quiet, now))
          expect(answerDelayMs(source, attacked)).toBe(answerDelayMs(source, quiet))
        },
      ),
    )
  })

  it('is never refused because of the account, and never held back for long', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(stranger, knownAddress, knownDevice, proxy, deviceBehindProxy),
        failures,
        (source, account) => {
          const none = { count: 0, lastAt: now }

          expect(refusedUntil(source, { pair: none, account, address: none }, now)).toBeUndefined()
          const delay = answerDelayMs(source, { pair: none, account, address: none })
          expect(delay).toBeLessThanOrEqual(5_000)
        },
      ),
    )
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
    'whatever a proxy calls an address is a source: %j',
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

  it('a pair is never mistaken for another one', () => {
    const pairs = [
      pairSubject('a', { subject: 'b' }),
      pairSubject('a","b', { subject: '' }),
      pairSubject('a"', { subject: ',"b' }),
      pairSubject('', { subject: 'a,b' }),
    ]

    expect(new Set(pairs).size).toBe(pairs.length)
  })

  it('an account is never mistaken for an address', () => {
    expect(accountSubject('address:192.0.2.1')).not.toBe(addressSubject('192.0.2.1'))
  })
})
