import { readCoin } from './coins.ts'

/**
 * What is an observable although the protocol has no type for it. It travels as `other`, with the
 * kind as its tag.
 */
export type Kind =
  | 'bitcoin'
  | 'ethereum'
  | 'monero'
  | 'mac-address'
  | 'ssdeep'
  | 'attack-technique'
  | 'attack-tactic'

export const kindNames: Readonly<Record<Kind, string>> = {
  bitcoin: 'Bitcoin address',
  ethereum: 'Ethereum address',
  monero: 'Monero address',
  'mac-address': 'MAC address',
  ssdeep: 'ssdeep hash',
  'attack-technique': 'ATT&CK technique',
  'attack-tactic': 'ATT&CK tactic',
}

export interface KindOfOther {
  readonly kind: Kind
  readonly value: string
}

/** `bitcoin:1A1z…`, `ssdeep:3:AXGB…`: the kind may precede it. */
export function readKind(text: string): KindOfOther | undefined {
  if (text.length < 5 || text.length > 160) return undefined
  const [, rest] = /^[a-z]{2,10}:(.{5,150})$/i.exec(text) ?? []
  return readBare(text) ?? (rest === undefined ? undefined : readBare(rest))
}

function readBare(text: string): KindOfOther | undefined {
  const mac = readMac(text)
  if (mac !== undefined) return { kind: 'mac-address', value: mac }
  if (/^T[01]\d{3}(?:\.\d{3})?$/.test(text) && isTechnique(text))
    return { kind: 'attack-technique', value: text }
  if (/^TA0(?:0(?:0[1-9]|[1-3]\d|4[0-3])|1(?:0\d|1[01]))$/.test(text))
    return { kind: 'attack-tactic', value: text }
  if (isSsdeep(text)) return { kind: 'ssdeep', value: text }
  const coin = readCoin(text)
  return coin && { kind: coin.coin, value: coin.address }
}

/** Enterprise and mobile begin at T1001, industrial systems at T0800. `T1000` is a film. */
const isTechnique = (text: string) => {
  const number = Number(text.slice(1, 5))
  return (number >= 800 && number < 900) || (number > 1000 && number < 1700)
}

/**
 * Six bytes, in the three notations that systems print; without the null and broadcast addresses.
 */
function readMac(text: string): string | undefined {
  const isPairs = /^[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}$/i.test(text)
  const isTriple = /^[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}$/i.test(text) && /[a-f]/i.test(text)
  if (!isPairs && !isTriple) return undefined
  const digits = text.replace(/[:.-]/g, '').toLowerCase()
  if (/^(.)\1{11}$/.test(digits)) return undefined
  return digits.replace(/..(?=.)/g, '$&:')
}

/** A block size, which is three times a power of two, and two texts in base64. */
function isSsdeep(text: string): boolean {
  const [, size = '', first = '', second = ''] =
    /^(\d{1,10}):([A-Za-z0-9+/]{10,64}):([A-Za-z0-9+/]{5,64})$/.exec(text) ?? []
  const blocks = Number(size) / 3
  const isSize = Number.isInteger(blocks) && blocks > 0 && Number.isInteger(Math.log2(blocks))
  // Words and numbers are of one kind of sign, hashes are not.
  return isSize && [/[a-z]/, /[A-Z]/, /[0-9+/]/].every((signs) => signs.test(first + second))
}
