import { createHash } from 'node:crypto'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/platform/case-archives/format.ts'
import { oneDatabase } from '../databases.ts'
import { multipart } from '../forms.ts'
import { archiveOf } from '../platform/archives.ts'
import { ownedFiles } from '../platform/files.ts'
import { makePlatformApp } from '../platform/setup.ts'
import type { TestApp } from '../setup.ts'

// A case archive is written by an attacker who wants more than a new case of the importing user.

const password = 'correct horse'
const head = '{"format":"assay-case","version":1}\n'
const line = (kind: string, input: object, more: object = {}) =>
  `${JSON.stringify({ kind, input, ...more })}\n`
const aCase = line('case', { title: 't', description: 'd' })
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const fileNamed = (content: string, name: string) => ({
  files: [{ sha256: hashOf(content), name, contentType: 'text/html' }],
})

const send = (app: TestApp, archive: Buffer) =>
  app.inject({
    as: 'stranger',
    method: 'POST',
    url: '/api/v1/case/import',
    ...multipart(
      { name: '_json', value: JSON.stringify({ password }) },
      { name: 'file', filename: 'case.zip', type: 'application/zip', value: archive },
    ),
  })

const kept = [
  'cases',
  'tasks',
  'task_logs',
  'observables',
  'comments',
  'attachments',
  'tags',
  'audit',
] as const
const defined = [
  'users',
  'custom_fields',
  'observable_types',
  'case_statuses',
  'organizations',
] as const

/** Of others than the importing user, and what an import may never create. */
async function others({ deps: { db } }: TestApp): Promise<string> {
  const rows = await Promise.all([
    ...kept.map((table) =>
      db
        .selectFrom(table as 'cases')
        .selectAll()
        .where('organization', '<>', 'beta')
        .execute(),
    ),
    ...defined.map((table) =>
      db
        .selectFrom(table as 'cases')
        .selectAll()
        .execute(),
    ),
  ])
  return JSON.stringify(rows)
}

/** The numbers of an entry in the list of an archive, changed. */
function lying(archive: Buffer, name: string, change: (entry: Buffer) => void): Buffer {
  const copy = Buffer.from(archive)
  for (let at = copy.indexOf('PK\x01\x02'); at >= 0; at = copy.indexOf('PK\x01\x02', at + 4))
    if (copy.toString('latin1', at + 46, at + 46 + name.length) === name) change(copy.subarray(at))
  return copy
}

describe.each(oneDatabase)('$name: an archive of a case', ({ open }) => {
  it('is read by content, whatever its files are called', async () => {
    const app = await makePlatformApp(open)
    const names = [
      ...['../../etc/passwd', '/etc/shadow', '..\\..\\win.ini', 'C:\\boot.ini', '//host/share/x'],
      ...[
        'a/./b',
        'CASE.JSONL',
        'con',
        'x\u202egnp.exe',
        'files/../../y',
        '~root',
        '-rf',
        'n\u0001',
      ],
    ]
    const members = Object.fromEntries(names.map((name) => [name, `content of ${name}`]))
    const attached = names.map((name) =>
      line('attachment', {}, fileNamed(`content of ${name}`, name)),
    )
    const document = { 'case.jsonl': head + aCase + attached.join('') }
    const before = await others(app)

    const answer = await send(app, await archiveOf({ ...members, ...document }, { password }))

    expect(answer.statusCode, answer.body).toBe(201)
    const { _id: id } = answer.json().case
    const shown = (await app.as('stranger').queryV1({
      query: [{ _name: 'getCase', idOrName: id }, { _name: 'attachments' }],
    })) as { name: string; _id: string }[]
    expect(shown).toHaveLength(names.length)
    for (const { name } of shown) expect(name).toMatch(/^[^/\\\p{Cc}]+$/u)
    expect(await others(app)).toBe(before)
  })

  it('gets no file that others have by its hash, and nothing of it stays', async () => {
    const app = await makePlatformApp(open)
    const { _id: id } = await app.as('analyze').createCaseV1({ title: 'Ours', description: 'd' })
    const attachment = new File(['a secret of alpha'], 's.bin')
    await app.as('analyze').createCaseObservableV1({ id }, { dataType: 'file', attachment })
    const files = await ownedFiles(app)
    const before = await others(app)
    for (const kind of ['attachment', 'observable']) {
      const input = kind === 'observable' ? { dataType: 'file' } : {}
      const named = line(kind, input, fileNamed('a secret of alpha', 's.bin'))
      const archive = await archiveOf({ 'case.jsonl': head + aCase + named }, { password })
      const answer = await send(app, archive)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().message).toMatch(/is missing from the archive/)
    }
    expect(await ownedFiles(app)).toEqual(files)
    expect(await others(app)).toBe(before)
  })

  it('makes no people, fields, types, statuses and organizations, and says what it left out', async () => {
    const app = await makePlatformApp(open)
    const [before, text] = [
      await others(app),
      head +
        line('case', {
          ...{ title: 't', description: 'd', tags: ['new tag'], owner: '(settings)' },
          ...{ customFields: { unknown: 'x', constructor: 'y' } },
        }) +
        line('closing', { status: 'Made up', plainStatus: 'Resolved' }) +
        line('observable', { dataType: 'made-up', data: 'x' }) +
        line('observable', { dataType: 'domain', data: 'x.example.org' }) +
        line('procedure', { patternId: 'T0000', occurDate: 1 }) +
        line('comment', { message: '@ada @root look' }, { by: '(command line)', at: 5 }),
    ]

    const answer = await send(app, await archiveOf({ 'case.jsonl': text }, { password }))

    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json()).toMatchObject({ case: { assignee: 'bob', status: 'Resolved' } })
    expect(answer.json().observables).toHaveLength(1)
    expect(answer.json().errors.length).toBeGreaterThanOrEqual(3)
    expect(await others(app)).toBe(before)
    const audited = await app.deps.db.selectFrom('audit').selectAll().execute()
    const byImporter = audited.filter(({ actor }) => actor === 'bob')
    expect(byImporter.length).toBeGreaterThan(0)
    for (const { organization } of byImporter) expect(organization).toBe('beta')
    expect(await app.deps.db.selectFrom('mentions').selectAll().execute()).toEqual([])
  })

  const plain = () => archiveOf({ 'case.jsonl': head + aCase, x: 'x' }, { password })
  it.each<[string, () => Promise<Buffer>, RegExp]>([
    [
      'two documents',
      () => archiveOf({ 'case.jsonl': head + aCase, 'x/case.jsonl': head + aCase }, { password }),
      /more than once/,
    ],
    [
      'a size that is a lie',
      async () => lying(await plain(), 'case.jsonl', (e) => e.writeUInt32LE(5, 24)),
      /./,
    ],
    [
      'a size that is a lie upwards',
      async () => lying(await plain(), 'x', (e) => e.writeUInt32LE(0xfffffff0, 24)),
      /./,
    ],
    [
      'a packed size that is a lie',
      async () => lying(await plain(), 'x', (e) => e.writeUInt32LE(0x7ffffff0, 20)),
      /./,
    ],
    [
      'sizes of zip64 that are not there',
      async () => lying(await plain(), 'x', (e) => e.writeUInt32LE(0xffffffff, 24)),
      /./,
    ],
    [
      'a place that is a lie',
      async () => lying(await plain(), 'x', (e) => e.writeUInt32LE(0xfffffff0, 42)),
      /./,
    ],
    [
      'one place for two files',
      async () => lying(await plain(), 'x', (e) => e.writeUInt32LE(0, 42)),
      /./,
    ],
    ['a wrong checksum', async () => lying(await plain(), 'x', (e) => e.writeUInt32LE(1, 16)), /./],
    ['more entries than it has', async () => lyingEnd(await plain(), 0xfffe), /./],
    ['no entries', async () => lyingEnd(await plain(), 0), /./],
    [
      'an archive in an archive',
      async () => archiveOf({ 'case.jsonl': await plain() }, { password }),
      /UTF-8|does not start/,
    ],
    [
      'a document of line breaks',
      async () => packed('\n'.repeat(3_000_000)),
      /does not start with a version 1 header/,
    ],
    [
      'more things than are allowed',
      async () => packed(head + aCase + '0\n'.repeat(20_001)),
      /not a valid case entry|exceeds the limit/,
    ],
    [
      'an id',
      async () => packed(head + line('case', { title: 't', description: 'd', _id: '~1' })),
      /not a valid case entry/,
    ],
    [
      'an organization',
      async () =>
        packed(head + line('case', { title: 't', description: 'd', organisation: 'alpha' })),
      /not a valid case entry/,
    ],
    [
      'deep values',
      async () => packed(`${head}{"kind":"case","input":${'['.repeat(100_000)}`),
      /nested deeper than 64 levels/,
    ],
    ['a million values', async () => packed(`${head}[${'[],'.repeat(1_000_000)}1]`), /values/],
  ])('with %s is refused, and nothing stays', async (_, make, message) => {
    const app = await makePlatformApp(open)
    const [archive, before] = [await make(), await others(app)]

    const answer = await send(app, archive)

    expect([400, 413], answer.body).toContain(answer.statusCode)
    expect(answer.json().message).toMatch(message)
    expect(await app.deps.db.selectFrom('cases').selectAll().execute()).toEqual([])
    expect(await ownedFiles(app)).toEqual([])
    expect(await others(app)).toBe(before)
  })
})

const lyingEnd = (archive: Buffer, count: number): Buffer => {
  const copy = Buffer.from(archive)
  const end = copy.lastIndexOf('PK\x05\x06')
  copy.writeUInt16LE(count, end + 8)
  copy.writeUInt16LE(count, end + 10)
  return copy
}

/** Stored uncompressed: no ratio gives it away. */
async function packed(document: string): Promise<Buffer> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), {
    ...{ password, zipCrypto: true, level: 0, useWebWorkers: false },
  })
  await zip.add('case.jsonl', new Uint8ArrayReader(new TextEncoder().encode(document)))
  return Buffer.from(await zip.close())
}

it('others have their turn while a long document is read', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const things = line('comment', { message: 'x'.repeat(1_000) }).repeat(8_000)

  expect(await readDocument(head + aCase + things, 1024 ** 2)).toHaveLength(8_001)

  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(6)
})
