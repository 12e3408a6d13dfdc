import { describe, expect, it } from 'vitest'
import { badRequest, notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import { apiKey, asking, key } from './asking.ts'
import { makeEngineApp, programs } from './setup.ts'

describe.each(oneDatabase)('$name: the catalog', ({ open }) => {
  it('shows what can be enabled, without paths and without the shipped configuration', async () => {
    const app = await makeEngineApp(open, [{ ...asking, config: { hidden: 'shipped' } }])

    const { rows, total } = await app.as('root').listAnalyzerDefinitions()
    const responders = await app.as('orgadmin').listResponderDefinitions()

    expect(total).toBe(1)
    expect(rows).toEqual([
      {
        id: 'Asking_1_0',
        name: 'Asking',
        version: '1.0',
        description: 'Fixture Asking',
        dataTypeList: ['ip'],
        author: 'tests',
        url: 'https://example.org',
        license: 'Apache-2.0',
        baseConfig: 'Asking',
        configurationItems: [
          { ...apiKey, multi: false },
          { name: 'old', type: 'string', description: 'Gone later', multi: false, required: false },
        ],
        dockerImage: null,
        command: 'Asking.sh',
        runners: ['process'],
      },
    ])
    expect(responders).toEqual({ rows: [], total: 0 })
  })

  it('sees what was added once asked to rescan, whichever kind was asked for', async () => {
    const app = await makeEngineApp(open, [])
    const client = app.as('orgadmin')

    await app.addProgram(programs.echo)
    await client.scanResponderDefinitions()

    await expect.poll(async () => (await client.listAnalyzerDefinitions()).total).toBe(1)
  })
})

describe.each(databases)('$name: shared configurations', ({ open }) => {
  it('come with global first, keep what is saved and drop what is not an item', async () => {
    const app = await makeEngineApp(open, [asking, programs.echo])
    const client = app.as('orgadmin')

    const before = await client.listAnalyzerConfigs()
    const saved = await client.updateAnalyzerConfig(
      { name: 'Asking' },
      { config: { api_key: key, surprise: 1 } },
    )
    const read = await client.getAnalyzerConfig({ name: 'Asking' })
    const global = await client.updateAnalyzerConfig(
      { name: 'global' },
      { config: { proxy_http: 'http://proxy:1' } },
    )

    expect(before.map(({ name }) => name)).toEqual(['global', 'Asking', 'Echo'])
    expect(before[1]).toMatchObject({ workers: ['Asking'], config: {} })
    expect(before.flatMap((base) => base.configurationItems).filter((i) => i.required)).toEqual([])
    expect(saved.config).toMatchObject({ api_key: key })
    expect(saved.config).not.toHaveProperty('surprise')
    expect(read).toEqual(saved)
    expect(global.config).toMatchObject({ proxy_http: 'http://proxy:1' })
  })
})

describe.each(oneDatabase)('$name: shared configurations', ({ open }) => {
  it('refuse what is not an object, what has the wrong type, and names that do not exist', async () => {
    const app = await makeEngineApp(open, [asking])
    const client = app.as('orgadmin')
    const invalid = badRequest('attribute config has invalid format')

    expect(await refusalOf(client.updateAnalyzerConfig({ name: 'Asking' }))).toEqual(invalid)
    expect(
      await refusalOf(client.updateAnalyzerConfig({ name: 'Asking' }, { config: [1] })),
    ).toEqual(invalid)
    expect(
      await refusalOf(client.updateAnalyzerConfig({ name: 'Asking' }, { config: { api_key: 1 } })),
    ).toMatchObject({ status: 400, type: 'AttributeCheckingError' })
    expect(await refusalOf(client.getAnalyzerConfig({ name: 'Nothing' }))).toEqual(
      notFound('config Nothing not found'),
    )
  })

  it('belong to one organization and never change a worker that is enabled', async () => {
    const app = await makeEngineApp(open, [asking])
    const { id } = await app.enable('orgadmin', 'Asking', { configuration: { api_key: key } })

    await app
      .as('orgadmin')
      .updateAnalyzerConfig({ name: 'Asking' }, { config: { api_key: 'shared' } })
    const foreign = await app.as('stranger').getAnalyzerConfig({ name: 'Asking' })
    const worker = await app.as('orgadmin').getAnalyzer({ id })

    expect(foreign.config).toEqual({})
    expect(worker.configuration).toMatchObject({ api_key: key })
  })
})
