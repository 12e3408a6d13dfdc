import { spawnSync } from 'node:child_process'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readTar, type TarEntry, writeTar } from '../../src/engine/runners/tar.ts'
import { skipTest } from '../skip.ts'

const file = (name: string, content: Buffer): TarEntry => ({
  name,
  type: 'file',
  mode: 0o644,
  size: content.length,
  content,
})

/** In pieces of any length, as a network delivers them. */
async function* inPieces(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function contents(stream: AsyncIterable<Buffer>) {
  const found: [string, string][] = []
  for await (const { name, content } of readTar(stream)) {
    found.push([name, (await buffer(content)).toString('base64')])
  }
  return found
}

it('comes out as it went in, in whatever pieces', async () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 300 })
    .filter((text) => !/[\0\n]/.test(text) && text.isWellFormed())
  const files = fc.array(fc.tuple(name, fc.uint8Array({ maxLength: 1500 })), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(files, fc.integer({ min: 1, max: 2000 }), async (list, pieceLength) => {
      const entries = list.map(([entry, bytes]) => file(entry, Buffer.from(bytes)))
      const archive = await buffer(Readable.from(writeTar(entries)))
      expect(await contents(inPieces(archive, pieceLength))).toEqual(
        list.map(([entry, bytes]) => [entry, Buffer.from(bytes).toString('base64')]),
      )
    }),
    { numRuns: 200 },
  )
})

it('skips what is not read', async () => {
  const entries = [file('a', Buffer.alloc(5000)), file('b', Buffer.from('x'))]
  const names: string[] = []
  for await (const { name } of readTar(Readable.from(writeTar(entries)))) names.push(name)
  expect(names).toEqual(['a', 'b'])
})

it('refuses a file that grew while it was read', async () => {
  const entries = [{ ...file('a', Buffer.alloc(10)), size: 5 }]
  await expect(buffer(Readable.from(writeTar(entries)))).rejects.toThrow('a changed')
})

it('never hangs on a broken archive', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
      await contents(inPieces(Buffer.from(bytes), 100)).catch(() => {})
    }),
  )
})

const hasTar = spawnSync('tar', ['--version']).stdout?.includes('GNU')

it('is read by the tar of the system', async () => {
  if (!hasTar) skipTest('GNU tar is not installed (Debian: apt-get install tar)')
  const names = ['short', `${'long/'.repeat(30)}name`, 'ümläut €']
  const archive = await buffer(
    Readable.from(writeTar(names.map((name) => file(name, Buffer.from(name))))),
  )
  const listed = spawnSync('tar', ['--quoting-style=literal', '-tf', '-'], { input: archive })
  expect(listed.stderr.toString()).toBe('')
  expect(listed.stdout.toString().trim().split('\n')).toEqual(names)
})
