import fc from 'fast-check'

// As `binary` and `webUrl` of fast-check, each of which takes a second to make.
export const anyCharacter = fc
  .nat(0x10f7ff)
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800))

const pathPart = fc.string({
  unit: fc.oneof(
    fc.constantFrom(..."abcXYZ019-._~!$&'()*+,;=:@"),
    anyCharacter.map(encodeURIComponent),
  ),
})
export const webAddress = fc
  .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), fc.array(pathPart))
  .map(([scheme, authority, path]) => `${scheme}://${[authority, ...path].join('/')}`)
