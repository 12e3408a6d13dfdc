import fc from 'fast-check'
import { expect, it } from 'vitest'
import { damagedFile } from '../kit/damaged-files.ts'
import { makeCompoundFile, type SampleTree } from './compound-sample.ts'
import { compoundType, lotusType } from './old-types.ts'
import { inMemory } from './random-access.ts'

const typeOf = async (tree: SampleTree) =>
  (await compoundType(inMemory(makeCompoundFile(tree))))?.extension

const content = Buffer.from('content')

it.each([
  ['doc', { '1Table': content, WordDocument: content }],
  ['xls', { Workbook: content }],
  ['xls', { Book: content }],
  ['ppt', { 'Current User': content, 'PowerPoint Document': content }],
  ['msg', { '__properties_version1.0': content, '__substg1.0_0037001F': content }],
  ['vsd', { VisioDocument: content }],
  ['pub', { Quill: { QuillSub: { CONTENTS: content } } }],
  ['encrypted-office', { EncryptionInfo: content, EncryptedPackage: content }],
] satisfies [string, SampleTree][])('knows a .%s by its streams', async (extension, tree) => {
  expect(await typeOf(tree)).toBe(extension)
})

it('looks behind the first sector of the directory', async () => {
  const others = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`s${at}`, content]))
  expect(await typeOf({ ...others, WordDocument: content })).toBe('doc')
})

it('knows an installer by the class of its root', async () => {
  const bytes = makeCompoundFile({ a: content })
  const directory = (bytes.readUInt32LE(48) + 1) * 512
  bytes.write('84100c0000000000c000000000000046', directory + 80, 'hex')
  expect(await compoundType(inMemory(bytes))).toMatchObject({ extension: 'msi' })
})

it('says nothing about other compound files and other files', async () => {
  expect(await typeOf({ a: content })).toBeUndefined()
  expect(await compoundType(inMemory(Buffer.alloc(5_000)))).toBeUndefined()
})

it.each([
  ['wk1', '000002000604'],
  ['wks', '000002000404'],
  ['wk3', '00001a000010'],
  ['wk4', '00001a000210'],
  ['123', '00001a000310'],
])('knows a .%s of Lotus', (extension, start) => {
  const head = Buffer.concat([Buffer.from(start, 'hex'), Buffer.alloc(20)])
  expect(lotusType(head)?.extension).toBe(extension)
})

it('leaves icons and cursors alone', () => {
  for (const start of ['000001000100', '000002000100', '000002000300'])
    expect(lotusType(Buffer.concat([Buffer.from(start, 'hex'), Buffer.alloc(20)]))).toBeUndefined()
})

it('answers for every damaged file', async () => {
  const sound = makeCompoundFile({ WordDocument: Buffer.alloc(5_000), a: content })
  await fc.assert(
    fc.asyncProperty(damagedFile(sound), async (bytes) => {
      await compoundType(inMemory(bytes))
      lotusType(bytes)
    }),
    { numRuns: 300 },
  )
})
