import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { visibleName } from '@assay/contract/detect'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { oneDatabase } from './databases.ts'
import { makeEngineApp } from './engine/setup.ts'
import { run } from './program.ts'
import { keyOf, people } from './setup.ts'

const scan = (args: readonly string[], input?: string) => run({}, ['scan', ...args], input).ended

const eicar = '44d88612fea8a8f36de82e1278abb02f'

async function fileWith(name: string, content: string | Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-scan-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, name), content)
  return join(folder, name)
}

interface Finding {
  readonly level: string
}

async function zipped(files: Readonly<Record<string, Buffer>>, password?: string) {
  const target = new Uint8ArrayWriter()
  const zip = new ZipWriter(target, {
    useWebWorkers: false,
    ...(password === undefined ? {} : { password, encryptionStrength: 3 }),
  })
  for (const [name, content] of Object.entries(files))
    await zip.add(name, new Uint8ArrayReader(content))
  await zip.close()
  return Buffer.from(await target.getData())
}

describe('assay scan without a server', () => {
  it('gives a table, a verdict and the exit code', async () => {
    const { stdout, stderr, code } = await scan(['8.8.8.8', 'hxxps://paypa1[.]com/login', eicar])

    expect(stderr).toBe('')
    expect(stdout).toMatch(/8\[\.\]8\[\.\]8\[\.\]8 +IP +info/)
    expect(stdout).toMatch(/hxxps:\/\/paypa1\[\.\]com\/login +Url +suspicious +\S+ .*paypal\.com/)
    expect(stdout).toMatch(/ +Hash +malicious +Known bad hash: .*EICAR/)
    expect(stdout).toContain('Verdict: malicious')
    expect(code).toBe(1)
  })

  it('ends with 0 when nothing is found', async () => {
    expect(await scan(['wikipedia.org'])).toMatchObject({ code: 0 })
  })

  it.each([
    ['an address', ['8.8.8.8']],
    ['a hash', ['a'.repeat(64)]],
    ['a text', ['-t', 'other', 'hello']],
    ['a file of another kind', ['-a', 'onenote', import.meta.filename]],
  ])('does not call %s unremarkable, which nobody judges', async (_, args) => {
    const { stdout, code } = await scan(args)
    expect(stdout).toContain('no analyzer could judge it')
    expect(stdout).not.toContain('nothing found')
    expect(code).toBe(2)
  })

  it('examines a file and what it finds there', async () => {
    const path = await fileWith('note.txt', 'log in at https://paypal.com.evil.se/ today')
    const { stdout, code } = await scan([path, '--json', '--analyzer', 'text,url'])
    const report = JSON.parse(stdout)

    expect(code).toBe(1)
    expect(report).toMatchObject({
      verdict: 'suspicious',
      results: [
        { filename: 'note.txt', path, analyzer: 'Assay_Text', level: 'info' },
        { data: 'https://paypal.com.evil.se/', foundIn: path, level: 'suspicious' },
      ],
    })
  })

  it.each([
    ['a list', 'example.org\nwikipedia.org\n', 'wikipedia[.]org'],
    ['prose', 'it called wikipedia.org twice', 'wikipedia[.]org'],
    ['a mail', 'From: joe@evil.se\nSubject: x\n\nhello\n', 'stdin'],
    ['a PDF', '%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\n', 'stdin'],
    ['a page', '<!doctype html><p>hello', 'stdin'],
    ['a script', 'WScript.Echo 1', 'stdin'],
  ])('reads %s from standard input', async (_, input, expected) => {
    // Any analyzer would do: a file is shown as one.
    const { stdout, code } = await scan(['--markdown', '-a', 'ip,domain,file'], input)
    expect(stdout).toContain(`\`${expected}\``)
    expect(code).toBe(0)
  })

  it('is incomplete and ends with 2 when an analysis ran out of time', async () => {
    const path = await fileWith('big.bin', 'https://a.se/ and words '.repeat(100_000))
    const { stdout, code } = await scan([path, '--timeout', '0', '--analyzer', 'text,file'])
    expect(stdout).toContain('Verdict: incomplete')
    expect(stdout).not.toContain('nothing found')
    expect(code).toBe(2)
  })

  it('takes settings of an analyzer', async () => {
    const list = await fileWith('bad.txt', `${'a'.repeat(64)} Trojan\n`)
    const { stdout } = await scan(['a'.repeat(64), '--set', `hash.malicious_lists=${list}`])
    expect(stdout).toMatch(/On bad-hash list bad\.txt: Trojan/)
  })

  it('opens archives in archives, and shows where what it found lies', async () => {
    // What every scanner knows and no machine is harmed by.
    const text = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'
    const inner = await zipped({ 'deep/eicar.com': Buffer.from(text) })
    const path = await fileWith('outer.zip', await zipped({ 'a/inner.zip': inner }))
    const { stdout, code } = await scan([path, '--json', '-a', 'archive,file,hash'])
    const known = JSON.parse(stdout).results.find(({ level }: Finding) => level === 'malicious')

    expect(known).toMatchObject({
      dataType: 'hash',
      foundIn: `${path} › a/inner.zip › deep/eicar.com`,
    })
    expect(code).toBe(1)
  })

  it('shows the path of a file in an archive, whatever its name contains', async () => {
    const names = ['d/"quoted": it\'s.txt', 'file e: f.txt', 'd/two\nlines.txt']
    const files = names.map((name, at) => [name, Buffer.from(`text ${at}`)] as const)
    const path = await fileWith('odd.zip', await zipped(Object.fromEntries(files)))
    const { stdout } = await scan([path, '--json', '-a', 'archive,file'])
    const shown = JSON.parse(stdout).results.flatMap((result: { path?: string }) =>
      result.path === undefined || result.path === path ? [] : [result.path],
    )

    expect([...new Set(shown)].sort()).toEqual(names.map(visibleName).sort())
  })

  it('looks at the hashes of every member, however many there are', async () => {
    // Three hashes each: more than are looked at of other values.
    const members = Array.from({ length: 170 }, (_, at) => [`${at}.txt`, Buffer.from(`no ${at}`)])
    const path = await fileWith('many.zip', await zipped(Object.fromEntries(members)))
    const { stdout, code } = await scan([path, '-a', 'archive,file,hash'])
    expect(stdout).toContain('Verdict: nothing found')
    expect(code).toBe(0)
  })

  it('opens an attachment with the password from the mail', async () => {
    const zip = await zipped({ 'a.txt': Buffer.from('see https://paypal.com.evil.se/') }, 'Tr1cky')
    const mail = [
      'From: joe@evil.se\r\nSubject: invoice\r\nMIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b',
      'Content-Type: text/plain\r\n\r\nThe password is Tr1cky.\r\n--b',
      'Content-Type: application/zip; name=a.zip\r\nContent-Disposition: attachment; filename=a.zip',
      `Content-Transfer-Encoding: base64\r\n\r\n${zip.toString('base64')}\r\n--b--\r\n`,
    ].join('\r\n')
    const path = await fileWith('mail.eml', mail)
    const { stdout } = await scan([path, '-a', 'mail,archive,text,url'])

    expect(stdout).toMatch(/a\.zip +Archive +suspicious +Opens with a password from the message/)
    expect(stdout).toMatch(
      /› a\.txt › hxxps:\/\/paypal\[\.\]com\[\.\]evil\[\.\]se\/ +Url +suspicious/,
    )
  })

  it('is incomplete when an archive is deeper than anyone looks', async () => {
    let zip = await zipped({ 'bottom.txt': Buffer.from('x') })
    for (let depth = 0; depth < 20; depth += 1) zip = await zipped({ 'next.zip': zip })
    const { stdout, code } = await scan([await fileWith('deep.zip', zip), '-a', 'archive'])

    expect(stdout).toContain('content nested deeper than 10 files was not examined')
    expect(stdout).toContain('Verdict: incomplete')
    expect(code).toBe(2)
  })

  it.each([
    ['a missing file', ['missing.eml'], 'stderr', 'File missing.eml not found'],
    ['nothing', [], 'stderr', 'No observables found in the input'],
    ['an unknown analyzer', ['-a', 'x', '1.1.1.1'], 'stderr', 'Available: archive, certificate, '],
    ['an unknown option', ['--fast', '1.1.1.1'], 'stderr', 'unknown option'],
    ['a wrong level', ['--tlp', 'pink', '1.1.1.1'], 'stderr', 'white, green, amber or red'],
    ['an unknown setting', ['--set', 'ip.x=1', '1.1.1.1'], 'stderr', 'Available: databases'],
    ['a server without a key', ['--server', 'http://127.0.0.1:1', '1.1.1.1'], 'stderr', '--key'],
    [
      'a server that is not there',
      ['--server', 'http://127.0.0.1:1', '--key', 'k', '1.1.1.1'],
      'stderr',
      'Cannot reach',
    ],
  ] as const)('ends with 2 on %s', async (_, args, stream, message) => {
    const ended = await scan(args)
    expect(ended.code).toBe(2)
    expect(ended[stream]).toContain(message)
  })
})

describe.each(oneDatabase)('$name: assay scan with a server', ({ open }) => {
  it('uses the analyzers that are enabled there', async () => {
    const app = await makeEngineApp(open, [], { environment: { ASSAY_JOB_RUNNERS: 'builtin' } })
    for (const name of ['Hash', 'Text'])
      await app.as('orgadmin').enableAnalyzer({ id: `Assay_${name}_1_0` }, { name: `Our ${name}` })
    const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
    const key = keyOf(people.analyze.login)
    const path = await fileWith('note.txt', `see ${eicar}`)

    const found = await scan([eicar, path, '--server', address, '--key', key, '--json'])
    const refused = await scan([eicar, '--server', address, '--key', 'wrong'])

    expect(found.stderr).toBe('')
    expect(JSON.parse(found.stdout)).toMatchObject({
      verdict: 'malicious',
      results: [
        { data: eicar, analyzer: 'Our Hash', level: 'malicious' },
        {
          filename: 'note.txt',
          analyzer: 'Our Text',
          taxonomies: [{ predicate: 'hash', value: 1 }],
        },
      ],
    })
    expect(found.code).toBe(1)
    const { notRun } = JSON.parse(found.stdout)
    expect(notRun).toEqual([
      expect.stringMatching(/^Feeds.* and \S+ \(not enabled on the server\)$/),
      expect.stringMatching(/^Archive, .*Yara \(not enabled on the server\)$/),
    ])
    expect(notRun.join()).not.toMatch(/Hash|Text/)
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Server rejected the request'),
    })
  })
})
