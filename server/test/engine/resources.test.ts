import { mkdir, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startEngine } from '../../src/engine/engine.ts'
import { removeOrphanedBlobs } from '../../src/storage/blobs/orphaned-blobs.ts'
import { badRequest, notFound, refusalOf } from '../api/refusal.ts'
import { databases, sqlite } from '../databases.ts'
import { multipart, storedFiles } from '../forms.ts'
import { sharedByTests } from '../lifetime.ts'
import { makeFileServer, pathItems } from '../security/server-files.ts'
import { makeEngineApp } from './setup.ts'

const [rules, blockLists, , , , hashes, , ipDatabases] = pathItems
const rule = (name: string) => `rule ${name} { condition: true }`

const ruleNames = (ended: Record<string, unknown>) => {
  const { report } = ended as { report: { full?: { matches?: { rule: string; file: string }[] } } }
  return report.full?.matches?.map(({ rule: name, file }) => `${file}: ${name}`)
}

describe.each(databases)('$name: files of an organization', ({ open }) => {
  it('are uploaded, listed, chosen, used and downloaded', async () => {
    const app = await makeFileServer(open)
    const attachment = new File([rule('Ours')], 'ours.yar')
    const made = await app.as('orgadmin').uploadResource({ attachment })
    expect(made).toEqual({
      name: 'ours.yar',
      source: 'organization',
      reference: 'upload:ours.yar',
      size: 29,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      createdAt: app.clock.now(),
      createdBy: 'ada',
    })
    expect(await app.as('orgadmin').listResources()).toEqual([
      made,
      { name: 'rules', source: 'server', reference: 'server:rules', size: 0, isFolder: true },
      { name: 'rules/good.yar', source: 'server', reference: 'server:rules/good.yar', size: 32 },
    ])

    const worker = await app.enableWith(rules, ['upload:ours.yar', 'server:rules'])
    const ended = await app.run(worker, rules)
    expect(ruleNames(ended)).toEqual(['ours.yar: Ours', 'good.yar: Offered'])

    const content = await app.as('orgadmin').getResourceContent({ name: 'ours.yar' })
    expect(content.headers.get('content-type')).toBe('application/octet-stream')
    expect(await content.text()).toBe(rule('Ours'))
    const { rows } = await app.as('orgadmin').searchAudit({ query: { objectType: 'resource' } })
    expect(rows).toMatchObject([{ action: 'resource.upload', objectId: 'ours.yar', actor: 'ada' }])
  })

  it('are replaced under the same name: the next job sees it, also where reports are reused', async () => {
    const app = await makeFileServer(open)
    const reference = await app.upload('ours.yar', rule('First'))
    const worker = await app.enableWith(rules, [reference])
    const attachment = new File(['same file'], 'a.txt')
    const reused = async () => {
      const { id } = await app
        .as('analyze')
        .runAnalyzer({ id: worker }, { dataType: 'file', attachment })
      return ruleNames(await app.as('analyze').waitReport({ id }, { atMost: 'Inf' }))
    }
    expect(await reused()).toEqual(['ours.yar: First'])
    await app.upload('ours.yar', rule('Second'))
    expect(await reused()).toEqual(['ours.yar: Second'])
    expect(await app.as('orgadmin').listResources()).toHaveLength(3)
  })

  it('are removed only when no configuration refers to them', async () => {
    const app = await makeFileServer(open)
    await app.upload('ours.yar', rule('Ours'))
    const worker = await app.enableWith(rules, ['upload:ours.yar'])
    await app
      .as('orgadmin')
      .updateAnalyzerConfig({ name: 'Assay_Yara' }, { config: { rules: ['upload:ours.yar'] } })
    const remove = () => app.as('orgadmin').deleteResource({ name: 'ours.yar' })

    expect(await refusalOf(remove())).toMatchObject({
      status: 400,
      message: expect.stringMatching(
        /^The file ours\.yar is used by the analyzer Assay_Yara_1_0 rules \d+ \(rules\) and 1 more\. Choose another file/,
      ),
    })
    expect(await app.configure(worker, 'rules', [])).toBe(200)
    expect(await refusalOf(remove())).toMatchObject({
      message: expect.stringContaining('the analyzer configuration Assay_Yara (rules)'),
    })
    await app.as('orgadmin').updateAnalyzerConfig({ name: 'Assay_Yara' }, { config: { rules: [] } })
    await remove()
    expect(await refusalOf(remove())).toEqual(notFound('resource ours.yar not found'))
  })

  it('leave the disk when no row has them any more, and not before', async () => {
    const app = await makeFileServer(open)
    await app.upload('one.txt', 'the same')
    await app.upload('two.txt', 'the same')
    await app.upload('one.txt', 'the same', 'stranger')
    const sweep = async () => {
      app.clock.advance(2 * 3_600_000)
      await removeOrphanedBlobs(app.deps)
      return (await storedFiles(app)).length
    }
    const before = await sweep()
    await app.as('orgadmin').deleteResource({ name: 'one.txt' })
    await app.as('orgadmin').deleteResource({ name: 'two.txt' })
    expect(await sweep()).toBe(before)
    await app.as('stranger').deleteResource({ name: 'one.txt' })
    expect(await sweep()).toBe(before - 1)
    // What is replaced goes, too.
    await app.upload('x.txt', 'one')
    await app.upload('x.txt', 'other')
    expect(await sweep()).toBe(before)
  })
})

describe('files of an organization', () => {
  const server = sharedByTests(() => makeFileServer(sqlite.open))

  it('serve lists, hashes and databases too', async () => {
    const app = await makeFileServer(sqlite.open)
    await app.upload('bad.txt', '203.0.113.9, seen in May')
    await app.upload('hashes.txt', `${'a'.repeat(64)} Some Trojan`)
    await writeFile(join(app.operatorFolder, 'no.mmdb'), 'nothing')

    expect(
      await app.run(await app.enableWith(blockLists, ['upload:bad.txt']), blockLists),
    ).toMatchObject({
      report: { summary: { taxonomies: [{ level: 'malicious', value: 'bad' }] } },
    })
    expect(
      await app.run(await app.enableWith(hashes, ['upload:hashes.txt']), hashes),
    ).toMatchObject({ report: { full: { lists: [{ list: 'hashes.txt', name: 'Some Trojan' }] } } })
    expect(
      await app.run(await app.enableWith(ipDatabases, ['server:no.mmdb']), ipDatabases),
    ).toMatchObject({ report: { errorMessage: 'The file no.mmdb is not an MMDB database' } })
  })

  it('are invisible to others, and to users who only analyze', async () => {
    const app = await makeFileServer(sqlite.open)
    const attachment = new File([rule('Ours')], 'ours.yar')
    const { sha256 = '' } = await app.as('orgadmin').uploadResource({ attachment })

    const theirs = await app.as('stranger').listResources()
    expect(theirs.map(({ source }) => source)).toEqual(['server', 'server'])
    const name = 'ours.yar'
    expect((await refusalOf(app.as('stranger').getResourceContent({ name }))).status).toBe(404)
    expect((await refusalOf(app.as('stranger').deleteResource({ name }))).status).toBe(404)
    // Not by its hash either, as files of jobs can be had.
    for (const person of ['analyze', 'orgadmin', 'stranger'] as const)
      expect((await refusalOf(app.as(person).getFile({ hash: sha256 }, {}))).status).toBe(404)
  })

  it.each([
    ['a path', '../up.yar', 'up.yar'],
    ['a path of Windows', 'C:\\rules\\up.yar', 'up.yar'],
    ['letters of another language', 'règles (2).yar', 'règles (2).yar'],
  ])('take their name from the file: %s', async (_, filename, name) => {
    const app = await server()
    const attachment = new File(['x'], filename)

    expect(await app.as('orgadmin').uploadResource({ attachment })).toMatchObject({ name })
    const content = await app.as('orgadmin').getResourceContent({ name })
    expect(await content.text()).toBe('x')
  })

  it.each(['', '.hidden', '../x', 'a/b', 'a\u202eb', 'a\nb', 'x'.repeat(129), 'a:b', 'a,b'])(
    'refuse the name %j',
    async (name) => {
      const app = await server()
      const before = (await storedFiles(app)).length
      const upload = app.as('orgadmin').uploadResource({ attachment: new File(['x'], 'x'), name })

      expect(await refusalOf(upload)).toMatchObject({ status: 400 })
      expect((await storedFiles(app)).length).toBe(before)
    },
  )

  it('take the name as a plain part next to the file, and need the file', async () => {
    const app = await server()
    const send = (...parts: Parameters<typeof multipart>) =>
      app.inject({ as: 'orgadmin', method: 'POST', url: '/api/resource', ...multipart(...parts) })
    const file = { name: 'attachment', filename: 'x.bin', value: 'x' }

    const made = await send({ name: 'name', value: 'list.txt' }, file)
    expect([made.statusCode, made.json().name]).toEqual([201, 'list.txt'])
    expect((await send({ name: 'name', value: 'list.txt' })).statusCode).toBe(400)
    expect((await send(file, { name: 'other', value: 'x' })).statusCode).toBe(201)
  })

  it('are at most a hundred', async () => {
    const app = await makeFileServer(sqlite.open)
    for (let n = 0; n < 100; n += 1) await app.upload(`${n}.txt`, 'x')
    const attachment = new File(['x'], 'more.txt')

    expect(await refusalOf(app.as('orgadmin').uploadResource({ attachment }))).toEqual(
      badRequest('Limit of 100 files reached. Delete one first'),
    )
    expect(await app.upload('99.txt', 'replaced')).toBe('upload:99.txt')
  })
})

const { open } = sqlite

describe('the folder of the operator', () => {
  it('offers links that stay inside, and neither hidden files, pipes nor ways out', async () => {
    const app = await makeFileServer(open)
    // As Kubernetes mounts a ConfigMap.
    await mkdir(join(app.operatorFolder, '..data'))
    await writeFile(join(app.operatorFolder, '..data/mounted.yar'), rule('Mounted'))
    await symlink('..data/mounted.yar', join(app.operatorFolder, 'mounted.yar'))
    await symlink('/dev/zero', join(app.operatorFolder, 'zero'))
    await symlink(app.operatorFolder, join(app.operatorFolder, 'loop'))

    const names = (await app.as('orgadmin').listResources()).map(({ name }) => name)
    expect(names).toEqual(['mounted.yar', 'rules', 'rules/good.yar'])
    const worker = await app.enableWith(rules, ['server:mounted.yar'])
    expect(ruleNames(await app.run(worker, rules))).toEqual(['mounted.yar: Mounted'])
  })

  it('may change: the next job sees it, and what is gone is said', async () => {
    const app = await makeFileServer(open)
    const worker = await app.enableWith(rules, ['server:rules'])
    await writeFile(join(app.operatorFolder, 'rules/more.yar'), rule('More'))
    expect(ruleNames(await app.run(worker, rules))).toEqual(['good.yar: Offered', 'more.yar: More'])

    await rm(join(app.operatorFolder, 'rules'), { recursive: true })
    await symlink(app.dataFolder, join(app.operatorFolder, 'rules'))
    expect(await app.run(worker, rules)).toMatchObject({
      report: {
        errorMessage: 'The setting rules refers to server:rules, which no longer exists',
      },
    })
  })

  it.each([
    ['that is not there', '/no/such/folder', 'does not exist'],
    ['that is a file', '/etc/passwd', 'is not a folder'],
    ['above the data', '..', 'contains the data folder'],
    ['of the data itself', '.', 'is inside the data folder'],
    ['in the data', 'blobs', 'is inside the data folder'],
    ['of the system', '/proc/self', 'belongs to the operating system'],
  ])('%s stops the start with a reason', async (_, folder, reason) => {
    const app = await makeEngineApp(open, [])
    const { config } = app.deps
    const resources = folder.startsWith('/') ? folder : join(config.data.dir, folder)
    const starting = startEngine(
      { ...app.deps, config: { ...config, analyzer: { ...config.analyzer, resources } } },
      [],
    )

    await expect(starting).rejects.toThrow(/^analyzer\.resources: the folder /)
    await expect(starting).rejects.toThrow(reason)
  })
})

describe('compiled rules', () => {
  // That they are used, and by whom they may be written: analyzers/src/yara/kept.test.ts.
  it('are kept in the data folder, for this account alone', async () => {
    const app = await makeFileServer(open, { XDG_CACHE_HOME: '' })
    const worker = await app.enableWith(rules, [await app.upload('ours.yar', rule('Ours'))])
    const folder = join(app.dataFolder, 'cache')
    expect(ruleNames(await app.run(worker, rules))).toEqual(['ours.yar: Ours'])

    const [name = ''] = await readdir(folder)
    expect(name).toMatch(/^[0-9a-f]{64}\.image$/)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  })
})

describe('the copies that threads read', () => {
  it('are made once, and again when they are gone', async () => {
    const app = await makeFileServer(open)
    const worker = await app.enableWith(rules, [await app.upload('ours.yar', rule('Ours'))])
    const copies = () => readdir(join(app.dataFolder, 'resources'))

    await Promise.all(Array.from({ length: 4 }, () => app.run(worker, rules)))
    expect(await copies()).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
    for (const name of await copies()) await rm(join(app.dataFolder, 'resources', name))
    expect(ruleNames(await app.run(worker, rules))).toEqual(['ours.yar: Ours'])
  })

  it('go a day after the last reference to the file', async () => {
    const app = await makeFileServer(open)
    const folder = join(app.dataFolder, 'resources')
    const worker = await app.enableWith(rules, [await app.upload('ours.yar', rule('Ours'))])
    await app.run(worker, rules)
    const old = app.clock.now() / 1000 - 2 * 86_400
    for (const name of await readdir(folder)) await utimes(join(folder, name), old, old)
    await writeFile(join(folder, 'left-by-a-crash'), '')
    await utimes(join(folder, 'left-by-a-crash'), old, old)

    const restart = async () => {
      const engine = await startEngine(app.deps, [])
      await engine.stop(0)
      return (await readdir(folder)).length
    }
    expect(await restart()).toBe(1)
    await app.configure(worker, 'rules', [])
    await app.as('orgadmin').deleteResource({ name: 'ours.yar' })
    expect(await restart()).toBe(0)
  })
})
