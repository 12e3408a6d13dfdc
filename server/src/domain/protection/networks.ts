import { type Address, bitsOf, canonicalHost, type Network, parseAddress } from '@assay/contract'
import { readRange } from './entries.ts'

/**
 * The networks that a text can be read as: in the usual notation, in those of firewalls (`192.0.2.*`,
 * `192.0.2.1-192.0.2.9`, `192.0.2.0/255.255.255.0`), in octal, hexadecimal or other digits, and what an address of
 * version 6 carries of version 4.
 */
export function networksIn(text: string, reading: Reading): Network[] {
  const bare = text.trim()
  if (bare === '' || bare.length > 255) return []
  const network =
    readRange(bare) ?? wildcard(bare) ?? between(bare) ?? masked(bare) ?? spelledOut(bare, reading)
  return network ? [network, ...carried(network)] : []
}

/** `part`: a word of a text, where `10.0` is a version; `address`: where a number alone is an address. */
export type Reading = 'part' | 'whole' | 'address'

/** `8.8.8.*`, and `8.8.8/24`, where the rest is left out; `24/7` is none. */
function wildcard(text: string): Network | undefined {
  const [, start, rest, bits] =
    /^(\d{1,3}(?:\.\d{1,3}){0,2})(?:((?:\.[*x]){1,3})|\/(\d{1,2}))$/i.exec(text) ?? []
  if (start === undefined || (bits !== undefined && !start.includes('.'))) return undefined
  const known = start.split('.')
  if (rest !== undefined && known.length + rest.length / 2 !== 4) return undefined
  const address = [...known, ...Array<string>(4 - known.length).fill('0')].join('.')
  return readRange(`${address}/${bits ?? known.length * 8}`)
}

/** `192.0.2.1-192.0.2.9` or `192.0.2.1-9`: the smallest network that holds both. */
function between(text: string): Network | undefined {
  const [, from = '', to = ''] = /^([\da-f.:]+)\s*[-–]\s*([\da-f.:]+)$/i.exec(text) ?? []
  const first = parseAddress(from)
  const last = parseAddress(/^\d{1,3}$/.test(to) ? from.replace(/\d+$/, to) : to)
  if (!first || last?.version !== first.version) return undefined
  const differing = (first.value ^ last.value).toString(2)
  const rest = differing === '0' ? 0 : differing.length
  return readRange(`${from}/${bitsOf(first.version) - rest}`)
}

/** With a net mask, or with its inverse, as routers write it. */
function masked(text: string): Network | undefined {
  const [, address = '', mask = ''] = /^([\d.]{7,15})(?:\/|\s+)([\d.]{7,15})$/.exec(text) ?? []
  const value = parseAddress(mask)?.value
  if (value === undefined) return undefined
  const bits = value.toString(2).padStart(32, '0')
  const [, ones, zeros] = /^(1*)(0*)$/.exec(bits) ?? []
  const prefix =
    ones !== undefined && zeros !== '' ? ones.length : /^(0*)1*$/.exec(bits)?.[1]?.length
  return prefix === undefined ? undefined : readRange(`${address}/${prefix}`)
}

/** As a browser reads it: `0x08080808`, `010.8.8.8`, `8.8.2056`, `８。８。８。８`, `134744072`. */
function spelledOut(text: string, reading: Reading): Network | undefined {
  const isNumber = /^\d+$/.test(text)
  const isOrdinary = reading === 'part' ? !/^0x/i.test(text) : isNumber && reading !== 'address'
  if (isOrdinary || !/^[\p{N}a-fx.。．｡]+$/iu.test(text)) return undefined
  const host = canonicalHost(text)
  return host === undefined ? undefined : readRange(host)
}

/** NAT64, 6to4, and the compatible form: what is done to it is done to the address of version 4. */
function carried({ version, value, prefix }: Network): Network[] {
  if (version === 4) return []
  const low: Address = { version: 4, value: value & 0xffffffffn }
  const high = value >> 32n
  if (prefix >= 96 && (high === 0x64ff9bn << 64n || (high === 0n && low.value > 0xffffn)))
    return [{ ...low, prefix: prefix - 96 }]
  if (prefix >= 16 && value >> 112n === 0x2002n) {
    const inner = (value >> 80n) & 0xffffffffn
    return [{ version: 4, value: inner, prefix: Math.min(32, prefix - 16) }]
  }
  return []
}
