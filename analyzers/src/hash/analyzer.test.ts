import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { anyCharacter } from '../kit/any-text.ts'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'

const look = (data: string, config = {}) => reportOf(analyzer, { dataType: 'hash', data, config })

async function listFile(content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-hash-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'list.txt')
  await writeFile(path, content)
  return path
}

it.each([
  ['44d88612fea8a8f36de82e1278abb02f', 'MD5'],
  ['3395856ce81f2b7382dee72602f798b642f14140', 'SHA-1'],
  ['a'.repeat(56), 'SHA-224'],
  ['275a021bbfb6489e54d471899f7db9d1663fc695ec2fe2a2c4538aabf651fd0f', 'SHA-256'],
  ['a'.repeat(96), 'SHA-384'],
  ['A'.repeat(128), 'SHA-512'],
  [`T1${'0'.repeat(70)}`, 'TLSH'],
  ['3:AXGBicFlgVNhBGcL6wCrFQEv:AXGHsNhxLsr2C', 'ssdeep'],
])('%s is %s', async (hash, algorithm) => {
  expect((await look(hash)).full).toMatchObject({ algorithm })
})

it.each([
  ['44d88612fea8a8f36de82e1278abb02f', 'malicious', 'EICAR test file'],
  ['275A021BBFB6489E54D471899F7DB9D1663FC695EC2FE2A2C4538AABF651FD0F', 'malicious', 'EICAR'],
  ['d41d8cd98f00b204e9800998ecf8427e', 'safe', 'empty input'],
  ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'safe', 'empty input'],
])('knows %s', async (hash, level, name) => {
  expect((await look(hash)).taxonomies).toContainEqual(
    expect.objectContaining({ level, predicate: 'Known', value: expect.stringContaining(name) }),
  )
})

it('says nothing about a hash that it does not know', async () => {
  const { taxonomies } = await look('f'.repeat(64))
  expect(taxonomies).toEqual([
    { level: 'info', namespace: 'Hash', predicate: 'Algorithm', value: 'SHA-256' },
  ])
})

it('looks up the lists of the user, and sees when one changes', async () => {
  const path = await listFile(`# bad ones\r\n${'B'.repeat(64)}  Some Trojan\r\n`)
  const config = { malicious_lists: [path], safe_lists: [] }

  const listed = { level: 'malicious', predicate: 'Listed', value: 'Some Trojan' }
  expect((await look('b'.repeat(64), config)).taxonomies).toMatchObject([{}, listed])
  expect((await look('c'.repeat(64), config)).taxonomies).toHaveLength(1)

  await writeFile(path, `${'c'.repeat(64)}\n`)
  expect((await look('c'.repeat(64), config)).taxonomies).toMatchObject([
    {},
    { level: 'malicious', value: 'list.txt' },
  ])
})

it.each([
  ['a list that is not there', 'a'.repeat(32), { safe_lists: ['/no/such/list'] }, '/no/such/list'],
  ['a text that is no hash', 'hello', {}, 'Not a hash'],
  ['an odd length', 'abc', {}, 'Not a hash'],
])('fails readably on %s', async (_, data, config, message) => {
  expect(await runAnalyzer(analyzer, { dataType: 'hash', data, config })).toMatchObject({
    success: false,
    errorMessage: expect.stringContaining(message),
  })
})

it('never fails in an unforeseen way', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 300 }), async (data) => {
      const report = await runAnalyzer(analyzer, { dataType: 'hash', data })
      if (!report.success) expect(report.errorMessage).not.toContain('Unexpected')
    }),
  )
})
