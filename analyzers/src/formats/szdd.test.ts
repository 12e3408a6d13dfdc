import { expect, it } from 'vitest'
import { DamagedSzdd, unpackKwaj, unpackSzdd } from './szdd.ts'

/** `abcabcabcabc`: three bytes, then nine from the place where they were put. */
function withRepeat(): Buffer {
  const head = Buffer.from('SZDD\x88\xf0\x27\x33A\0\x0c\0\0\0', 'latin1')
  const place = 4096 - 16
  const packed = [0b0000_0111, 97, 98, 99, place & 255, ((place >> 4) & 0xf0) | (9 - 3)]
  return Buffer.concat([head, Buffer.from(packed)])
}

it('repeats what stands in the last 4 KB', () => {
  expect(unpackSzdd(withRepeat(), 100).toString()).toBe('abcabcabcabc')
})

it('takes out no more than is allowed', () => {
  expect(unpackSzdd(withRepeat(), 12)).toHaveLength(12)
  expect(() => unpackSzdd(withRepeat(), 11)).toThrow('larger than 11 bytes')
})

it('does not make room for a size that its bytes cannot have', () => {
  const file = withRepeat()
  file.writeUInt32LE(0xffff_fff0, 10)
  expect(() => unpackSzdd(file, Number.MAX_SAFE_INTEGER)).toThrow('truncated')
})

it('names a way of packing that is not read', () => {
  const file = Buffer.from('KWAJ\x88\xf0\x27\xd1\x03\0\x0e\0\0\0', 'latin1')
  expect(() => unpackKwaj(file, 100)).toThrow(DamagedSzdd)
  expect(() => unpackKwaj(file, 100)).toThrow('KWAJ method 3')
})
