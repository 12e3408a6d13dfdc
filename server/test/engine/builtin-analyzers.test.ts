import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { builtins } from '@assay/analyzers'
import { build, type Plugin } from 'rolldown'
import { loadConfig } from 'rolldown/config'
import { describe, expect, it, onTestFinished } from 'vitest'
import { builtinModules } from '../../src/engine/runners/builtin/builtin-modules.ts'
import { createBuiltinRunner } from '../../src/engine/runners/builtin/builtin-runner.ts'
import { oneDatabase } from '../databases.ts'
import { requestFor } from './running.ts'
import { makeEngineApp } from './setup.ts'

const withBuiltins = { environment: { ASSAY_JOB_RUNNERS: 'builtin' } }

describe.each(oneDatabase)('$name: a built-in analyzer', ({ open }) => {
  it('is in the catalog, is enabled like any other and gives a report', async () => {
    const app = await makeEngineApp(open, [], withBuiltins)
    const { rows: definitions } = await app.as('orgadmin').listAnalyzerDefinitions()
    expect(definitions.find(({ id }) => id === 'Assay_Hash_1_0')).toMatchObject({
      name: 'Assay_Hash',
      dataTypeList: ['hash'],
      runners: ['builtin'],
      command: null,
    })

    const worker = await app
      .as('orgadmin')
      .enableAnalyzer({ id: 'Assay_Hash_1_0' }, { name: 'Hashes' })
    const data = '44d88612fea8a8f36de82e1278abb02f'
    const job = await app.as('analyze').runAnalyzer({ id: worker.id }, { data, dataType: 'hash' })
    const ended = await app.as('analyze').waitReport({ id: job.id }, { atMost: 'Inf' })

    expect(ended).toMatchObject({
      status: 'Success',
      runner: 'builtin',
      report: {
        summary: {
          taxonomies: [{ value: 'MD5' }, { level: 'malicious', value: 'EICAR test file' }],
        },
      },
    })
  })

  it('gives its observable and artifacts to other platforms', async () => {
    const app = await makeEngineApp(open, [], withBuiltins)
    const worker = await app
      .as('orgadmin')
      .enableAnalyzer({ id: 'Assay_Text_1_0' }, { name: 'Text' })
    const data = 'It loads https://evil.example.org/a from 198.51.100.7'
    const job = await app.as('analyze').runAnalyzer({ id: worker.id }, { data, dataType: 'other' })
    await app.as('analyze').waitReport({ id: job.id }, { atMost: 'Inf' })

    const { objects } = await app.as('analyze').jobAsStix({ id: job.id })
    expect(objects).toContainEqual(
      expect.objectContaining({ type: 'url', value: 'https://evil.example.org/a' }),
    )
    expect(await app.as('analyze').jobAsMisp({ id: job.id })).toMatchObject({
      Event: {
        Attribute: expect.arrayContaining([
          expect.objectContaining({ type: 'url', value: 'https://evil.example.org/a' }),
        ]),
      },
    })
  })

  it('fails with a sentence', async () => {
    const app = await makeEngineApp(open, [], withBuiltins)
    const worker = await app.as('orgadmin').enableAnalyzer({ id: 'Assay_IP_1_0' }, { name: 'IPs' })
    const job = await app
      .as('analyze')
      .runAnalyzer({ id: worker.id }, { data: '999.1.1.1', dataType: 'ip' })
    const ended = await app.as('analyze').waitReport({ id: job.id }, { atMost: 'Inf' })

    expect(ended).toMatchObject({
      status: 'Failure',
      report: { errorMessage: 'Neither an IP address nor a network' },
    })
  })

  it('is there from the start in an organization that asks for it, and only there', async () => {
    const app = await makeEngineApp(open, [], withBuiltins)
    const make = async (name: string, enableBuiltin?: boolean) => {
      const wish = enableBuiltin === undefined ? {} : { enableBuiltin }
      await app.as('root').createOrganization({ name, description: '', ...wish })
      const rows = await app.deps.db
        .selectFrom('workers')
        .select(['name', 'created_by', 'type'])
        .where('organization', '=', name)
        .execute()
      return rows
    }

    expect(await make('plain')).toEqual([])
    const offline = builtins.filter(
      ({ type, description }) => type === 'analyzer' && !description.needsNetwork,
    )
    const enabled = await make('newcomers', true)
    expect(enabled).toHaveLength(offline.length)
    expect(enabled).toContainEqual(
      expect.objectContaining({ name: 'Assay_Hash_1_0', type: 'analyzer' }),
    )
  })

  it('is there in every new organization when the settings say so', async () => {
    const app = await makeEngineApp(open, [], {
      environment: { ...withBuiltins.environment, ASSAY_ANALYZER_ENABLEBUILTIN: 'true' },
    })
    const create = (name: string, wish = {}) =>
      app.as('root').createOrganization({ name, description: '', ...wish })
    await create('first')
    await create('second', { enableBuiltin: false })

    const rows = await app.deps.db.selectFrom('workers').select('organization').execute()
    expect(new Set(rows.map(({ organization }) => organization))).toEqual(new Set(['first']))
  })

  it('is not offered where built-ins may not be run', async () => {
    const app = await makeEngineApp(open, [])

    expect((await app.as('orgadmin').listAnalyzerDefinitions()).rows).toEqual([])
  })
})

/** The program as `npm start` runs it. */
async function buildProgram(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'assay-build-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const server = join(import.meta.dirname, '../..')
  const sources = join(server, 'src/engine/runners/builtin')
  const { plugins } = (await loadConfig(join(server, 'rolldown.config.mjs'))) as {
    plugins: Plugin[]
  }
  await build({
    // Those of the bundler; ours only put files next to the program.
    plugins: plugins.filter(({ name }) => name.startsWith('builtin:')),
    input: ['builtin-thread.ts', 'builtin-module.ts'].map((name) => join(sources, name)),
    platform: 'node',
    output: { dir, format: 'esm' },
    logLevel: 'silent',
  })
  return dir
}

it.each([
  ['from sources', async () => ({ modules: builtinModules() })],
  [
    'from the built program',
    async () => {
      const address = pathToFileURL(join(await buildProgram(), 'x.js'))
      const threadUrl = new URL('./builtin-thread.js', address)
      return { modules: builtinModules(address.href), threadUrl }
    },
  ],
])('every built-in can be loaded %s', async (_, options) => {
  const runner = createBuiltinRunner({ ...(await options()), threads: 1 })
  onTestFinished(() => runner.stop())

  for (const { description } of builtins) {
    const input = { dataType: 'no such type', data: 'x' }
    const request = await requestFor({ builtin: description.name }, { input })
    await runner.run(request)
    const output = JSON.parse(String(await request.folder.readReport(1e6)))
    // It was loaded and asked: that it takes no such type is its own answer.
    expect(output.errorMessage ?? '').not.toMatch(/Cannot find|Unknown built-in|Unexpected/)
    expect([true, false]).toContain(output.success)
  }
})
