import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BlobReader, BlobWriter, ZipReader } from '@zip.js/zip.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { multipart, storedFiles } from '../forms.ts'
import { analyzeFile } from './file-job.ts'
import { type FixtureProgram, makeEngineApp } from './setup.ts'

/** Reports the hash of the file it was given, and hands the file out again. */
const hashing = {
  name: 'Hashing',
  dataTypeList: ['file'],
  script: `file="$1/input/$(ls "$1/input" | grep -v '^input.json$')"
cp "$file" "$1/output/copy"
hash=$(sha256sum < "$file" | cut -d' ' -f1)
echo '{"success":true,"full":{"sha256":"'$hash'"},"artifacts":[{"dataType":"file","file":"copy","filename":"../copy é.bin","contentType":"text/html","tlp":1,"tags":["t"],"message":"m"}]}' > "$1/output/output.json"`,
} satisfies FixtureProgram

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

async function makeHashing(open: TestDatabases['open'], content: Buffer) {
  const app = await makeEngineApp(open, [hashing])
  const { id } = await app.enable('orgadmin', 'Hashing')
  return { app, ...(await analyzeFile(app, id, 'sample.bin', content)) }
}

describe.each(databases)('$name: a file', ({ open }) => {
  it('that a program found is listed with its hashes, and in the report without', async () => {
    const content = Buffer.from('<script>')
    const { app, job, ended } = await makeHashing(open, content)

    const artifacts = await app.as('analyze').listArtifacts({ id: job.id })

    const attachment = {
      id: sha256(content),
      name: 'copy é.bin',
      size: content.length,
      contentType: 'text/html',
    }
    expect(artifacts).toMatchObject({
      total: 1,
      rows: [{ dataType: 'file', tlp: 1, tags: ['t'], message: 'm', attachment }],
    })
    expect(artifacts.rows[0]?.attachment?.hashes).toHaveLength(3)
    expect(ended.report).toMatchObject({
      artifacts: [{ dataType: 'file', tlp: 1, tags: ['t'], message: 'm', attachment }],
    })
    expect(JSON.stringify(ended.report)).not.toContain('hashes')
  })

  it('is stored for a submission that was accepted and for no other', async () => {
    const app = await makeEngineApp(open, [hashing])
    const { id } = await app.enable('orgadmin', 'Hashing')

    const refused = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: `/api/analyzer/${id}/run`,
      ...multipart(
        { name: '_json', value: '{"dataType":"ip"}' },
        { name: 'data', value: 'x', filename: 'x' },
      ),
    })

    expect(refused.statusCode).toBe(400)
    expect(await storedFiles(app)).toEqual([])
  })
})

describe.each(oneDatabase)('$name: a file', ({ open }) => {
  // Pages of today's engine ask for `{{id}}` before they know the id.
  const odd = ['%7B%7Bfile.id%7D%7D', '{{x', '%27%20or%201=1', '%F0%9F%98%80', '%25', '*']

  it.each([0, 1, 65_535, 65_536, 65_537, 30 * 1_048_576])(
    'of %i bytes reaches the program and comes back whole',
    async (size) => {
      const content = randomBytes(size)
      const hash = sha256(content)

      const { app, job, ended } = await makeHashing(open, content)
      const download = await app.inject({ as: 'analyze', url: `/api/datastore/${hash}` })

      expect(job.attachment).toMatchObject({ id: hash, size, name: 'sample.bin' })
      expect(ended.report).toMatchObject({ full: { sha256: hash } })
      expect(download.statusCode).toBe(200)
      expect(download.rawPayload.equals(content)).toBe(true)
    },
  )

  it('is only ever downloaded, never shown, under the name that was asked for', async () => {
    const content = Buffer.from('<script>')
    const { app } = await makeHashing(open, content)
    const get = (search: string) =>
      app.inject({ as: 'analyze', url: `/api/datastore/${sha256(content)}${search}` })

    const plain = await get('')
    const named = await get('?name=my%20sample%C3%A9.bin')
    const refused = await Promise.all(
      ['a/b', 'a\\b', 'a"b', 'a\nb', 'a;b', 'a:b', 'a?b', '<a>'].map((name) =>
        get(`?name=${encodeURIComponent(name)}`),
      ),
    )

    expect(plain.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${sha256(content)}"`,
      'content-transfer-encoding': 'binary',
      'x-content-type-options': 'nosniff',
    })
    expect(named.headers['content-disposition']).toBe(
      'attachment; filename="my%20sample%C3%A9.bin"',
    )
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 400))
    expect(refused[0]?.body).toContain('Invalid file name')
  })

  it.each(['0'.repeat(64), 'nonsense', '..%2F..%2Fassay.db', 'A'.repeat(64), ...odd])(
    'that is not there (%s) is not found',
    async (hash) => {
      const app = await makeEngineApp(open, [hashing])

      for (const path of ['datastore', 'datastorezip']) {
        const { statusCode } = await app.inject({ as: 'analyze', url: `/api/${path}/${hash}` })
        expect(statusCode).toBe(404)
      }
    },
  )

  it('is packed with the password that unpackers know', async () => {
    const content = randomBytes(70_000)
    const { app } = await makeHashing(open, content)
    const folder = await mkdtemp(join(tmpdir(), 'assay-zip-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))

    const response = await app.inject({
      as: 'analyze',
      url: `/api/datastorezip/${sha256(content)}?name=sample.bin`,
    })
    await writeFile(join(folder, 'a.zip'), response.rawPayload)
    const [entry] = await unpack(response.rawPayload)
    const byPython = await promisify(execFile)('python3', [
      '-c',
      'import zipfile,sys,hashlib;z=zipfile.ZipFile(sys.argv[1]);i=z.infolist()[0];' +
        "print(i.filename,i.flag_bits&1,hashlib.sha256(z.read(i,pwd=b'malware')).hexdigest())",
      join(folder, 'a.zip'),
    ]).catch(() => undefined)

    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="sample.bin.zip"',
    })
    expect(entry).toEqual({ name: 'sample.bin', isLocked: true, hash: sha256(content) })
    // Another reader of the format, where there is one.
    if (byPython) expect(byPython.stdout.trim()).toBe(`sample.bin 1 ${sha256(content)}`)
  })
})

async function unpack(archive: Buffer) {
  const reader = new ZipReader(new BlobReader(new Blob([new Uint8Array(archive)])), {
    password: 'malware',
    useWebWorkers: false,
  })
  const entries = await reader.getEntries()
  return Promise.all(
    entries.map(async (entry) => {
      if (entry.directory) throw new Error('a folder in the archive')
      const blob: Blob = await entry.getData(new BlobWriter())
      const hash = sha256(Buffer.from(await blob.arrayBuffer()))
      return { name: entry.filename, isLocked: entry.encrypted, hash }
    }),
  )
}
