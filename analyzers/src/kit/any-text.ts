// For property tests: `binary` and `webUrl` of fast-check, each of which takes a second to make.
import fc from 'fast-check'

const surrogates = { from: 0xd800, count: 0x800 }

export const anyCharacter = fc
  .nat(0x10ffff - surrogates.count)
  .map((n) => String.fromCodePoint(n < surrogates.from ? n : n + surrogates.count))

const part = fc.string({
  unit: fc.oneof(
    fc.constantFrom(..."abcXYZ019-._~!$&'()*+,;=:@"),
    anyCharacter.map(encodeURIComponent),
  ),
})

/** With a path, and perhaps with parameters and a fragment. */
export const webAddress = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.webAuthority(),
    fc.array(part),
    fc.option(part, { nil: '' }),
    fc.option(part, { nil: '' }),
  )
  .map(([scheme, authority, path, query, fragment]) => {
    const address = `${scheme}://${[authority, ...path].join('/')}`
    return `${address}${query && `?${query}`}${fragment && `#${fragment}`}`
  })
