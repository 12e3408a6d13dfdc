import { globalAgent } from 'node:http'
import { builtins } from '@assay/analyzers'
import { runAnalyzer } from '@assay/analyzers/try'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { configurationColumns } from '../../src/engine/workers/configuration.ts'
import { sqlite } from '../databases.ts'
import { definition, serve, start } from '../engine/catalogue-fixtures.ts'
import { makeEngineApp } from '../engine/setup.ts'
import { sharedByTests } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'
import { makePlatformApp } from '../platform/setup.ts'
import { run } from '../program.ts'
import type { TestApp } from '../setup.ts'
import { listenInside, spellings } from './loopback.ts'

// Only the operator can send the server into its own network: see analyzer.privateTargets.

const withBuiltins = { ASSAY_JOB_RUNNERS: 'builtin' }
const notAsked = expect.stringContaining('was not contacted: address is')

async function reportOf(app: TestApp, kind: 'analyzer' | 'responder', id: string) {
  const client = app.as('analyze')
  const job =
    kind === 'analyzer'
      ? await client.runAnalyzer({ id }, { data: 'example.org', dataType: 'domain' })
      : await client.runResponder({ id }, { data: { title: 'x' }, dataType: 'thehive:case' })
  return await client.waitReport({ id: job.id }, { atMost: 'Inf' })
}

describe('an orgadmin', () => {
  const { open } = sqlite
  const shared = sharedByTests(() => makeEngineApp(open, [], { environment: withBuiltins }))
  const settings = {
    'the server of Assay_Rdap': (url: string) => ({ server: url }),
    'the lists of Assay_Rdap': (url: string) => ({ bootstrap: url }),
    'a proxy of Assay_Rdap': (url: string) => ({
      server: 'http://rdap.example',
      proxy_http: url,
    }),
    'a proxy for encrypted requests': (url: string) => ({
      server: 'https://rdap.example',
      proxy_https: url,
    }),
  }

  it.each(Object.entries(settings))(
    'does not reach the loopback by %s',
    async (name, configuration) => {
      const app = await shared()
      const inside = await listenInside()
      const { id } = await app
        .as('orgadmin')
        .enableAnalyzer(
          { id: 'Assay_Rdap_1_0' },
          { name, configuration: configuration(`http://127.0.0.1:${inside.port}`) },
        )

      expect(await reportOf(app, 'analyzer', id)).toMatchObject({
        status: 'Failure',
        report: { errorMessage: notAsked },
      })
      expect(inside.calls()).toBe(0)
    },
  )

  it('does not reach the loopback by the responder Assay_Webhook', async () => {
    const app = await shared()
    const inside = await listenInside()
    const { id } = await app.as('orgadmin').enableResponder(
      { id: 'Assay_Webhook_1_0' },
      {
        name: 'Hook',
        configuration: { url: `http://127.0.0.1:${inside.port}`, secret: 'x'.repeat(32) },
      },
    )

    expect(await reportOf(app, 'responder', id)).toMatchObject({
      status: 'Failure',
      report: { errorMessage: notAsked },
    })
    expect(inside.calls()).toBe(0)
  })

  it('cannot say allow_private any more, and what said so before is not obeyed', async () => {
    const app = await shared()
    const inside = await listenInside()
    const server = `http://127.0.0.1:${inside.port}`
    const { id } = await app
      .as('orgadmin')
      .enableAnalyzer(
        { id: 'Assay_Rdap_1_0' },
        { name: 'Rdap of before', configuration: { server } },
      )
    const saved = await app.inject({
      as: 'orgadmin',
      method: 'PATCH',
      url: `/api/analyzer/${id}`,
      payload: { configuration: { server, allow_private: true } },
    })
    const old = { server, allow_private: true, young_days: 30 }
    const { configuration_sealed } = configurationColumns(app.deps.secrets, id, {}, old)
    await app.deps.db
      .updateTable('workers')
      .set({ configuration_sealed })
      .where('id', '=', id)
      .execute()

    expect(saved.statusCode).toBe(400)
    expect(saved.json().errors).toMatchObject([
      { message: expect.stringContaining('allow_private') },
    ])
    expect(await reportOf(app, 'analyzer', id)).toMatchObject({
      report: { errorMessage: notAsked },
    })
    expect(inside.calls()).toBe(0)
  })

  it('reaches what the operator allows, and nothing else', async () => {
    const allowed = await listenInside()
    const beside = await listenInside()
    const app = await makeEngineApp(open, [], {
      environment: {
        ...withBuiltins,
        ASSAY_ANALYZER_PRIVATETARGETS: `127.0.0.1:${allowed.port}`,
      },
    })
    const ask = async (port: number) => {
      const { id } = await app
        .as('orgadmin')
        .enableAnalyzer(
          { id: 'Assay_Rdap_1_0' },
          { name: `Rdap${port}`, configuration: { server: `http://127.0.0.1:${port}` } },
        )
      return await reportOf(app, 'analyzer', id)
    }

    expect(await ask(allowed.port)).toMatchObject({ status: 'Success' })
    expect(await ask(beside.port)).toMatchObject({ report: { errorMessage: notAsked } })
    expect([allowed.calls(), beside.calls()]).toEqual([1, 0])
  })

  it('does not reach the loopback by a webhook, however it is written', async () => {
    const app = await makePlatformApp(open)
    const inside = await listenInside()
    const client = app.as('orgadmin')
    for (const host of spellings) {
      const { id } = await client.createWebhook({
        name: host,
        url: `http://${host}:${inside.port}/`,
      })
      await client.testWebhook({ id })
      await vi.waitFor(
        async () => {
          const { rows } = await client.listWebhookDeliveries({ id }, { range: 'all' })
          expect(rows.map(({ lastError }) => lastError)).toContainEqual(
            expect.stringContaining('is a private address'),
          )
        },
        { timeout: patienceMs },
      )
      await client.deleteWebhook({ id })
    }

    expect(inside.calls()).toBe(0)
  })
})

describe('every built-in that uses the network', () => {
  const networked = builtins.filter(({ description }) => description.needsNetwork)

  it.each(networked.map((builtin) => [builtin.description.name, builtin] as const))(
    '%s: no text of its configuration leads to the loopback',
    async (_, builtin) => {
      const inside = await listenInside()
      const runnable = await builtin.load()
      const items = Object.entries(runnable.configuration).filter(
        ([, { type }]) => type === 'string' || type === 'text',
      )
      const names = [...items.map(([name]) => name), 'proxy_http', 'proxy_https']
      const trials = names.flatMap((name) =>
        spellings.flatMap((host) =>
          [host, `${host}:${inside.port}`, `http://${host}:${inside.port}/`].map((value) =>
            configuration(runnable.configuration, name, value, inside.port),
          ),
        ),
      )
      const [dataType = ''] = runnable.dataTypes
      const data = runnable.type === 'responder' ? { title: 'x' } : 'example.org'
      const attempt = async (config: Record<string, unknown>) =>
        void (await runAnalyzer(runnable, { dataType, data, config, mayUseNetwork: true }))
      for (let at = 0; at < trials.length; at += 50)
        await Promise.all(trials.slice(at, at + 50).map(attempt))

      expect(trials.length).toBeGreaterThan(100)
      expect(inside.calls()).toBe(0)
    },
  )

  /** All required items have a value that leads nowhere; the item in question leads inside. */
  function configuration(
    items: (typeof networked)[number]['description']['configuration'],
    name: string,
    value: string,
    port: number,
  ): Record<string, unknown> {
    const nowhere: Record<string, unknown> = {
      secret: 'x'.repeat(32),
      url: 'http://192.0.2.1/',
      host: '192.0.2.1',
      server: 'http://192.0.2.1/',
      bootstrap: 'http://192.0.2.1/',
      resolvers: [],
      encryption: 'none',
      from: 'a@example.org',
      to: ['b@example.org'],
      attempts: 1,
      retry_seconds: 0,
    }
    const known = Object.fromEntries(
      Object.keys(items).flatMap((item) => (item in nowhere ? [[item, nowhere[item]]] : [])),
    )
    if (name === 'proxy_http' || name === 'proxy_https')
      return {
        ...known,
        ...('server' in items ? { server: 'http://nowhere.example' } : {}),
        ...('url' in items ? { url: 'http://nowhere.example' } : {}),
        proxy: { http: value, https: value },
      }
    if (name === 'bootstrap') delete known.server
    // A number next to a host: the port of the service that must not be called.
    return {
      ...known,
      ...('port' in items ? { port } : {}),
      [name]: items[name]?.multi ? [value] : value,
    }
  }
})

describe('a catalog', () => {
  it('may be internal, but no outside redirect leads there', async () => {
    const inside = await serve((_, response) =>
      response.end(JSON.stringify([definition('Inside')])),
    )
    const outside: string[] = []
    // An operator's proxy makes a public service on the loopback.
    const proxy = await serve((request, response) => {
      outside.push(request.url ?? '')
      response.writeHead(302, { location: inside }).end()
    })
    const { options } = globalAgent as unknown as { options: Record<string, unknown> }
    options.proxyEnv = { HTTP_PROXY: proxy, NO_PROXY: '127.0.0.1' }
    onTestFinished(() => void delete options.proxyEnv)

    const { ids, logged } = await start({ analyzerUrls: ['http://catalogue.example/list.json'] })
    expect(ids()).toEqual([])
    expect(outside).toEqual(['http://catalogue.example/list.json'])
    expect(logged.join('\n')).toContain('127.0.0.1 was not contacted: address is loopback')

    const led = await serve((_, response) => response.writeHead(302, { location: inside }).end())
    expect((await start({ analyzerUrls: [led] })).ids()).toEqual(['Inside_1_0'])
  })
})

describe('assay scan', () => {
  const scan = (port: number, environment = {}) =>
    run(environment, [
      'scan',
      'example.org',
      ...['--network', '-a', 'rdap', '--json'],
      ...['--set', `rdap.server=http://127.0.0.1:${port}`],
    ]).ended

  it('contacts nothing internal unless the setting allows it', async () => {
    const inside = await listenInside()

    expect((await scan(inside.port)).stdout).toContain('was not contacted: address is loopback')
    expect(inside.calls()).toBe(0)
    await scan(inside.port, { ASSAY_ANALYZER_PRIVATETARGETS: '127.0.0.0/8' })
    expect(inside.calls()).toBe(1)
  })
})
