import { constants, deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { damagedFile } from '../kit/damaged-files.ts'
import { DamagedStream, inflate64, TooMuch } from './inflate64.ts'

/**
 * Numbers that do not repeat: a match of 258 bytes is the only case that the two encode differently.
 */
const text = Buffer.from(
  Array.from({ length: 5_000 }, (_, at) => `word ${(at * 2_654_435_761) % 999_983}`).join(' '),
)

it.each([
  ['stored', { level: 0 }],
  ['with fixed codes', { strategy: constants.Z_FIXED }],
  ['with codes of its own', { level: 9 }],
])('what deflate and Deflate64 share is unpacked: %s', (_, options) => {
  expect(inflate64(deflateRawSync(text, options), 1_000_000)).toEqual(text)
})

/** Bits of a stream, codes with their first bit first, as in RFC 1951. */
function streamOf(...bits: readonly string[]): Buffer {
  const all = bits.join('')
  const bytes = Buffer.alloc(Math.ceil(all.length / 8))
  for (const [at, bit] of [...all].entries())
    if (bit === '1') bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (1 << (at % 8))
  return bytes
}

it('a match may have 65,538 bytes', () => {
  const lengthBits = '1111111111111111'
  // Last block, fixed codes, "a", length 285 with sixteen bits, distance 1, end.
  const stream = streamOf('1', '10', '10010001', '11000101', lengthBits, '00000', '0000000')
  expect(inflate64(stream, 100_000)).toEqual(Buffer.alloc(65_539, 'a'))
  expect(() => inflate64(stream, 1_000)).toThrow(TooMuch)
})

it('damage is reported as damage, and never gives more than is allowed', () => {
  fc.assert(
    fc.property(damagedFile(deflateRawSync(text), { isOftenWhole: true }), (file) => {
      try {
        expect(inflate64(file, 100_000).length).toBeLessThanOrEqual(100_000)
      } catch (error) {
        expect(error instanceof DamagedStream || error instanceof TooMuch).toBe(true)
      }
    }),
    { numRuns: 100 },
  )
})
