import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { damagedFile } from '../kit/damaged-files.ts'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import { versionTexts } from './pe-version.ts'
import {
  code,
  makeElf,
  makeMachO,
  makePe,
  makeUniversal,
  makeVersion,
  noise,
} from './program-samples.ts'

const look = (file: Buffer) => reportOf(analyzer, { dataType: 'file', file, filename: 'a.exe' })

const suspicions = async (file: Buffer) =>
  (await look(file)).taxonomies
    .filter(({ level }) => level === 'suspicious')
    .map(({ predicate, value }) => `${predicate} ${value}`)

const text = { name: '.text', content: code, flags: 'rx' }

describe('a program of Windows', () => {
  it('is read: form, time, sections, imports', async () => {
    const imports = { 'KERNEL32.dll': ['ExitProcess', 'LoadLibraryA'], 'WS2_32.dll': [23, 4, 999] }
    const { full, taxonomies } = await look(makePe({ imports }))

    expect(full).toMatchObject({
      isExecutable: true,
      format: 'PE32',
      architecture: 'x86',
      kind: 'program',
      subsystem: 'console',
      compiled: '2023-11-14T22:13:20.000Z',
      sections: [
        { name: '.text', flags: 'r-x' },
        { name: '.idata', flags: 'rw-' },
      ],
      imports: [
        { name: 'KERNEL32.dll', functions: ['ExitProcess', 'LoadLibraryA'] },
        { name: 'WS2_32.dll', functions: ['socket', 'connect', 'ord999'] },
      ],
      overlay: null,
      signature: { isPresent: false },
      problems: [],
    })
    expect(taxonomies.every(({ level }) => level === 'info')).toBe(true)
  })

  it('has the imphash that others compute', async () => {
    const imports = { 'KERNEL32.dll': ['ExitProcess'], 'WS2_32.dll': [23] }
    const expected = createHash('md5').update('kernel32.exitprocess,ws2_32.socket').digest('hex')

    expect((await look(makePe({ imports }))).full.imphash).toBe(expected)
  })

  it('is reported as signed, with the signature not verified', async () => {
    const { full, taxonomies } = await look(makePe({ isSigned: true }))

    expect(full).toMatchObject({ signature: { isPresent: true, checked: false }, overlay: null })
    expect(taxonomies).toContainEqual(
      expect.objectContaining({ level: 'info', predicate: 'Signature', value: 'present' }),
    )
  })

  it.each([
    ['a packer', [{ ...text, name: 'UPX1' }], ['Packer UPX']],
    ['packed code', [{ ...text, content: noise }], ['Section packed code']],
    ['writable code', [{ ...text, flags: 'rwx' }], ['Section writable code']],
    [
      'a section that is filled when it runs',
      [text, { name: '.x', content: Buffer.alloc(0), flags: 'rx', virtualSize: 4096 }],
      ['Section filled when it runs'],
    ],
    ['an entry point in data', [{ ...text, flags: 'rw' }], ['Entry point no code']],
  ])('with %s is suspicious', async (_, sections, expected) => {
    expect(await suspicions(makePe({ sections }))).toEqual(expected)
  })

  it('that begins outside of its sections is suspicious', async () => {
    expect(await suspicions(makePe({ entry: 0x900000 }))).toEqual(['Entry point outside'])
  })

  it.each([
    ['injection', ['WriteProcessMemory', 'CreateRemoteThread']],
    ['key logging', ['GetAsyncKeyState', 'SetWindowsHookExW']],
    ['download', ['URLDownloadToFileA']],
  ])('that imports what %s needs is suspicious', async (group, functions) => {
    const imports = { 'x.dll': functions }
    expect(await suspicions(makePe({ imports }))).toEqual([`Imports ${group}`])
    expect(await suspicions(makePe({ imports: { 'x.dll': ['IsDebuggerPresent'] } }))).toEqual([])
  })

  it('with data behind its end says so, and hands out a program that stands there', async () => {
    const data = await look(makePe({ overlay: Buffer.from('only data') }))
    expect(data.full.overlay).toMatchObject({ size: 9, isProgram: false })
    expect(data.taxonomies.every(({ level }) => level === 'info')).toBe(true)

    const second = makePe()
    const { files, taxonomies } = await look(makePe({ overlay: second }))
    expect(files['overlay.exe']).toEqual(second)
    expect(taxonomies).toContainEqual(
      expect.objectContaining({ level: 'suspicious', predicate: 'Overlay', value: 'program' }),
    )
  })
})

describe('the version of a program of Windows', () => {
  it('is read text by text; an empty one does not take the next name for its value', async () => {
    const version = {
      Comments: '',
      CompanyName: '',
      FileDescription: 'Sample of odd length',
      FileVersion: '1.2.3.4',
      InternalName: '',
      LegalCopyright: '\u00a9 nobody',
      ProductName: 'Sample',
    }
    const { full } = await look(makePe({ version }))
    expect(full.version).toEqual({
      FileDescription: 'Sample of odd length',
      FileVersion: '1.2.3.4',
      LegalCopyright: '\u00a9 nobody',
      ProductName: 'Sample',
    })
  })

  it('is found behind a text that names its root', () => {
    const decoy = Buffer.from('xxxxVS_VERSION_INFO\0', 'utf16le')
    expect(versionTexts(Buffer.concat([decoy, makeVersion({ ProductName: 'a' })]))).toEqual({
      ProductName: 'a',
    })
  })

  it('is read or passed over when it is damaged', () => {
    fc.assert(
      fc.property(damagedFile(makeVersion({ A: '', B: 'b', C: 'cc' })), (bytes) => {
        expect(typeof versionTexts(bytes)).toBe('object')
      }),
      { numRuns: 300 },
    )
  })
})

describe('a program of Linux', () => {
  it('is read: interpreter, libraries, imports', async () => {
    const { full } = await look(makeElf())

    expect(full).toMatchObject({
      format: 'ELF 64',
      architecture: 'x86-64',
      kind: 'program',
      interpreter: '/lib64/ld-linux-x86-64.so.2',
      libraries: ['libc.so.6'],
      soname: 'libsample.so.1',
      buildId: 'ab'.repeat(20),
      imports: ['system'],
      isStripped: true,
      problems: [],
    })
    expect(await suspicions(makeElf())).toEqual([])
  })

  it.each([
    ['writable code', { segmentFlags: 7 }, ['Section writable code']],
    ['an executable stack', { stackFlags: 7 }, ['Stack executable']],
    ['an entry point nowhere', { entry: 0x900000 }, ['Entry point no code']],
    ['no sections', { hasSections: false }, ['Sections none']],
  ])('with %s is suspicious', async (_, sample, expected) => {
    expect(await suspicions(makeElf(sample))).toEqual(expected)
  })

  it('that this test runs in is read', async () => {
    const { full } = await look(readFileSync(process.execPath).subarray(0, 30_000_000))
    expect(full.isExecutable).toBe(true)
  })
})

describe('a program of macOS', () => {
  it('is read, alone and for several processors', async () => {
    expect((await look(makeMachO())).full).toMatchObject({
      format: 'Mach-O 64',
      architecture: 'ARM64',
      kind: 'program',
      libraries: ['/usr/lib/libSystem.B.dylib'],
      isSigned: true,
      sections: [{ name: '__TEXT', flags: 'r-x' }],
    })
    expect((await look(makeUniversal([makeMachO(), makeMachO()]))).full).toMatchObject({
      format: 'Mach-O universal',
      architecture: 'ARM64, ARM64',
    })
  })

  it('with writable code is suspicious', async () => {
    expect(await suspicions(makeMachO({ protection: 7 }))).toEqual(['Section writable code'])
  })
})

it.each([
  ['a text', Buffer.from('MZ is how this text begins, and it goes on for long enough to be one.')],
  ['nothing', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(10_000)],
  ['a PDF', Buffer.from('%PDF-1.7\n')],
  ['a Java class', Buffer.from(`cafebabe00000034${'00'.repeat(40)}`, 'hex')],
])('says nothing about %s', async (_, content) => {
  expect(await look(content)).toMatchObject({ taxonomies: [], full: { isExecutable: false } })
})

describe('hostile programs', () => {
  it('that are cut off fail readably', async () => {
    const file = makePe().subarray(0, 100)
    expect(await runAnalyzer(analyzer, { dataType: 'file', file, filename: 'a' })).toMatchObject({
      errorMessage: 'The executable is corrupt: its header lies beyond its end',
    })
  })

  it('whose thousand sections lie upon each other are counted within limits', async () => {
    const file = Buffer.alloc(6 * 1024 * 1024)
    makeElf().copy(file)
    file.writeUInt16LE(60_000, 60)
    for (let index = 1; index < 60_000; index += 1) {
      const at = 0x600 + index * 64
      file.writeUInt32LE(1, at + 4)
      file.writeBigUInt64LE(BigInt(file.length), at + 32)
    }
    const { full } = await look(file)
    expect((full.sections as unknown[]).length).toBe(200)
  })

  it('whose imports have no end are read up to a number', async () => {
    const file = makePe({ sections: [text], imports: { 'a.dll': ['x'] } })
    const endless = Buffer.concat([file, Buffer.alloc(400_000, 1)])
    // The list of functions points at the padding, which never ends with a zero.
    endless.writeUInt32LE(1_000_000, 88 + 224 + 40 + 8)
    endless.writeUInt32LE(404_096, 88 + 224 + 40 + 16)
    endless.writeUInt32LE(0x2000 + 4096, 1024 + 4096)
    const { full } = await look(endless)

    expect(full.importedFunctions).toBe(20_000)
    expect(full.imphash).toBeNull()
  })

  it.each([
    ['PE', makePe({ isSigned: true, overlay: Buffer.from('x') })],
    ['ELF', makeElf()],
    ['Mach-O', makeMachO()],
    ['universal', makeUniversal([makeMachO(), makeMachO()])],
  ])('that are a damaged %s are read or refused readably', async (_, sound) => {
    // Damage hits the headers: in the code after them it would change nothing.
    const damaged = damagedFile(sound, {
      at: fc.oneof(fc.nat(600), fc.nat(sound.length - 1)),
      byte: fc.constantFrom(0, 1, 2, 4, 127, 128, 255),
      isOftenWhole: true,
    })
    await fc.assert(
      fc.asyncProperty(damaged, async (file) => {
        const report = await runAnalyzer(analyzer, { dataType: 'file', file, filename: 'a' })
        if (!report.success) expect(report.errorMessage).not.toContain('Unexpected')
      }),
      { numRuns: 100 },
    )
  })
})
