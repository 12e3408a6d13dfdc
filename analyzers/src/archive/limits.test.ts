import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { expect, it } from 'vitest'
import type { FileObservable } from '../kit/index.ts'
import { make7z, makeRar, packedSamples } from './archive-samples.ts'
import { gather, gatherAsync, Locked, memberOf, TooLarge } from './member.ts'
import { readMembers } from './read-members.ts'
import { readZip } from './read-zip.ts'

const fileOf = (content: Buffer) =>
  ({
    dataType: 'file',
    filename: 'sample.bin',
    size: content.length,
    bytes: async (start: number, length: number) => content.subarray(start, start + length),
  }) as FileObservable

const nothing = () => undefined
const context = {
  passwords: [],
  maxInput: 1_000_000,
  onProblem: nothing,
  onFinding: nothing,
  onLink: nothing,
}

it.each([
  ['rar', makeRar('A.TXT', Buffer.from('x'))],
  ['7z', make7z('a.txt', Buffer.from('x'))],
] as const)(
  'a %s that is larger than what is unpacked is refused unread',
  async (form, content) => {
    const read = async (maxInput: number) => {
      const found = []
      const archive = { form, start: 0 }
      for await (const { path } of readMembers(fileOf(content), archive, { ...context, maxInput }))
        found.push(path)
      return found
    }
    expect(await read(content.length)).toHaveLength(1)
    await expect(read(content.length - 1)).rejects.toThrow(TooLarge)
  },
)

it('a zip whose members need the library is refused where it is too large for it', async () => {
  const file = fileOf(packedSamples.zipWithLzma)
  const read = async (maxInput: number) => {
    for await (const member of readZip(file, { ...context, maxInput })) await member.read(1_000)
  }
  await read(file.size)
  await expect(read(file.size - 1)).rejects.toThrow(TooLarge)
})

it('gives up on a zip after 500 wrong passwords', async () => {
  const target = new Uint8ArrayWriter()
  const how = { password: 'right', useWebWorkers: false, zipCrypto: true }
  const zip = new ZipWriter(target, how)
  await zip.add('a.txt', new TextReader('content'))
  await zip.close()
  const file = fileOf(Buffer.from(await target.getData()))
  const open = async (wrong: number) => {
    const passwords = [...Array.from({ length: wrong }, (_, n) => `wrong ${n}`), 'right']
    for await (const member of readZip(file, { ...context, passwords }))
      return (await member.read(1_000)).content.toString()
    return undefined
  }
  expect(await open(499)).toBe('content')
  await expect(open(500)).rejects.toThrow(Locked)
})

it('no more is taken out of a member than is allowed, however it comes', async () => {
  const pieces = [Buffer.alloc(600), Buffer.alloc(600)]
  const later = async function* () {
    yield* pieces
  }
  expect(gather(pieces, 1_200)).toHaveLength(1_200)
  expect(() => gather(pieces, 1_199)).toThrow(TooLarge)
  expect(await gatherAsync(later(), 1_200)).toHaveLength(1_200)
  await expect(gatherAsync(later(), 1_199)).rejects.toThrow(TooLarge)
  await expect(memberOf('a', Buffer.alloc(1_200)).read(1_199)).rejects.toThrow(TooLarge)
})
