import { expect, it } from 'vitest'
import { readHelp } from './chm.ts'

/** A directory of chunks, each full of pages without content. */
function manyPages(chunks: number): Buffer {
  const entry = Buffer.from([2, 0x2f, 0x61, 0, 0, 0])
  const chunk = Buffer.alloc(65_536)
  const count = Math.floor((chunk.length - 20) / entry.length)
  chunk.write('PMGL')
  chunk.writeUInt32LE(chunk.length - 20 - count * entry.length, 4)
  Buffer.alloc(count * entry.length, entry).copy(chunk, 20)
  const directory = Buffer.alloc(0x54)
  directory.write('ITSP')
  directory.writeUInt32LE(0x54, 8)
  directory.writeUInt32LE(chunk.length, 16)
  directory.writeUInt32LE(chunks, 0x2c)
  const head = Buffer.alloc(0x60)
  head.write('ITSF\x03')
  head.writeBigUInt64LE(0x60n, 0x48)
  return Buffer.concat([head, directory, ...Array.from({ length: chunks }, () => chunk)])
}

it('a help file with more pages than anyone writes is refused', () => {
  expect(readHelp(manyPages(4)).entries.length).toBeGreaterThan(40_000)
  expect(() => readHelp(manyPages(5))).toThrow('more than 50000 pages')
})
