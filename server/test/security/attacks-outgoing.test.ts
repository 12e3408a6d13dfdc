import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { beforeAll, describe, expect, it } from 'vitest'
import { atTheEnd, startTarget, type Target } from './target.ts'
import { enable, foundIn, givenTwoOrganizations, makeInsider, runToEnd, until } from './work.ts'

const cleanup = atTheEnd()
let target: Target
let insider: Awaited<ReturnType<typeof makeInsider>>
let count = 0

beforeAll(async () => {
  target = await startTarget({ cleanup })
  insider = await makeInsider({ cleanup })
  await givenTwoOrganizations(target)
})

/** The same loopback service, as many ways to write it. */
const spellings = (port: number) =>
  [
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '0177.0.0.1',
    '0.0.0.0',
    '0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:0:0:1]',
    '[64:ff9b::7f00:1]',
    '127.0.0.1.',
    '①②⑦.0.0.1',
    '127。0。0。1',
    'user@127.0.0.1',
    'example.org@127.0.0.1',
    'foo.localhost',
  ].map((host) => `http://${host}:${port}`)

interface Attempt {
  what: string
  definition: string
  type?: string
  configuration: Record<string, unknown>
}

const domain = { json: { dataType: 'domain', data: 'example.org', tlp: 0, pap: 0, force: true } }
const artifact = {
  json: {
    dataType: 'thehive:case_artifact',
    tlp: 0,
    pap: 0,
    data: { _id: '~1', dataType: 'domain', data: 'example.org', tlp: 0, pap: 0 },
  },
}

/** Enables it with that configuration and runs it; a refusal at either step is expected. */
async function attempt({ definition, type = 'analyzer', configuration }: Attempt): Promise<string> {
  count += 1
  const worker = await enable(target, 'ada', definition, configuration, { type, name: `w${count}` })
  if (worker.status !== 201) return worker.text
  const ran = await runToEnd(
    target,
    'ada',
    worker.json.id,
    type === 'analyzer' ? domain : artifact,
    type,
  )
  return worker.text.replace(/"configuration":\{.*?\}/, '') + ran.said
}

async function expectUntouched(attempts: Attempt[]): Promise<void> {
  const reached: string[] = []
  for (const one of attempts) {
    const before = insider.connections()
    const said = await attempt(one)
    if (insider.connections() > before)
      reached.push(`${one.what}: ${insider.requests.at(-1) ?? 'connected'}`)
    reached.push(...foundIn(said, [insider.canary]))
  }
  expect(reached).toEqual([])
}

describe('finding 5: an orgadmin makes the server call inside', () => {
  it('RDAP with a server of the loopback address and allow_private', async () => {
    const attempts = spellings(insider.port).flatMap((server) =>
      [{ server, allow_private: true }, { server }].map((configuration) => ({
        what: `server ${JSON.stringify(configuration)}`,
        ...{ definition: 'Assay_Rdap_1_0', configuration },
      })),
    )
    await expectUntouched(attempts)
  })

  it('RDAP with a list of servers, or a proxy, of the loopback address', async () => {
    const attempts = spellings(insider.port)
      .slice(0, 8)
      .flatMap((url) => [
        { bootstrap: url, allow_private: true },
        { server: 'http://rdap.example.org', proxy_http: url, allow_private: true },
        { server: 'http://192.0.2.1', proxy_http: url },
        { server: 'https://rdap.example.org', proxy_https: url },
        { server: 'http://198.51.100.7', proxy_http: url.replace('http://', '') },
      ])
    await expectUntouched(
      attempts.map((configuration) => ({
        what: JSON.stringify(configuration),
        ...{ definition: 'Assay_Rdap_1_0', configuration },
      })),
    )
  })

  it('proxies in the configuration that all analyzers share', async () => {
    const config = { proxy_http: insider.url, proxy_https: insider.url }
    await target.call('PATCH', '/api/analyzerconfig/global', { as: 'ada', json: { config } })
    await target.call('PATCH', '/api/responderconfig/global', { as: 'ada', json: { config } })
    const configuration = { server: 'http://rdap.example.org' }

    await expectUntouched([{ what: 'shared proxy', definition: 'Assay_Rdap_1_0', configuration }])
  })

  it('the webhook responder and the mail responder', async () => {
    const secret = 'a secret of sixteen letters'
    const once = { attempts: 1, timeout: 2 }
    const hooks = spellings(insider.port).map((url) => ({
      ...{ what: `webhook ${url}`, definition: 'Assay_Webhook_1_0', type: 'responder' },
      configuration: { url: `${url}/hook`, secret, attempts: 1, allow_private: true },
    }))
    const withoutSwitch = hooks.slice(0, 3).map((hook) => ({
      ...hook,
      configuration: { url: hook.configuration.url, secret, ...{ attempts: once.attempts } },
    }))
    const mails = ['127.0.0.1', 'localhost', '127.1', '::1', '0.0.0.0', '2130706433'].map(
      (host) => ({
        ...{ what: `mail ${host}`, definition: 'Assay_SendMail_1_0', type: 'responder' },
        configuration: {
          host,
          port: insider.port,
          encryption: 'none',
          from: 'a@example.org',
          to: ['b@example.org'],
        },
      }),
    )
    await expectUntouched([...hooks, ...withoutSwitch, ...mails])
  })

  it('name servers of the DNS analyzer', async () => {
    const socket = createSocket('udp4')
    let packets = 0
    socket.on('message', () => {
      packets += 1
    })
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    try {
      for (const resolver of [
        `127.0.0.1:${socket.address().port}`,
        `[::ffff:127.0.0.1]:${socket.address().port}`,
      ])
        await attempt({
          what: resolver,
          definition: 'Assay_Dns_1_0',
          configuration: { resolvers: [resolver] },
        })
      await expectUntouched([
        {
          what: 'tcp',
          definition: 'Assay_Dns_1_0',
          configuration: { resolvers: [`127.0.0.1:${insider.port}`] },
        },
      ])
      expect(packets).toBe(0)
    } finally {
      socket.close()
    }
  })

  it('webhooks of the organization', async () => {
    for (const [index, url] of spellings(insider.port).entries()) {
      const json = { name: `hook ${index}`, url: `${url}/of-the-organization` }
      const made = await target.call('POST', '/api/webhook', { as: 'ada', json })
      expect([201, 400]).toContain(made.status)
      if (made.status === 201)
        await target.must(204, 'POST', `/api/webhook/${made.json.id}/test`, { as: 'ada' })
    }
    const hooks = await target.must(200, 'GET', '/api/webhook', { as: 'ada' })
    const tried = () =>
      Promise.all(
        hooks.json.map(({ id }: { id: string }) =>
          target.must(200, 'GET', `/api/webhook/${id}/deliveries`, { as: 'ada' }),
        ),
      )
    await until('each was tried', tried, (all) =>
      all.every(({ json }) => (json[0]?.attempts ?? 1) > 0),
    )

    expect(insider.requests.filter((line) => line.includes('/of-the-organization'))).toEqual([])
  })

  it('only what the operator named is reached, with its port and no other', async () => {
    const other = await makeInsider()
    const open = await startTarget({
      environment: { ASSAY_ANALYZER_PRIVATETARGETS: `127.0.0.1:${insider.port}` },
    })
    await givenTwoOrganizations(open)
    const run = async (server: string) => {
      const worker = await enable(open, 'ada', 'Assay_Rdap_1_0', { server }, { name: server })
      return worker.status === 201
        ? (await runToEnd(open, 'ada', worker.json.id, domain)).job.status
        : 'refused'
    }
    const before = insider.connections()

    const allowed = await run(insider.url)
    const refused = [
      await run(other.url),
      await run(`http://127.0.0.2:${insider.port}`),
      await run(`http://[::1]:${insider.port}`),
    ]

    expect(allowed).toBe('Success')
    expect(insider.connections()).toBeGreaterThan(before)
    expect(other.connections()).toBe(0)
    expect(refused).not.toContain('Success')
  })
})
