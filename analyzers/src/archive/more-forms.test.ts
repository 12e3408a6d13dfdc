import { expect, it } from 'vitest'
import { makeDocx } from '../document/document-samples.ts'
import { makeCompoundFile } from '../formats/compound-sample.ts'
import { diskOf, fatVolume, makeVhdx } from '../formats/disk/disk-samples.ts'
import { makeZip } from '../formats/zip-sample.ts'
import { reportOf } from '../kit/try.ts'
import { qrPicture, toPng } from '../qr/image-samples.ts'
import { analyzer } from './analyzer.ts'

const open = (file: Buffer | string, filename = 'x') =>
  reportOf(analyzer, { dataType: 'file', file, filename })

const ids = ({ full }: { full: Record<string, unknown> }) =>
  ((full.findings ?? []) as { id: string }[]).map(({ id }) => id)

it('a mailbox is opened mail by mail', async () => {
  const { files } = await open(
    'From a@b Mon Jan  1 00:00:00 2026\nSubject: one\n\nhello\n>From here on\n\nFrom c@d Tue Jan  2 00:00:00 2026\nSubject: two\n\nworld\n',
  )
  expect(Object.keys(files)).toEqual(['mail-1.eml', 'mail-2.eml'])
  expect(files['mail-1.eml']?.toString()).toBe('Subject: one\n\nhello\nFrom here on\n\n')
  expect(files['mail-2.eml']?.toString()).toBe('Subject: two\n\nworld\n')
})

it('what Outlook packs into winmail.dat is taken out', async () => {
  const part = (kind: number, value: Buffer) => {
    const head = Buffer.alloc(9)
    head[0] = 2
    head.writeUInt16LE(kind, 1)
    head.writeUInt32LE(value.length, 5)
    return Buffer.concat([head, value, Buffer.alloc(2)])
  }
  const packed = Buffer.concat([
    Buffer.from('789f3e220100', 'hex'),
    part(0x9002, Buffer.alloc(14)),
    part(0x8010, Buffer.from('run.js\0')),
    part(0x800f, Buffer.from('WScript.Echo(1)')),
  ])
  const { files } = await open(packed, 'winmail.dat')
  expect(files['run.js']?.toString()).toBe('WScript.Echo(1)')
  expect((await open(packed.subarray(0, -8), 'winmail.dat')).full).toMatchObject({
    incomplete: ['truncated'],
  })
})

it('a package of Windows Installer is opened, its texts with it', async () => {
  const packed = makeCompoundFile({
    [`${String.fromCharCode(0x4840)}_StringData`]: Buffer.from('cmd /c calc.exe'),
    [`${String.fromCharCode(0x4840)}_Tables`]: Buffer.from('x'),
    'Binary.Action': Buffer.from('MZ program'),
  })
  // The class of its root is how it is known.
  Buffer.from('84100c0000000000c000000000000046', 'hex').copy(
    packed,
    packed.indexOf(Buffer.from('Root Entry', 'utf16le')) + 80,
  )
  const { files, full } = await open(packed, 'setup.msi')
  expect(full).toMatchObject({ form: 'msi' })
  expect(files['texts.txt']?.toString()).toBe('cmd /c calc.exe')
  expect(files['Binary.Action']?.toString()).toBe('MZ program')
})

it('images of a document are handed out, because they may hold QR codes', async () => {
  const picture = toPng(qrPicture('https://example.org/'))
  const { files } = await open(makeDocx({ 'word/media/image1.png': picture }), 'a.docx')
  expect(files['word/media/image1.png']).toEqual(picture)
})

it('an archive behind something else is opened, and the one in front of it as well', async () => {
  const [first, second] = [makeZip({ 'a.txt': 'hello' }), makeZip({ 'b.txt': 'world' })]
  const both = await open(Buffer.concat([first, second]), 'two.zip')
  expect(Object.keys(both.files).toSorted()).toEqual(['a.txt', 'b.txt'])
  expect(ids(both)).toContain('archive.two-in-one')
  const behind = await open(Buffer.concat([Buffer.from('something else\n'), second]), 'a.dat')
  expect(behind.files['b.txt']?.toString()).toBe('world')
  expect(ids(behind)).not.toContain('archive.two-in-one')
})

it.each([
  ['ACE', Buffer.concat([Buffer.alloc(7), Buffer.from('**ACE**'), Buffer.alloc(50)])],
  ['PST', Buffer.concat([Buffer.from('!BDN'), Buffer.alloc(2000)])],
  ['WIM', Buffer.concat([Buffer.from('MSWIM\0\0\0'), Buffer.alloc(2000)])],
  ['DMG', Buffer.concat([Buffer.alloc(2000), Buffer.from('koly'), Buffer.alloc(508)])],
])(
  'a form that nothing here reads is named, and what lies in it is missing: %s',
  async (name, file) => {
    const { full } = await open(file)
    expect(full.incomplete).toEqual([expect.stringContaining(`${name}`)])
  },
)

it.each([
  ['a difference to another disk', { parent: true }, 'depends on another one'],
  ['one with a log', { log: true }, 'not closed cleanly'],
])('of a VHDX, %s is told as incomplete', async (_, options, reason) => {
  const disk = diskOf(fatVolume({ 'a.txt': Buffer.from('hello') }, 'x'))
  const { full } = await open(makeVhdx(disk, options), 'disk.vhdx')
  expect(full.incomplete).toEqual([expect.stringContaining(reason)])
  expect(full.form).toBe('vhdx')
})

it('a VHDX with sectors of 4096 bytes is read', async () => {
  const disk = fatVolume({ 'a.txt': Buffer.from('hello') }, 'x')
  const { files } = await open(makeVhdx(disk, { sectorSize: 4096 }), 'disk.vhdx')
  expect(files['x/a.txt']?.toString()).toBe('hello')
})
