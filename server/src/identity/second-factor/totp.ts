import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** RFC 6238 as every authenticator app knows it: SHA-1, six digits, thirty seconds. */
const stepMs = 30_000
const digits = 6
/** Phone clocks differ, and typing takes time. */
const window = 1

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits, as RFC 4226 recommends, in base32 without padding. */
export function newTotpSecret(): string {
  const bits = [...randomBytes(20)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('')
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** What an app reads from the QR code; `host` distinguishes installations in its list. */
export function totpUri(secret: string, login: string, host: string | undefined): string {
  const issuer = host === undefined ? 'Assay' : `Assay (${host})`
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&digits=${digits}&period=30`
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(login)}?${query}`
}

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export const stepAt = (now: number) => Math.floor(now / stepMs)

/** The step whose code this is, later than the last that was used; every step is compared in full. */
export function matchingStep(
  secret: string,
  code: string,
  now: number,
  lastStep: number,
): number | undefined {
  const given = Buffer.from(code.replace(/\s/g, ''))
  let found: number | undefined
  for (let step = stepAt(now) - window; step <= stepAt(now) + window; step += 1) {
    const expected = Buffer.from(totpCode(secret, step))
    const isSame = given.length === expected.length && timingSafeEqual(given, expected)
    // guard (open = isSame): totp.test.ts
    if (isSame && step > lastStep) found ??= step
  }
  return found
}

export const looksLikeTotp = (code: string) => /^\d{6}$/.test(code.replace(/\s/g, ''))
