import { expect, it } from 'vitest'
import {
  addressRefusal,
  canonicalHost,
  nameRefusal,
  type PrivateTarget,
  parsePrivateTarget,
} from './targets.ts'

const allow = (...texts: string[]) => texts.map((text) => parsePrivateTarget(text) as PrivateTarget)

it.each([
  ['127.1', '127.0.0.1'],
  ['0x7f.1', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['017700000001', '127.0.0.1'],
  ['127.0.0.1.', '127.0.0.1'],
  ['１２７.0.0.1', '127.0.0.1'],
  ['LocalHost.', 'localhost'],
  ['::1', '::1'],
  ['[::1]', '::1'],
  ['::FFFF:127.0.0.1', '::ffff:7f00:1'],
  ['Mail.Example.org', 'mail.example.org'],
  ['bücher.example', 'xn--bcher-kva.example'],
])('writes the host %s as %s', (text, host) => {
  expect(canonicalHost(text)).toBe(host)
})

it.each([
  '',
  '.',
  'a..',
  'a b',
  'a/b',
  'u@a',
  'a:80',
  '[::1]:80',
  'fe80::1%eth0',
  'a?b',
  '[::1',
  'a#b',
])('does not take %j for a host', (text) => {
  expect(canonicalHost(text)).toBeUndefined()
})

it('refuses the addresses of the server itself, whatever their owner', () => {
  const own = ['203.0.114.7', 'fe80::1', '2001:41d0::7']
  const refusal = (address: string) =>
    addressRefusal({ host: 'a.example', port: 80 }, address, [], own)
  expect(refusal('203.0.114.7')).toBe("this server's own")
  expect(refusal('::ffff:203.0.114.7')).toBe("this server's own")
  expect(refusal('2001:41d0::7')).toBe("this server's own")
  expect(refusal('203.0.114.8')).toBeUndefined()
})

it.each([
  ['127.0.0.1', 'loopback'],
  ['10.1.2.3', 'private'],
  ['100.64.0.1', 'shared address space of a provider (CGN)'],
  ['169.254.169.254', 'link-local, metadata service of cloud machines'],
  ['0.0.0.0', 'this host'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::ffff:10.0.0.1', 'private'],
  ['::7f00:1', 'former IPv4-compatible'],
  ['::ffff:0:7f00:1', 'former IPv4-translated'],
  ['64:ff9b::7f00:1', 'loopback'],
  ['64:ff9b::a00:1', 'private'],
  ['64:ff9b:1::a00:1', 'IPv4 behind a local translator'],
  ['2002:7f00:1::', '6to4 tunnel'],
  ['2001:0:7f00:1::', 'Teredo tunnel'],
  ['fd00::1', 'private (unique local)'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'unknown'],
  ['no address', 'unknown'],
])('refuses %s: %s', (address, meaning) => {
  expect(addressRefusal({ host: 'host.example', port: 80 }, address, [])).toBe(meaning)
})

it.each(['8.8.8.8', '2606:4700::1', '64:ff9b::808:808', '::ffff:8.8.8.8'])(
  'allows %s',
  (address) => {
    expect(addressRefusal({ host: 'host.example', port: 80 }, address, [])).toBeUndefined()
  },
)

it.each([
  ['10.0.0.0/8', 'x.example', '10.1.2.3', 80, true],
  ['10.0.0.0/8', 'x.example', '::ffff:10.1.2.3', 80, true],
  ['10.0.0.0/8', 'x.example', '64:ff9b::a01:203', 80, true],
  ['10.0.0.0/8', 'x.example', '192.168.0.1', 80, false],
  ['10.0.0.0/8:3128', 'x.example', '10.1.2.3', 3128, true],
  ['10.0.0.0/8:3128', 'x.example', '10.1.2.3', 80, false],
  ['10.1.2.3', 'x.example', '10.1.2.3', 1, true],
  ['[fd00::/8]:25', 'x.example', 'fd12::1', 25, true],
  ['[fd00::/8]:25', 'x.example', 'fd12::1', 26, false],
  ['fd00::1', 'x.example', 'fd00::1', 26, true],
  ['Proxy.Example.org.:3128', 'proxy.example.org', '10.9.9.9', 3128, true],
  ['proxy.example.org', 'a.proxy.example.org', '10.9.9.9', 3128, false],
  ['localhost', 'localhost', '127.0.0.1', 5, true],
])('with %s allowed, %s at %s port %i: %s', (entry, host, address, port, isAllowed) => {
  expect(addressRefusal({ host, port }, address, allow(entry)) === undefined).toBe(isAllowed)
})

it.each([
  '127.1',
  '10.0.0.0/33',
  'a b',
  'http://a',
  'a:0',
  'a:70000',
  '',
  '[a]:80',
  '10.0.0.1/8/9',
])('does not take %j for a target', (text) => {
  expect(parsePrivateTarget(text)).toBeUndefined()
})

it('refuses internal names that cannot be resolved here, unless they are allowed', () => {
  const unresolved = { isResolved: false }
  const refusal = (host: string, ...allowed: string[]) =>
    nameRefusal({ host, port: 80 }, allow(...allowed), unresolved)
  expect(refusal('a.localhost')).toBe('loopback')
  expect(refusal('intranet')).toBe('internal')
  expect(refusal('git.corp')).toBe('internal')
  expect(refusal('git.corp', 'git.corp:80')).toBeUndefined()
  expect(refusal('example.org')).toBeUndefined()
})
