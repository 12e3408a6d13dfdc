import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { anyCharacter } from '../kit/any-text.ts'
import { isSmallJson, jsonLimits } from '../kit/index.ts'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-lists-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}

const look = async (dataType: string, data: string, config: Record<string, unknown>) =>
  (await reportOf(analyzer, { dataType, data, config })).taxonomies

const bad = [
  '# our own',
  'evil.example.org, seen in May',
  '*.wild.example',
  '192.0.2.0/24\tscanners',
  '2001:db8::/32',
  '198.51.100.7',
  'http://plain.example/x.exe',
  'A'.repeat(64),
  'bad@mail.example',
  'AS64500',
].join('\n')

it.each([
  ['fqdn', 'evil.example.org'],
  ['fqdn', 'EVIL.example.org.'],
  ['fqdn', 'deep.below.evil.example.org'],
  ['domain', 'wild.example'],
  ['fqdn', 'a.wild.example'],
  ['url', 'https://user@evil.example.org:8443/path'],
  ['url', 'hxxp://plain[.]example/x.exe'],
  ['url', 'http://192.0.2.200/'],
  ['mail', 'someone@evil.example.org'],
  ['mail', 'Bad@mail.example'],
  ['ip', '192.0.2.255'],
  ['ip', '198.51.100.7'],
  ['ip', '2001:db8:0:0::1'],
  ['hash', 'a'.repeat(64)],
  ['autonomous-system', 'as64500'],
])('finds the %s %s in a block list', async (dataType, data) => {
  const folder = await folderWith({ 'ours.txt': bad })

  expect(await look(dataType, data, { block_lists: [folder] })).toEqual([
    { level: 'malicious', namespace: 'Lists', predicate: 'Blocked', value: 'ours' },
  ])
})

it.each([
  ['fqdn', 'notevil.example.org'],
  ['domain', 'example.org'],
  ['ip', '192.0.3.1'],
  ['ip', '198.51.100.70'],
  ['url', 'http://plain.example/y.exe'],
  ['hash', 'a'.repeat(63)],
])('does not find the %s %s', async (dataType, data) => {
  const folder = await folderWith({ 'ours.txt': bad })

  expect(await look(dataType, data, { block_lists: [folder] })).toEqual([
    { level: 'info', namespace: 'Lists', predicate: 'Hits', value: 0 },
  ])
})

it('says nothing without a list', async () => {
  expect(await look('ip', '1.1.1.1', {})).toEqual([])
})

it('judges by the kind of list, and names all of them', async () => {
  const folder = await folderWith({ bad: '1.1.1.1', odd: '1.1.1.1', good: '1.1.1.0/24' })
  const config = {
    block_lists: [join(folder, 'bad')],
    watch_lists: [join(folder, 'odd')],
    allow_lists: [join(folder, 'good')],
  }

  expect(await look('ip', '1.1.1.1', config)).toMatchObject([
    { level: 'malicious', predicate: 'Blocked', value: 'bad' },
    { level: 'suspicious', predicate: 'Watched', value: 'odd' },
    { level: 'safe', predicate: 'Allowed', value: 'good' },
  ])
})

it('sees a list that changes and a list that is added', async () => {
  const folder = await folderWith({ 'a.txt': '1.1.1.1' })
  const config = { block_lists: [folder] }
  const isListed = async (data: string) =>
    (await look('ip', data, config))[0]?.level === 'malicious'

  expect([await isListed('1.1.1.1'), await isListed('2.2.2.2')]).toEqual([true, false])
  await writeFile(join(folder, 'a.txt'), '2.2.2.2 \n')
  expect([await isListed('1.1.1.1'), await isListed('2.2.2.2')]).toEqual([false, true])
  await writeFile(join(folder, 'b.txt'), '3.3.3.3')
  expect(await isListed('3.3.3.3')).toBe(true)
})

it.each([
  ['hostname', ['google.com'], 'fqdn', 'mail.google.com'],
  ['cidr', ['8.8.8.0/24'], 'ip', '8.8.8.8'],
  ['string', ['8.8.4.4'], 'ip', '8.8.4.4'],
  ['substring', ['.dyn.'], 'fqdn', 'home.dyn.example.org'],
  ['regex', ['/^ec2-.*amazonaws\\.com$/i', '(broken'], 'fqdn', 'ec2-1-2-3-4.compute.amazonaws.com'],
])('reads MISP warning lists of the kind %s', async (type, list, dataType, data) => {
  const folder = await folderWith({
    'lists/common/list.json': JSON.stringify({ name: 'Common things', version: 1, type, list }),
  })

  expect(await look(dataType, data, { warning_lists: [folder] })).toEqual([
    { level: 'info', namespace: 'Lists', predicate: 'Warning', value: 'Common things' },
  ])
})

it.each([
  ['broken', '(broken'],
  ['with a possessive quantifier', 'a++b'],
  ['with a quoted part', '\\Qa.b\\E'],
  ['with a POSIX class', '^[[:alpha:]]+$'],
  ['with a Unicode class', '^\\p{L}+$'],
  ['with a condition', '(?(?=a)b|c)'],
  ['that is no text', 12],
])('says that an entry of a warning list was not compared: %s', async (_, value) => {
  const list = { name: 'Common things', type: 'regex', list: ['^never$', value] }
  const folder = await folderWith({ 'list.json': JSON.stringify(list) })
  const { full } = await reportOf(analyzer, {
    dataType: 'fqdn',
    data: 'www.example.org',
    config: { warning_lists: [folder] },
  })
  expect(full.incomplete).toEqual([
    `Unsupported entries of warning list “Common things” were not compared: ${value}`,
  ])
})

it.each(['(?i)^WWW', '\\Awww\\.', 'org\\z', '/ORG$/i'])(
  'reads a regular expression as PCRE means it: %s',
  async (value) => {
    const list = { name: 'Common things', type: 'regex', list: [value] }
    const folder = await folderWith({ 'list.json': JSON.stringify(list) })
    expect(await look('fqdn', 'www.example.org', { warning_lists: [folder] })).toMatchObject([
      { predicate: 'Warning' },
    ])
  },
)

it.each([
  ['a list that is not there', { block_lists: ['/no/such/list'] }, '/no/such/list does not exist'],
  ['a device', { block_lists: ['/dev/null'] }, 'neither a file nor a folder'],
])('fails readably on %s', async (_, config, message) => {
  expect(await runAnalyzer(analyzer, { dataType: 'ip', data: '1.1.1.1', config })).toMatchObject({
    success: false,
    errorMessage: expect.stringContaining(message),
  })
})

it('fails readably on a warning list that is none', async () => {
  const folder = await folderWith({ 'list.json': '{"name": ' })

  expect(
    await runAnalyzer(analyzer, {
      dataType: 'ip',
      data: '1.1.1.1',
      config: { warning_lists: [folder] },
    }),
  ).toMatchObject({
    success: false,
    errorMessage: expect.stringContaining('not a MISP warning list'),
  })
})

it('parses no warning list that would end the whole process', async () => {
  const folder = await folderWith({ 'list.json': `{"list":[${'[],'.repeat(200_000)}1]}` })

  expect(
    await runAnalyzer(analyzer, {
      dataType: 'ip',
      data: '1.1.1.1',
      config: { warning_lists: [folder] },
    }),
  ).toMatchObject({ success: false, errorMessage: expect.stringContaining('lists and objects') })
  const texts = JSON.stringify(Array(300_000).fill('[[{{,\\" "'))
  expect(isSmallJson(texts)).toBe(true)
  expect(isSmallJson(`[${'1,'.repeat(jsonLimits.values + 1)}1]`)).toBe(false)
})

it('says which list cannot be read, and answers from the others', async () => {
  const folder = await folderWith({ 'bad.txt': 'evil.example.org', 'packed.txt': 'PK\0\0' })
  const { full } = await reportOf(analyzer, {
    dataType: 'domain',
    data: 'evil.example.org',
    config: { block_lists: [folder] },
  })
  expect(full).toMatchObject({
    verdict: 'malicious',
    checkedLists: 1,
    incomplete: ['The list packed.txt is not a text file'],
  })
})

it('never fails in an unforeseen way, whatever is looked up in whatever list', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      fc.constantFrom('ip', 'url', 'fqdn', 'mail', 'other'),
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      async (list, dataType, data) => {
        const folder = await mkdtemp(join(tmpdir(), 'assay-lists-'))
        await writeFile(join(folder, 'list'), list)
        const report = await runAnalyzer(analyzer, {
          dataType,
          data,
          config: { block_lists: [folder] },
        })
        await rm(folder, { recursive: true })
        if (list.includes('\0'))
          expect(report).toMatchObject({ errorMessage: 'The list list is not a text file' })
        else expect(report).toMatchObject({ success: true })
      },
    ),
  )
})

it('reads a list of 100,000 entries once, and answers from it then', async () => {
  const entries = Array.from({ length: 100_000 }, (_, n) => `host-${n}.example.org`)
  const folder = await folderWith({ big: entries.join('\n') })

  const costs: number[] = []
  for (let n = 0; n < 10; n += 1) {
    const before = process.cpuUsage()
    expect(
      await look('fqdn', `host-${n * 7}.example.org`, { block_lists: [folder] }),
    ).toMatchObject([{ level: 'malicious' }])
    const { user, system } = process.cpuUsage(before)
    costs.push(user + system)
  }
  const [first = 0, ...others] = costs
  expect(Math.min(...others)).toBeLessThan(first / 4)
})
