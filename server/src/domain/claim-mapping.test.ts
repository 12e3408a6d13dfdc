import { describe, expect, it } from 'vitest'
import {
  claimAt,
  grantsOf,
  isLoginVerified,
  mergedClaims,
  vouchedAddress,
} from './claim-mapping.ts'

describe('user information that is not signed', () => {
  const signed = { sub: '1', name: 'Ada', realm_access: { roles: ['read'] }, 'a.b': 'signed' }

  it.each([
    ['a claim', { name: 'Mallory' }, 'name', 'Ada'],
    ['the subject', { sub: '2' }, 'sub', '1'],
    ['a nested claim', { realm_access: { roles: ['admin'] } }, 'realm_access.roles', ['read']],
    [
      'a nested claim by a name with dots',
      { 'realm_access.roles': ['admin'] },
      'realm_access.roles',
      ['read'],
    ],
    ['a claim with dots by a nested one', { a: { b: 'unsigned' } }, 'a.b', 'signed'],
  ])('never replaces %s that is', (_what, unsigned, name, expected) => {
    expect(claimAt(mergedClaims(signed, unsigned), name)).toEqual(expected)
  })

  it('adds what the token does not say', () => {
    const merged = mergedClaims({ sub: '1' }, { preferred_username: 'ada', groups: ['soc'] })
    expect(merged).toEqual({ sub: '1', preferred_username: 'ada', groups: ['soc'] })
  })

  it.each([
    [{ email: 'a@x' }, { email: 'b@x', email_verified: true }, false],
    [{ email: 'a@x' }, { email_verified: true }, false],
    [{ email: 'a@x', email_verified: false }, { email: 'a@x', email_verified: true }, false],
    [{ email_verified: false }, { email: 'a@x', email_verified: true }, false],
    [{ email: 'a@x' }, { email: 'a@x', email_verified: true }, true],
    [{}, { email: 'a@x', email_verified: true }, true],
    [{ email: 'a@x', email_verified: true }, {}, true],
  ])('verifies no mail address but its own: %j and %j', (token, unsigned, isVerified) => {
    const mapping = { claims: { login: 'email' } }
    expect(isLoginVerified(mapping, mergedClaims({ sub: '1', ...token }, unsigned))).toBe(
      isVerified,
    )
  })
})

it.each([
  ['alpha', 'alpha'],
  ['cortex', 'fallback'],
  ['', 'fallback'],
  [['alpha'], 'fallback'],
])('a claim names any organization but that of the superadmins: %j', (claimed, organization) => {
  const mapping = { claims: { organization: 'tenant' }, organization: 'fallback', roles: ['read'] }
  expect(grantsOf(mapping, { tenant: claimed })).toEqual([{ organization, roles: ['read'] }])
})

describe('an address of a user', () => {
  it.each([
    [false, { email: 'a@x.test', email_verified: true }, 'a@x.test'],
    [false, { email: 'a@x.test' }, undefined],
    [false, { email: 'a@x.test', email_verified: 'true' }, undefined],
    [false, { email: 'A <a@x.test>', email_verified: true }, undefined],
    [false, { mail: 'a@x.test', email_verified: true }, undefined],
    [true, { mail: 'a@x.test' }, 'a@x.test'],
    [true, { mail: ['a@x.test', 'b@x.test'] }, 'a@x.test'],
    [true, {}, undefined],
  ])('is vouched for, or not: directory %j, claims %j', (isDirectory, claims, address) => {
    expect(vouchedAddress(isDirectory, claims)).toBe(address)
  })
})
