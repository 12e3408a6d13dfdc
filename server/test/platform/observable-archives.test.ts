import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { zipWithPassword } from '../../src/http/zip.ts'
import { databases, oneDatabase } from '../databases.ts'
import { multipart } from '../forms.ts'
import { sharedByTests } from '../lifetime.ts'
import type { TestApp } from '../setup.ts'
import { archiveOf } from './archives.ts'
import { ownedFiles } from './files.ts'
import { upload } from './investigation.ts'
import { download, inCase, makeInvestigation, sha256 } from './observable-calls.ts'

const MiB = 1024 ** 2
const file = { dataType: 'file' }

const zipped = (app: TestApp, archive: Buffer, json: object = {}) =>
  upload(app, inCase, { ...file, isZip: true, ...json }, { value: archive, filename: 'a.zip' })

describe.each(databases)('$name: an archive', ({ open }) => {
  it('that we have packed ourselves comes back', async () => {
    const app = await makeInvestigation(open)
    const chunks = await zipWithPassword(
      Readable.from([Buffer.from('content')]),
      'x.bin',
      'malware',
    ).toArray()

    const made = await zipped(app, Buffer.concat(chunks))

    expect(made.json()).toMatchObject([{ attachment: { name: 'x.bin', id: sha256('content') } }])
  })
})

describe.each(oneDatabase)('$name: an archive', ({ open }) => {
  /** What is refused leaves nothing behind, so the next one finds it as it was. */
  const limited = sharedByTests(() =>
    makeInvestigation(open, { environment: { ASSAY_HTTP_UPLOADLIMIT: '4MiB' } }),
  )

  it.each([
    ['without a password', undefined, {}],
    ['with the usual password', 'infected', {}],
    ['with the password of our downloads', 'malware', {}],
    ['with a password that is sent along', 'Hélène 1', { zipPassword: 'Hélène 1' }],
  ])('%s becomes its files', async (_what, password, json) => {
    const app = await makeInvestigation(open)
    const archive = await archiveOf(
      { 'folder/': '', 'folder/one.txt': 'one', '../../two.txt': 'two', empty: '' },
      { password },
    )

    const made = await zipped(app, archive, { tags: ['t'], ...json })

    expect(made.statusCode).toBe(201)
    expect(made.json()).toMatchObject([
      { tags: ['t'], attachment: { name: 'one.txt', id: sha256('one') } },
      { tags: ['t'], attachment: { name: 'two.txt', id: sha256('two') } },
      { tags: ['t'], attachment: { name: 'empty', id: sha256(''), size: 0 } },
    ])
    expect(await ownedFiles(app)).toHaveLength(3)
    expect((await download(app, sha256('two'))).body).toBe('two')
  })

  it.each([
    ['with another password', () => archiveOf({ a: 'a' }, { password: 'x' }), 'zipPassword'],
    ['that is none', async () => Buffer.from('no archive at all'), 'Cannot read the archive'],
    ['cut off in the middle', cutArchive, 'Cannot read the archive'],
    ['with no file in it', () => archiveOf({ 'folder/': '' }), 'contains no files'],
    ['with 101 files', () => archiveOf(manyFiles(101)), 'exceeds the limit of 100 entries'],
    ['of zeros that unpack to too much', () => archiveOf({ bomb: zeros(30) }), 'bomb'],
    ['whose files together are too much', () => archiveOf(manyZeros(5, 0.9)), 'bomb'],
    ['whose entries share their bytes', overlappingArchive, 'Cannot read the archive'],
  ])('%s is refused and leaves nothing behind', async (_what, make, words) => {
    const app = await limited()

    const refused = await zipped(app, await make())

    expect(refused.json()).toMatchObject({ type: 'BadRequest' })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().message).toContain(words)
    expect(await ownedFiles(app)).toEqual([])
    expect(await app.deps.db.selectFrom('observables').select('id').execute()).toEqual([])
  })

  it('that packs better than anything honest is refused long before the limit of uploads', async () => {
    const app = await makeInvestigation(open)

    const refused = await zipped(app, await archiveOf({ bomb: zeros(30) }))
    const small = await zipped(app, await archiveOf({ zeros: Buffer.alloc(MiB) }))

    expect(refused.statusCode).toBe(400)
    expect(refused.json().message).toContain('bomb')
    expect(small.statusCode).toBe(201)
  })

  it('with a wrong checksum is refused, the files before it as well', async () => {
    const app = await makeInvestigation(open)
    const archive = await archiveOf({ one: 'the first', two: 'the second' }, { level: 0 })
    archive[archive.indexOf('the second')] = 0

    const refused = await zipped(app, archive)

    expect(refused.statusCode).toBe(400)
    expect(await ownedFiles(app)).toEqual([])
  })

  it('is one file part, not a text and not a stored file', async () => {
    const app = await makeInvestigation(open)
    await upload(app, inCase, file, { value: 'x', filename: 'x' })

    const stored = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: inCase,
      payload: { ...file, isZip: true, attachment: { id: sha256('x') } },
    })
    const ofTexts = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: inCase,
      ...multipart(
        { name: '_json', value: JSON.stringify({ dataType: 'ip', isZip: true }) },
        { name: 'attachment', value: await archiveOf({ a: 'a' }), filename: 'a.zip' },
      ),
    })

    expect(stored.json().message).toContain('isZip requires one archive')
    expect(ofTexts.json().message).toContain('Observable type ip is not a file')
    expect(await ownedFiles(app)).toHaveLength(1)
  })
})

const zeros = (mebibytes: number) => Buffer.alloc(mebibytes * MiB)

const manyFiles = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, `${index}`]))

const manyZeros = (count: number, mebibytes: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `f${index}`,
      Buffer.concat([Buffer.from(`${index}`), Buffer.alloc(mebibytes * MiB)]),
    ]),
  )

async function cutArchive() {
  const archive = await archiveOf({ a: randomBytes(10_000) })
  return archive.subarray(0, 5_000)
}

/** Both entries of the list point at the bytes of the first: how one kilobyte becomes many. */
async function overlappingArchive() {
  const archive = await archiveOf({ a: 'the same', b: 'the same' })
  const signature = Buffer.from('PK\x01\x02', 'latin1')
  const first = archive.indexOf(signature)
  const second = archive.indexOf(signature, first + 4)
  archive.copy(archive, second + 42, first + 42, first + 46)
  return archive
}
