import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAddress, formatNetwork, parseAddress, parseIpv6, parseNetwork } from './addresses.ts'
import { isReservedAddress, reservedRange, reservedRangeOfNetwork } from './reserved.ts'

describe('addresses', () => {
  it.each([
    ['8.8.8.8', '8.8.8.8'],
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.255'],
    ['::', '::'],
    ['::1', '::1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['::ffff:192.0.2.1', '::ffff:c000:201'],
    ['64:ff9b::8.8.8.8', '64:ff9b::808:808'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
  ])('%s is written %s', (text, expected) => {
    const address = parseAddress(text)
    expect(address && formatAddress(address)).toBe(expected)
  })

  it.each([
    '',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '999.1.1.1',
    '01.2.3.4',
    '1..2.3',
    '1.2.3.4 ',
    '0x7f.0.0.1',
    '١.٢.٣.٤',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7:8::',
    '12345::',
    'g::1',
    '1.2.3.4::',
    '::1.2.3',
    'fe80::1%eth0',
    '[::1]',
  ])('%j is none', (text) => {
    expect(parseAddress(text)).toBeUndefined()
  })

  it('survive being written and read, whatever the number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), (value) => {
        expect(parseIpv6(formatAddress({ version: 6, value }))?.value).toBe(value)
      }),
    )
  })

  it('agree with the parser of the platform', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f:.]{2,20}$/), (text) => {
        const known = URL.canParse(`http://[${text}]/`)
        expect(parseIpv6(text) !== undefined).toBe(known)
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['192.0.2.77/24', '192.0.2.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:db8::1/32', '2001:db8::/32'],
  ])('the network of %s is %s', (text, expected) => {
    const network = parseNetwork(text)
    expect(network && formatNetwork(network)).toBe(expected)
  })

  it.each(['1.2.3.4/33', '::1/129', '1.2.3.4/', '1.2.3.4/a', '1.2.3/8', '/8'])(
    '%j is not a network',
    (text) => {
      expect(parseNetwork(text)).toBeUndefined()
    },
  )
})

describe('reserved ranges', () => {
  it.each([
    ['10.1.2.3', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.0.1', 'private'],
    ['127.0.0.1', 'loopback'],
    ['169.254.1.1', 'link-local'],
    ['169.254.169.254', 'link-local, metadata service of cloud machines'],
    ['100.64.0.1', 'shared address space of a provider (CGN)'],
    ['192.0.2.1', 'documentation (TEST-NET-1)'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['::1', 'loopback'],
    ['fe80::1', 'link-local'],
    ['fd00::1', 'private (unique local)'],
    ['2001:db8::1', 'documentation'],
    ['2001:0:1::1', 'Teredo tunnel'],
    ['::ffff:10.0.0.1', 'private'],
    ['::ffff:8.8.8.8', 'IPv4 written as IPv6'],
  ])('%s is %s', (text, meaning) => {
    const address = parseAddress(text)
    expect(address && reservedRange(address)?.meaning).toBe(meaning)
  })

  it.each([
    ['8.8.8.8', false],
    ['172.32.0.1', false],
    ['100.128.0.1', false],
    ['2606:4700::1111', false],
    ['2002:808:808::1', false],
    ['::ffff:8.8.8.8', false],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.1', true],
    ['::1', true],
    ['no address', false],
  ])('%s: out of reach of the Internet is %s', (text, expected) => {
    expect(isReservedAddress(text)).toBe(expected)
  })

  it('a network is reserved only if all of it is', () => {
    const range = (text: string) => {
      const network = parseNetwork(text)
      return network && reservedRangeOfNetwork(network)?.meaning
    }
    expect(range('10.1.0.0/16')).toBe('private')
    expect(range('8.0.0.0/6')).toBeUndefined()
  })
})
