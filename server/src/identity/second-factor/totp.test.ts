import { describe, expect, it } from 'vitest'
import { matchingStep, newTotpSecret, stepAt, totpCode, totpUri } from './totp.ts'

/** "12345678901234567890", the key of the test vectors of RFC 6238. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('codes of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('are those of RFC 6238 at %d', (seconds, code) => {
    expect(totpCode(secret, stepAt(seconds * 1000))).toBe(code)
  })

  it('are accepted one step early and late, and not two', () => {
    const now = 2_000_000_000_000
    const accepted = [-2, -1, 0, 1, 2].map(
      (away) => matchingStep(secret, totpCode(secret, stepAt(now) + away), now, 0) !== undefined,
    )

    expect(accepted).toEqual([false, true, true, true, false])
  })

  it('are not accepted twice, and none before the last one either', () => {
    const now = 2_000_000_000_000
    const used = stepAt(now)

    expect(matchingStep(secret, totpCode(secret, used), now, used)).toBeUndefined()
    expect(matchingStep(secret, totpCode(secret, used - 1), now, used)).toBeUndefined()
    expect(matchingStep(secret, totpCode(secret, used + 1), now, used)).toBe(used + 1)
  })

  it('may be typed with a gap', () => {
    const code = totpCode(secret, stepAt(59_000))

    expect(matchingStep(secret, `${code.slice(0, 3)} ${code.slice(3)}`, 59_000, 0)).toBe(1)
  })

  it('come from secrets of 160 bits that differ', () => {
    const [one, other] = [newTotpSecret(), newTotpSecret()]

    expect(one).toMatch(/^[A-Z2-7]{32}$/)
    expect(one).not.toBe(other)
  })
})

it('an app gets the login and the installation', () => {
  expect(totpUri(secret, 'ada@example.org', 'assay.example.org')).toBe(
    'otpauth://totp/Assay%20(assay.example.org):ada%40example.org' +
      `?secret=${secret}&issuer=Assay%20(assay.example.org)&digits=6&period=30`,
  )
})
