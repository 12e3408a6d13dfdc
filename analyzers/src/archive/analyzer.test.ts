import { deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { describe, expect, it } from 'vitest'
import { makeZip } from '../formats/zip-sample.ts'
import { reportOf } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import { make7z, makeCab, makeIso, makeRar, packedSamples } from './archive-samples.ts'
import { passwordsIn } from './mail-passwords.ts'
import { shownPath } from './names.ts'

const open = (file: Buffer, given: object = {}) =>
  reportOf(analyzer, { dataType: 'file', file, filename: 'sample.bin', ...given })

const contents = ({ files }: Awaited<ReturnType<typeof open>>) =>
  Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, bytes.toString()]))

const suspicions = async (file: Buffer) =>
  (await open(file)).taxonomies
    .filter(({ level }) => level === 'suspicious')
    .map(({ predicate, value }) => `${predicate} ${value}`)

const text = Buffer.from('hello world')
const incompleteOf = ({ full }: { full: Record<string, unknown> }) =>
  (full.incomplete ?? []) as string[]

describe('members become files', () => {
  it.each([
    ['zip', makeZip({ 'a.txt': text }), 'a.txt'],
    ['cab', makeCab('A.TXT', text), 'A.TXT'],
    ['rar', makeRar('A.TXT', text), 'A.TXT'],
    ['7z', make7z('a.txt', text), 'a.txt'],
    ['iso', makeIso('A.TXT', text), 'A.TXT'],
    ['gzip', gzipSync(text), 'sample.bin'],
    ['bzip2', packedSamples.bzip2, 'sample.bin'],
    ['xz', packedSamples.xz, 'sample.bin'],
    // Of several streams that follow each other, as parallel packers write them.
    ['gzip', Buffer.concat([gzipSync('hello '), gzipSync('world')]), 'sample.bin'],
    ['xz', packedSamples.xzInTwo, 'sample.bin'],
    ['bzip2', packedSamples.tarBzip2, 'a.txt'],
    ['zip', packedSamples.zipWithLzma, 'a.txt'],
  ])('of %s', async (form, file, name) => {
    const report = await open(file)
    expect(report.full).toMatchObject({ isArchive: true, form, count: 1 })
    expect(incompleteOf(report)).toEqual([])
    expect(contents(report)).toEqual({ [name]: 'hello world' })
  })

  it('with the path inside as their message', async () => {
    const { artifacts } = await open(makeZip({ 'inner/x.pdf': 'a', 'other/x.pdf': 'b' }))
    expect(artifacts.map(({ message }) => message)).toEqual([
      'file inner/x.pdf',
      'file other/x.pdf',
    ])
  })

  it.each(['inner/x.pdf', '"a": b/it\'s “c”.txt', 'file x: y', 'C:\\d\\e.txt', 'two\nlines\r.txt'])(
    'with the path inside as a field: %j',
    async (path) => {
      const { artifacts } = await open(makeZip({ [path]: 'a' }))
      expect(artifacts).toMatchObject([{ path: shownPath(path) }])
    },
  )

  it('but not the parts of a document of Office, only what does not belong there', async () => {
    const report = await open(
      makeZip({ '[Content_Types].xml': 'x', 'word/document.xml': 'x', 'word/evil.exe': 'MZ' }),
    )
    expect(Object.keys(report.files)).toEqual(['word/evil.exe'])
  })

  it('nothing else does', async () => {
    const report = await open(Buffer.from('BZhello, this is a text'))
    expect(report).toMatchObject({ full: { isArchive: false }, artifacts: [], taxonomies: [] })
  })
})

async function encrypted(password: string, how: object): Promise<Buffer> {
  const target = new Uint8ArrayWriter()
  const zip = new ZipWriter(target, { password, useWebWorkers: false, ...how })
  await zip.add('a.txt', new TextReader('hello '.repeat(20_000)))
  await zip.add('b.txt', new TextReader('world'))
  await zip.close()
  return Buffer.from(await target.getData())
}

describe.each([
  ['the old cipher', { zipCrypto: true }],
  ['AES-128', { encryptionStrength: 1 }],
  ['AES-256', { encryptionStrength: 3 }],
])('a zip with %s', (_, how) => {
  it.each([
    ['is usual', 'infected', {}],
    ['is configured', 'geheim', { config: { passwords: ['geheim'] } }],
    ['came with the job', 'p4ss', { parameters: { passwords: ['x', 'p4ss'] } }],
    ['stands in the message', 'Xy-9', { message: 'The password is "Xy-9".' }],
  ])('is opened with a password that %s', async (__, password, given) => {
    const report = await open(await encrypted(password, how), given)
    expect(contents(report)).toEqual({ 'a.txt': 'hello '.repeat(20_000), 'b.txt': 'world' })
    expect(report.full).toMatchObject({ passwords: [password] })
    expect(incompleteOf(report)).toEqual([])
  })

  it('without a known password is reported as incomplete', async () => {
    const report = await open(await encrypted('nobody knows', how))
    expect(report.artifacts).toEqual([])
    expect(report.taxonomies).toContainEqual(
      expect.objectContaining({ predicate: 'Encrypted', value: 'no password fits' }),
    )
    expect(incompleteOf(report)).toEqual(['2 encrypted files: no known password worked'])
  })
})

it('rar with a password is listed, and reported as incomplete', async () => {
  const report = await open(makeRar('A.TXT', text, true))
  expect(report.full).toMatchObject({ members: [{ path: 'A.TXT', isEncrypted: true }] })
  expect(incompleteOf(report)).toHaveLength(1)
})

it('rar that hides even the names of its members is suspicious', async () => {
  const report = await open(makeRar('A.TXT', text, true, true))
  expect(report.full).toMatchObject({ verdict: 'suspicious' })
  expect(report.full.findings).toContainEqual(
    expect.objectContaining({ id: 'archive.names-encrypted', parameters: { form: 'rar' } }),
  )
  expect(incompleteOf(report)).not.toHaveLength(0)
})

it('zip whose members are packed in a way that is not read names it', async () => {
  const zip = makeZip({ 'a.txt': 'hello' })
  zip.writeUInt16LE(97, 8)
  zip.writeUInt16LE(97, zip.indexOf('PK\x01\x02') + 10)
  const report = await open(zip)
  expect(incompleteOf(report)).toEqual(['a.txt: compression method WavPack is not supported'])
  expect(report.full.findings).toEqual([
    expect.objectContaining({
      id: 'archive.method',
      parameters: { path: 'a.txt', method: 'WavPack' },
    }),
  ])
})

const packedWith = (method: number, packed: Buffer, content: Buffer) => {
  const zip = makeZip({ 'a.txt': { content, packed } })
  zip.writeUInt16LE(method, 8)
  zip.writeUInt16LE(method, zip.indexOf('PK\x01\x02') + 10)
  return zip
}

it.each([
  // What has no match of 258 bytes is the same in both kinds of deflate.
  ['Deflate64', 9, deflateRawSync],
  ['zstd', 93, zstdCompressSync],
])('members packed with %s are opened', async (_, method, pack) => {
  const content = Buffer.from(
    Array.from({ length: 9_000 }, (__, at) => `line ${at * 7}`).join('\n'),
  )
  const report = await open(packedWith(method, pack(content), content))
  expect(incompleteOf(report)).toEqual([])
  expect(report.files['a.txt']).toEqual(content)
})

it('a file packed alone with zstd is opened', async () => {
  const report = await open(zstdCompressSync(text), { filename: 'a.txt.zst' })
  expect(contents(report)).toEqual({ 'a.txt': 'hello world' })
})

it.each([
  ['of fixed size', Buffer.concat([Buffer.alloc(4096), footer()])],
  ['that grows', Buffer.concat([footer(), Buffer.alloc(4096)])],
])('a disk image %s is told to be one that was not looked into', async (_, image) => {
  const report = await open(image)
  expect(report.full).toMatchObject({ form: 'vhd', verdict: 'info' })
  expect(report.full.findings).toEqual([
    expect.objectContaining({ id: 'archive.disk-image', parameters: { form: 'vhd' } }),
  ])
  expect(incompleteOf(report)).toEqual([expect.stringMatching(/^disk image/)])
})

function footer(): Buffer {
  const bytes = Buffer.alloc(512)
  bytes.write('conectix')
  return bytes
}

it('passwords are found in the words of a mail', () => {
  expect(passwordsIn('Hello, the password: Qw3rty! Bye')).toContain('Qw3rty!')
  expect(passwordsIn('Das Passwort ist „1234“.')).toContain('1234')
  expect(passwordsIn('mot de passe : abc.')).toContain('abc')
  expect(passwordsIn('nothing of the kind')).toEqual([])
  expect(passwordsIn('password '.repeat(100_000)).length).toBeLessThanOrEqual(20)
})

it.each([
  ['English', 'The password for the attached archive is 4711-xy.'],
  ['English, the other way', 'Please note: 4711-xy is the password.'],
  ['English, on a line of its own', 'Archive password:\n\n4711-xy\n'],
  ['German', 'Das Kennwort zum Öffnen der Datei lautet: 4711-xy'],
  ['German', 'Passwort für das ZIP-Archiv: 4711-xy'],
  ['French', 'Le mot de passe de l’archive est le suivant : 4711-xy.'],
  ['French', 'mdp = 4711-xy'],
  ['Spanish', 'La contraseña del archivo adjunto es 4711-xy.'],
  ['Spanish', 'Clave para abrir el documento: «4711-xy»'],
  ['Italian', 'La password per aprire l’allegato è: 4711-xy'],
  ['Portuguese', 'A senha do arquivo é 4711-xy'],
  ['Portuguese', 'Palavra-passe: 4711-xy'],
  ['Dutch', 'Het wachtwoord voor het bestand is 4711-xy'],
  ['Swedish', 'Lösenordet finns nedan. Lösenord: 4711-xy'],
  ['Danish', 'Adgangskode til filen: 4711-xy'],
  ['Polish', 'Hasło do pliku to 4711-xy'],
  ['Czech', 'Heslo k souboru je 4711-xy'],
  ['Hungarian', 'Jelszó: 4711-xy'],
  ['Turkish', 'Şifre: 4711-xy'],
  ['Romanian', 'Parola: 4711-xy'],
  ['Russian', 'Пароль от архива: 4711-xy'],
  ['Ukrainian', 'Пароль до архіву: 4711-xy'],
  ['Greek', 'Κωδικός: 4711-xy'],
  ['Japanese', '添付ファイルのパスワードは「4711-xy」です'],
  ['Chinese', '解压密码：4711-xy'],
  ['Korean', '비밀번호: 4711-xy'],
])('passwords are found in %s', (_, text) => {
  expect(passwordsIn(text)).toContain('4711-xy')
  expect(passwordsIn(text.normalize('NFD'))).toContain('4711-xy')
})

describe('names', () => {
  it.each([
    ['that leave their folder', '../../etc/cron.d/x', 'Name path outside'],
    ['that begin at the root', '/etc/passwd', 'Name path outside'],
    ['of a drive', 'C:\\Windows\\x.txt', 'Name path outside'],
    ['with two extensions', 'invoice.pdf.exe', 'Name double extension'],
    ['of scripts that promise a document', 'invoice.js', 'Name lure'],
    ['of programs that promise one', 'Rechnung 2026.exe', 'Name lure'],
    ['of scripts that are sent to be opened', 'a.vbs', 'Name script inside'],
    ['of programs that are sent to be opened', 'holiday.scr', 'Name program inside'],
    ['with an extension behind spaces', `a.dat${' '.repeat(40)}.exe`, 'Name lure'],
    ['written backwards', 'invoice\u202efdp.txt', 'Name written backwards'],
  ])('%s are suspicious', async (_, name, expected) => {
    expect(await suspicions(makeZip({ [name]: 'x' }))).toContain(expected)
  })

  it.each([
    ['with a colon', ['B::Hooks::OP::Check.3pm', 'a:b.txt', 'C:relative.txt']],
    ['with dots', ['a..b/c', '...', 'x/..y', 'a/...']],
    ['of a program', ['setup.exe']],
    ['of a page and its script', ['index.html', 'payment.js']],
    ['of a library', ['dist/lib.js']],
    ['of a program with its papers', ['README.txt', 'invoice.exe']],
    ['of a service', ['invoice-service.exe']],
  ])('%s are not', async (_, names) => {
    const zip = makeZip(Object.fromEntries(names.map((name) => [name, 'x'])))
    expect(await suspicions(zip)).toEqual([])
  })

  it.each(['orders.js.gz', 'invoice.js.gz', 'B::Hooks::OP::Check.3pm.gz', 'C:x.gz'])(
    'of a file that is packed alone are not: %s',
    async (filename) => {
      const { full } = await open(gzipSync('x'), { filename })
      expect(full.verdict).not.toBe('suspicious')
    },
  )

  it('of a program in an archive that cannot be opened are', async () => {
    const zip = makeZip({ 'setup.exe': { content: 'x', isEncrypted: true } })
    expect(await suspicions(zip)).toContain('Name lure')
  })

  it('that go through a link to elsewhere are suspicious, a link alone is not', async () => {
    const link = tarEntry('here', '', '/etc')
    const inner = tarEntry('a/here', '', '../b')
    const file = (name: string) => tarEntry(name, 'x')
    const tar = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.alloc(1024)])
    expect(await suspicions(tar(link, file('here/passwd')))).toContain('Name path outside')
    expect(await suspicions(tar(link, file('there/a.txt')))).toEqual([])
    expect(await suspicions(tar(inner, file('a/here/a.txt')))).toEqual([])
  })

  it('of scripts among many files are not', async () => {
    const many = Array.from({ length: 10 }, (_, at) => [`src/${at}.js`, 'x'])
    expect(await suspicions(makeZip(Object.fromEntries(many)))).toEqual([])
  })

  it('are shown without hiding anything', async () => {
    const { full } = await open(makeZip({ 'a\u202e\u001b[2J\nb': 'x' }))
    expect(full.members).toMatchObject([{ path: 'a⟨U+202E⟩⟨U+001B⟩[2J⟨U+000A⟩b' }])
  })
})

/** A link where a target is given. */
function tarEntry(name: string, content: string, target = ''): Buffer {
  const head = Buffer.alloc(512)
  head.write(name)
  head.write('0000644\x000000000\x000000000\0', 100)
  head.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
  head.write('00000000000\0        ', 136)
  head.write(target === '' ? '0' : '2', 156)
  head.write(target, 157)
  head.write('ustar\x0000', 257)
  const sum = head.reduce((all, byte) => all + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  const padded = Buffer.alloc(Math.ceil(content.length / 512) * 512)
  padded.write(content)
  return Buffer.concat([head, padded])
}
