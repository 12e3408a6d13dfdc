import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adminKey, contents, fill } from '../backup/installation.ts'
import { sharedByTests } from '../lifetime.ts'
import { migratedPlaces } from '../places.ts'
import { start } from '../program.ts'
import { withDatabase } from '../security/key-rotation.ts'
import { clientOf, rootKey } from '../submitter.ts'
import { importFrom, sendFile } from './sources.ts'

/** Our own server speaks the API of the other one; an import only reads it. */
const otherServer = sharedByTests(async () => {
  const other = await start(await migratedPlaces[0].settings())
  const { analyzer } = await fill(other)
  const admin = clientOf(other, adminKey)
  const settings = { rate: 7, rateUnit: 'Hour' as const }
  const file = await admin.enableAnalyzer({ id: 'Assay_File_1_0' }, { name: 'File', ...settings })
  const text = await admin.runAnalyzer({ id: analyzer }, { data: 'a'.repeat(32), dataType: 'hash' })
  const upload = (await sendFile(
    other,
    `/api/analyzer/${file.id}/run`,
    { dataType: 'file', tlp: 1 },
    'sample.txt',
    'see http://example.org/x for more',
  )) as { id: string }
  const config = { proxy_http: 'http://proxy:1' }
  await admin.updateAnalyzerConfig({ name: 'global' }, { config })
  for (const { id } of [text, upload]) await admin.waitReport({ id }, { atMost: '2minute' })
  return { other, admin, jobs: [text.id, upload.id], upload: upload.id }
})

describe.each(migratedPlaces)('$database: assay import cortex', ({ settings }) => {
  it('imports everything as it was, with a running server, and nothing twice', async () => {
    const { other, admin, jobs, upload } = await otherServer()
    const environment = await settings()
    const here = await start(environment)
    const report = join(environment.ASSAY_DATA_DIR, '..', 'report.json')

    const dry = await importFrom(environment, 'cortex', other.address, ['--dry-run'])
    expect(dry, dry.stderr).toMatchObject({ code: 0 })
    expect(dry.stdout).toContain('Would be imported, alpha: 1 organizations, 1 users')
    const before = await contents(environment)
    expect(before.tables.jobs).toMatchObject({ rows: 0 })

    const args = ['--api-keys', '--report', report]
    const first = await importFrom(environment, 'cortex', other.address, args)
    expect(first, first.stderr).toMatchObject({ code: 0 })
    expect(first.stdout).toMatch(
      /^Imported, alpha: 1 organizations, 1 users, \d+ analyzers, 2 jobs/m,
    )
    expect(first.stdout).toContain('alpha: passwords. No API gives them away')
    expect(first.stderr).toContain('alpha: 2 jobs read')
    for (const secret of [adminKey, rootKey]) {
      expect(first.stdout + first.stderr).not.toContain(secret)
      expect(await readFile(report, 'utf8')).not.toContain(secret)
    }
    expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({
      from: 'Cortex',
      url: other.address,
      dryRun: false,
      carried: { alpha: { jobs: 2 } },
      unfinished: false,
    })
    const after = await contents(environment)

    const second = await importFrom(environment, 'cortex', other.address)
    expect(second.stdout).toContain('Imported: nothing')
    expect(second.stdout).toMatch(/^Already present, alpha: .*jobs$/m)
    expect(await contents(environment)).toEqual(after)

    expect(first.stdout).toContain('alpha: shared configurations of analyzers. They only fill')
    expect(first.stdout).toContain('global: proxy_http')
    expect(first.stdout + first.stderr).not.toContain('http://proxy:1')

    // Verdicts are there without a start in between, the same as there.
    // A job of Cortex does not say whether a session or a key asked for it.
    const verdictsOf = async (client: typeof admin) => {
      const found = await client.getValue({ dataType: 'hash', data: 'a'.repeat(32) })
      const runs = found.history.runs.map(({ asked, ...run }) => ({ ...run, by: asked?.by }))
      return { ...found, history: { ...found.history, runs } }
    }
    const there = await verdictsOf(admin)
    expect(await verdictsOf(clientOf(here, adminKey))).toEqual(there)

    // With the same API key as there, and what it saw there.
    const mine = clientOf(here, adminKey)
    for (const id of jobs) {
      const { runner: _, ...rest } = await admin.getReport({ id })
      expect(await mine.getReport({ id })).toEqual(rest)
      const found = (await admin.listArtifacts({ id }, { range: 'all' })).rows
      expect((await mine.listArtifacts({ id }, { range: 'all' })).rows).toEqual(found)
    }
    const { attachment } = await mine.getReport({ id: upload })
    const sample = await here.call('GET', `/api/datastore/${attachment?.id}`, { key: adminKey })
    expect(await sample.text()).toContain('see http://example.org/x')
    const { rows } = await mine.listAnalyzers({ range: 'all' })
    expect(rows.map(({ name, rate }) => [name, rate])).toContainEqual(['File', 7])
    await withDatabase(environment, async ({ db }) => {
      const { created_by } = await db
        .selectFrom('users')
        .select('created_by')
        .where('login', '=', 'ada')
        .executeTakeFirstOrThrow()
      expect(created_by).toBe('first')
    })
  })
})

describe('assay import cortex', () => {
  it('says what a key could not see, and how to let it', async () => {
    const { other } = await otherServer()
    const environment = await migratedPlaces[0].settings()
    const rootOnly = await importFrom(environment, 'cortex', other.address, [], rootKey)
    expect(rootOnly, rootOnly.stderr).toMatchObject({ code: 0 })
    expect(rootOnly.stdout).toContain('which none of the given keys can see. Give one more --key')
    expect(rootOnly.stdout).toContain('alpha: API keys. Make new ones')
    expect(rootOnly.stdout).toContain('no superadmin can sign in here. Run `assay user create')

    const adminOnly = await importFrom(environment, 'cortex', other.address, [], adminKey)
    expect(adminOnly.stdout).toContain('2 jobs')
    expect(adminOnly.stdout).toContain('that only a superadmin sees')

    for (const [args, keys, reason] of [
      [[], 'a'.repeat(40), '--key: key 1 was rejected'],
      [['--organization', 'nobody'], rootKey, '--organization: none of the given keys sees nobody'],
      [['--since', 'yesterday'], rootKey, '--since must be a date'],
      [['--report', '/nowhere/x.json'], rootKey, '--report: /nowhere/x.json cannot be written'],
      [['--ca-file', '/nowhere/ca'], rootKey, '--ca-file: cannot use /nowhere/ca'],
    ] as const) {
      const refused = await importFrom(environment, 'cortex', other.address, args, keys)
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) })
    }
  })
})
