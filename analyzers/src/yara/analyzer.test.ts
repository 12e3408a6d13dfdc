import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'

async function rulesIn(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-yara-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}

const dropper = `rule Dropper : loader {
  meta:
    author = "us"
    score = 75
  strings:
    $a = "powershell -enc" nocase
    $b = { DE AD ?? EF }
  condition: any of them
}`

const scan = async (file: Uint8Array | string, folder: string, config = {}) =>
  reportOf(analyzer, {
    dataType: 'file',
    file,
    config: { rules: [folder], starter_rules: false, ...config },
  })

it('reports which rule matches, and where', async () => {
  const folder = await rulesIn({ 'deep/ours.yar': dropper })
  const { taxonomies, full } = await scan('run PowerShell -Enc AAAA', folder)

  expect(taxonomies).toEqual([
    { level: 'suspicious', namespace: 'YARA', predicate: 'Rule', value: 'Dropper' },
  ])
  expect(full).toMatchObject({
    ruleFiles: 1,
    unusable: [],
    matches: [
      {
        rule: 'Dropper',
        file: 'ours.yar',
        tags: ['loader'],
        metadata: [
          { name: 'author', value: 'us' },
          { name: 'score', value: 75 },
        ],
        patterns: [
          {
            name: '$a',
            matches: [
              { offset: 4, length: 15, hex: Buffer.from('PowerShell -Enc').toString('hex') },
            ],
          },
        ],
      },
    ],
  })
})

it('matches bytes and knows formats', async () => {
  const folder = await rulesIn({
    'a.yara': dropper,
    'b.yar': 'import "elf" rule Program { condition: elf.type == elf.ET_EXEC }',
  })
  const elf = Buffer.alloc(64)
  elf.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])
  elf.writeUInt16LE(2, 16)

  const { taxonomies } = await scan(Buffer.concat([elf, Buffer.from('deadbeef', 'hex')]), folder)
  expect(taxonomies.map(({ value }) => value).toSorted()).toEqual(['Dropper', 'Program'])
})

it('says that nothing matches, and judges as configured', async () => {
  const folder = await rulesIn({ 'a.yar': dropper })

  expect((await scan('harmless', folder)).taxonomies).toEqual([
    { level: 'info', namespace: 'YARA', predicate: 'Matches', value: 0 },
  ])
  const { taxonomies } = await scan('powershell -enc', folder, { level: 'malicious' })
  expect(taxonomies).toMatchObject([{ level: 'malicious' }])
})

it('sees rules that change', async () => {
  const folder = await rulesIn({ 'a.yar': 'rule A { strings: $a = "one" condition: $a }' })
  const names = async () => (await scan('one two', folder)).taxonomies.map(({ value }) => value)

  expect(await names()).toEqual(['A'])
  await writeFile(join(folder, 'b.yar'), 'rule A { strings: $a = "two" condition: $a }')
  await writeFile(join(folder, 'c.yar'), 'rule C { condition: filesize < 10 }')
  expect(await names()).toEqual(['A', 'C'])
})

it('uses the sound files of a folder and names the others', async () => {
  const folder = await rulesIn({
    'good.yar': dropper,
    'bad.yar': 'rule Bad { condition: $nothing }',
    'index.yar': 'include "good.yar"',
  })
  const { taxonomies, full } = await scan('powershell -enc', folder)

  expect(taxonomies).toMatchObject([{ value: 'Dropper' }])
  expect(full.unusable).toMatchObject([
    { file: 'bad.yar', reason: expect.stringContaining('unknown pattern') },
    { file: 'index.yar', reason: expect.stringContaining('include') },
  ])
  expect(full.incomplete).toEqual([
    expect.stringMatching(/^rules in bad.yar are unusable: line 1, .*unknown pattern/),
    expect.stringMatching(/^rules in index.yar are unusable: .*include/),
  ])
})

it('says that a folder of rules has none, and which matches are not shown', async () => {
  const empty = await rulesIn({ 'rules.txt': dropper })
  expect((await scan('x', empty)).full).toMatchObject({
    message: 'No rules available',
    incomplete: [expect.stringMatching(/^folder .* has no \.yar or \.yara file$/)],
  })
  const many = Array.from({ length: 120 }, (_, n) => `rule R${n} { condition: true }`).join('\n')
  const { full } = await scan('x', await rulesIn({ 'many.yar': many }))
  expect(full.incomplete).toEqual(['120 rules match; the first 100 are reported'])
})

it('says where a rule is wrong and quotes nothing of the file', async () => {
  const folder = await rulesIn({
    'one.yar': 'aGlkZGVuIG1hc3RlciBrZXk=',
    'two.yar': 'rule A {\n  meta: x = hiddenWord\n  condition: true }',
    'three.yar': 'rule B { condition: hiddenName }',
    'four.yar': 'import "hiddenModule" rule C { condition: true }',
    'five.yar': 'include "/etc/passwd"',
    'good.yar': dropper,
  })
  const { full } = await scan('x', folder)

  expect(full.unusable).toEqual([
    { file: 'five.yar', reason: expect.stringMatching(/^line 1, column 1: include .* \(E042\)$/) },
    { file: 'four.yar', reason: 'line 1, column 1: unknown module (E010)' },
    { file: 'one.yar', reason: 'line 1, column 1: syntax error (E001)' },
    { file: 'three.yar', reason: 'line 1, column 21: unknown identifier (E009)' },
    { file: 'two.yar', reason: 'line 2, column 13: syntax error (E001)' },
  ])
  expect(JSON.stringify(full)).not.toMatch(/hidden|aGlk|root:/)
})

it('shows the names of this job, also when equal files were compiled before', async () => {
  const one = await rulesIn({ 'mine.yar': dropper })
  const other = await rulesIn({ 'theirs.yar': dropper })

  const names = async (folder: string) =>
    ((await scan('powershell -enc', folder)).full.matches as { file: string }[])[0]?.file
  expect([await names(one), await names(other)]).toEqual(['mine.yar', 'theirs.yar'])
})

it('is silent without rules', async () => {
  const report = await reportOf(analyzer, {
    dataType: 'file',
    file: 'x',
    config: { starter_rules: false },
  })

  expect(report).toMatchObject({ taxonomies: [], full: { message: 'No rules available' } })
})

it.each([
  ['rules that are not there', { rules: ['/no/such/rules'] }, '/no/such/rules does not exist'],
  ['a device', { rules: ['/dev/null'] }, 'neither a file nor a folder'],
  ['a level that is none', { level: 'evil' }, 'Setting level must be'],
])('fails readably on %s', async (_, config, message) => {
  expect(await runAnalyzer(analyzer, { dataType: 'file', file: 'x', config })).toMatchObject({
    success: false,
    errorMessage: expect.stringContaining(message),
  })
})

it('tells its own rules from those of the program when another file is broken', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-yara-'))
  await writeFile(join(folder, 'a.yar'), 'broken')
  await writeFile(join(folder, 'b.yar'), 'rule Mine { strings: $a = "mine" condition: $a }')

  const report = await runAnalyzer(analyzer, {
    dataType: 'file',
    file: 'mine',
    config: { rules: [folder], level: 'malicious' },
  })

  await rm(folder, { recursive: true })
  expect(report).toMatchObject({
    success: true,
    full: { matches: [{ rule: 'Mine' }], findings: [{ level: 'malicious' }] },
  })
})

it('takes rules of any content, or says what is wrong', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(dropper.length - 1), fc.string({ maxLength: 2 })), { maxLength: 4 }),
      async (changes) => {
        let text = dropper
        for (const [at, put] of changes) text = text.slice(0, at) + put + text.slice(at + 1)
        const folder = await mkdtemp(join(tmpdir(), 'assay-yara-'))
        await writeFile(join(folder, 'a.yar'), text)
        const report = await runAnalyzer(analyzer, {
          dataType: 'file',
          file: 'powershell -enc',
          config: { rules: [folder], starter_rules: false },
        })
        await rm(folder, { recursive: true })
        if (!report.success) expect(report.errorMessage).toContain('None of the rules are usable')
      },
    ),
    { numRuns: 40 },
  )
})

it('reads files of any content with the modules for formats', async () => {
  const imports = ['pe', 'elf', 'macho', 'dotnet', 'lnk']
    .map((name) => `import "${name}"`)
    .join(' ')
  const folder = await rulesIn({
    'formats.yar': `${imports} rule Any { condition: pe.is_pe or elf.type == 2 or dotnet.is_dotnet or lnk.is_lnk }`,
  })
  const heads = ['MZ', '\x7fELF', '\xca\xfe\xba\xbe', '\xfe\xed\xfa\xcf', 'L\0\0\0\x01\x14\x02\0']
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...heads),
      fc.uint8Array({ maxLength: 2_000, size: 'max' }),
      async (head, rest) => {
        const file = Buffer.concat([Buffer.from(head, 'latin1'), rest])
        expect(
          await runAnalyzer(analyzer, {
            dataType: 'file',
            file,
            config: { rules: [folder], starter_rules: false },
          }),
        ).toMatchObject({ success: true })
      },
    ),
    { numRuns: 60 },
  )
})
