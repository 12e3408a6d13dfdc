import { describe, expect, it } from 'vitest'
import { escapeFilter, fillFilter, matchingGroups } from './directory-names.ts'

describe('names of a directory', () => {
  it.each([
    ['ada', 'ada'],
    ['*)(uid=*', '\\2a\\29\\28uid=\\2a'],
    ['a\\b\0', 'a\\5cb\\00'],
    ['Zoë', 'Zoë'],
  ])('escapes %j in a filter', (text, escaped) => {
    expect(escapeFilter(text)).toBe(escaped)
  })

  it('puts a login in as a value, also one that looks like a place for another', () => {
    expect(fillFilter('(|(uid={login})(mail={0}))', { login: '{dn}', dn: 'x' })).toBe(
      '(|(uid={dn})(mail={dn}))',
    )
    expect(fillFilter('(member={dn})', { login: 'a', dn: 'cn=A (B),dc=x' })).toBe(
      '(member=cn=A \\28B\\29,dc=x)',
    )
  })

  it.each([
    ['SOC', ['CN=soc,OU=Groups,DC=corp'], true],
    ['soc', ['cn=socks,dc=corp'], false],
    // A group that is called so somewhere below is not the group.
    ['soc', ['cn=x,ou=soc,dc=corp'], false],
    ['cn=soc, ou=Groups,dc=corp', ['CN=SOC,OU=groups,DC=CORP'], true],
    ['cn=soc,ou=Groups,dc=corp', ['CN=SOC,OU=other,DC=CORP'], false],
    ['SOC, tier 1', ['CN=SOC\\, tier 1,DC=corp'], true],
    ['SOC, tier 1', ['CN=SOC\\2c tier 1,DC=corp'], true],
    ['Zoë', ['cn=Zo\\c3\\ab,dc=corp'], true],
    ['staff', ['staff'], true],
    // A comma or a backslash in the name of a group makes no other group of it.
    ['cn=soc,ou=Groups,dc=corp', ['cn=soc\\,ou=Groups,dc=corp'], false],
    ['cn=soc,ou=Groups,dc=corp', ['cn=soc\\2cou\\3dGroups,dc=corp'], false],
    ['cn=soc\\,ou=Groups,dc=corp', ['cn=soc\\2Cou\\3DGroups,dc=corp'], true],
    ['cn=soc,dc=corp', ['cn=\\5csoc,dc=corp'], false],
    ['soc', ['cn=\\5csoc,dc=corp'], false],
    ['\\soc', ['cn=\\5csoc,dc=corp'], true],
  ])('%j is one of %j: %j', (wanted, groups, isOne) => {
    expect(matchingGroups([wanted], groups).length === 1).toBe(isOne)
  })
})
