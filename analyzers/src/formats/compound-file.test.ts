import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DamagedCompoundFile, readCompoundFile } from './compound-file.ts'
import { makeCompoundFile } from './compound-sample.ts'

const large = Buffer.alloc(10_000, 'large ')
const sample = makeCompoundFile({
  short: Buffer.from('a short body'),
  folder: { long: large, deeper: { empty: Buffer.alloc(0) } },
})

const streams = (bytes: Buffer) =>
  new Map(readCompoundFile(bytes).map(({ path, read }) => [path, read(1_000_000)]))

it('reads short and long streams by their paths', () => {
  const found = streams(sample)

  expect(found.get('short')?.toString()).toBe('a short body')
  expect(found.get('folder/long')).toEqual(large)
  expect(found.get('folder/deeper/empty')).toEqual(Buffer.alloc(0))
})

it('reads no more than it is asked for', () => {
  const entry = readCompoundFile(sample).find(({ size }) => size === large.length)

  expect(entry?.read(7)).toEqual(large.subarray(0, 7))
})

it.each([
  ['a text', Buffer.from('hello'), 'invalid header'],
  ['a header alone', sample.subarray(0, 100), 'truncated'],
  ['half of one', sample.subarray(0, 1_024), ''],
])('refuses %s', (_, bytes, reason) => {
  expect(() => streams(bytes)).toThrow(DamagedCompoundFile)
  expect(() => streams(bytes)).toThrow(reason)
})

it('ends on every damage, with the streams or with a reason', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(sample.length - 1), fc.nat(255)), { maxLength: 20 }),
      fc.nat(sample.length),
      (changes, length) => {
        const broken = Buffer.from(sample)
        for (const [at, byte] of changes) broken[at] = byte
        try {
          streams(broken.subarray(0, length))
        } catch (error) {
          expect(error).toBeInstanceOf(DamagedCompoundFile)
        }
      },
    ),
    { numRuns: 1_000 },
  )
})

it('ends on a cyclic chain', () => {
  // Every entry of the table that continues a chain is pointed at itself, one after the other.
  for (let at = 0; at + 4 <= sample.length; at += 4) {
    const value = sample.readUInt32LE(at)
    if (value === 0 || value > 100) continue
    const broken = Buffer.from(sample)
    broken.writeUInt32LE(value - 1, at)
    try {
      streams(broken)
    } catch (error) {
      expect(error).toBeInstanceOf(DamagedCompoundFile)
    }
  }
})
