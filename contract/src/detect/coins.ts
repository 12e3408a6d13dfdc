import { keccak256, sha256 } from './digests.ts'

export type Coin = 'bitcoin' | 'ethereum' | 'monero'

/** An address of a currency whose checksum holds, in its usual spelling. */
export function readCoin(text: string): { coin: Coin; address: string } | undefined {
  if (/^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text))
    return isBase58Check(text) ? { coin: 'bitcoin', address: text } : undefined
  if (/^bc1[02-9ac-hj-np-z]{11,71}$/i.test(text)) {
    const address = text.toLowerCase()
    const isOneCase = text === address || text === text.toUpperCase()
    return isOneCase && isBech32(address) ? { coin: 'bitcoin', address } : undefined
  }
  if (/^0x[0-9a-f]{40}$/i.test(text)) return readEthereum(text.slice(2))
  if (/^[48][1-9A-HJ-NP-Za-km-z]{94}(?:[1-9A-HJ-NP-Za-km-z]{11})?$/.test(text))
    return isMonero(text) ? { coin: 'monero', address: text } : undefined
  return undefined
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** 25 bytes: a version, a hash, and the beginning of the hash of both. */
function isBase58Check(text: string): boolean {
  const bytes = fromBase58(text, 25)
  if (!bytes || (bytes[0] !== 0 && bytes[0] !== 5)) return false
  const sum = sha256(sha256(bytes.subarray(0, 21)))
  return [0, 1, 2, 3].every((at) => sum[at] === bytes[21 + at])
}

function fromBase58(text: string, length: number): Uint8Array | undefined {
  const bytes = new Uint8Array(length)
  for (const sign of text) {
    let carry = base58.indexOf(sign)
    for (let at = length - 1; at >= 0; at -= 1) {
      carry += (bytes[at] as number) * 58
      bytes[at] = carry & 255
      carry >>= 8
    }
    if (carry > 0) return undefined
  }
  return bytes
}

const bech32Signs = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const bech32Generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/** BIP 173 for the first kind of witness, BIP 350 (another constant) for the later ones. */
function isBech32(address: string): boolean {
  const data = [...address.slice(3)].map((sign) => bech32Signs.indexOf(sign))
  const version = data[0] ?? 0
  const bits = (data.length - 7) * 5
  const length = Math.floor(bits / 8)
  const isSized = version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40
  if (version > 16 || !isSized) return false
  let sum = 1
  // `bc`, spread as the standard asks.
  for (const value of [3, 3, 0, 2, 3, ...data]) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [bit, generator] of bech32Generator.entries())
      if ((top >>> bit) & 1) sum ^= generator
  }
  return sum === (version === 0 ? 1 : 0x2bc830a3)
}

/** EIP-55: capitals are the checksum. In one case there is none; forty equal digits are a filler. */
function readEthereum(digits: string): { coin: 'ethereum'; address: string } | undefined {
  const lower = digits.toLowerCase()
  if (/^(.)\1{39}$/.test(lower)) return undefined
  const sum = keccak256(Uint8Array.from(lower, (sign) => sign.charCodeAt(0)))
  const address = [...lower]
    .map((sign, at) =>
      ((sum[at >> 1] as number) >> (at % 2 === 0 ? 4 : 0)) & 8 ? sign.toUpperCase() : sign,
    )
    .join('')
  const isOneCase = digits === lower || digits === digits.toUpperCase()
  return isOneCase || digits === address ? { coin: 'ethereum', address: `0x${address}` } : undefined
}

/** Eleven characters for eight bytes, seven for the last five; the last four are a checksum. */
function isMonero(text: string): boolean {
  const bytes: number[] = []
  for (let at = 0; at < text.length; at += 11) {
    const block = text.slice(at, at + 11)
    const part = fromBase58(block, block.length === 11 ? 8 : block.length === 7 ? 5 : 3)
    if (!part) return false
    bytes.push(...part)
  }
  const kinds = text.length === 95 ? [18, 42] : [19]
  if (!kinds.includes(bytes[0] ?? 0)) return false
  const content = Uint8Array.from(bytes.slice(0, -4))
  const sum = keccak256(content)
  return [0, 1, 2, 3].every((at) => sum[at] === bytes[content.length + at])
}
