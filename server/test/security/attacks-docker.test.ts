import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sharedByTests } from '../lifetime.ts'
import { writeCatalogue } from './catalogue.ts'
import { atTheEnd, besideData, type Cleanup, makeDataFolder, startTarget } from './target.ts'
import { enabled, givenTwoOrganizations, runToEnd } from './work.ts'

interface Container {
  Image: string
  User?: string
  HostConfig: {
    CapAdd?: string[]
    CapDrop?: string[]
    Privileged?: boolean
    ReadonlyRootfs?: boolean
    SecurityOpt?: string[]
  }
}

/** As much of a Docker engine as it takes to be asked for a container. */
async function startDocker(path: string, cleanup: Cleanup) {
  const containers: Container[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const call = `${request.method} ${request.url?.split('?')[0]}`
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (call === 'POST /containers/create') {
      containers.push(JSON.parse(Buffer.concat(chunks).toString()))
      return answer(201, { Id: `c${containers.length}`, Warnings: [] })
    }
    if (call.startsWith('GET /images/')) return answer(200, { Id: 'sha256:1', Config: {} })
    if (call.endsWith('/wait')) return answer(200, { StatusCode: 0 })
    if (call.endsWith('/archive') && request.method === 'GET')
      return answer(404, { message: 'none' })
    if (call.endsWith('/json') && call.includes('/containers/json')) return answer(200, [])
    if (call.endsWith('/json')) return answer(200, { State: { ExitCode: 0, OOMKilled: false } })
    answer(200, { ApiVersion: '1.50', MemoryLimit: true })
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  cleanup(async () => {
    server.closeAllConnections()
    server.close()
  })
  return containers
}

async function startWithDocker(
  more: Record<string, string> = {},
  cleanup: Cleanup = onTestFinished,
) {
  const data = await makeDataFolder(cleanup)
  const folder = besideData({ data }, 'analyzers')
  const socket = besideData({ data }, 'docker.sock')
  await writeCatalogue(folder, [
    { name: 'Boxed', image: 'cortexneurons/boxed:1' },
    { name: 'Other', image: 'registry.example.org/other:2' },
  ])
  const containers = await startDocker(socket, cleanup)
  const target = await startTarget({
    cleanup,
    environment: {
      ...{
        ASSAY_DATA_DIR: data,
        ASSAY_ANALYZER_URLS: folder,
        ASSAY_DOCKER_HOST: `unix://${socket}`,
      },
      ...{ ASSAY_JOB_DIRECTORY: join(data, 'jobs'), ...more },
    },
  })
  await givenTwoOrganizations(target)
  const id = await enabled(target, 'ada', 'Boxed_1_0')
  const choose = (dockerImage: string) =>
    target.call('PATCH', `/api/analyzer/${id}`, { as: 'ada', json: { dockerImage } })
  const run = () =>
    runToEnd(target, 'alan', id, {
      json: { dataType: 'ip', data: '192.0.2.1', tlp: 0, force: true },
    })
  return { target, containers, id, choose, run }
}

const foreign = [
  'evil/image:latest',
  'evil.example.org/cortexneurons/boxed:1',
  'evil.example.org/registry.example.org/other:2',
  'cortexneurons/boxed:1@sha256:0000',
  'cortexneurons/../evil/image',
  'CORTEXNEURONS/boxed:1',
  'cortexneurons/boxed:1\nevil/image',
  ' cortexneurons/boxed:1',
  'boxed:1',
  '*',
  'busybox',
]

const cleanup = atTheEnd()
const shared = sharedByTests(() => startWithDocker({}, cleanup))

describe('finding 9: images', () => {
  it('an orgadmin chooses only images that the catalog names', async () => {
    const { choose, run, containers } = await shared()
    const before = containers.length

    const statuses = []
    for (const image of foreign)
      statuses.push(`${JSON.stringify(image)} ${(await choose(image)).status}`)
    await run()

    expect(statuses).toEqual(foreign.map((image) => `${JSON.stringify(image)} 400`))
    expect(containers.slice(before).map(({ Image }) => Image)).toEqual(['cortexneurons/boxed:1'])
    expect((await choose('cortexneurons/boxed:1')).status).toBe(200)
  })

  it('the operator can allow more, by pattern, and nothing else', async () => {
    const { choose, run, containers } = await startWithDocker({
      ASSAY_DOCKER_IMAGES: 'cortexneurons/*,trusted.example.org/team/*:stable',
    })

    expect((await choose('cortexneurons/another:3')).status).toBe(200)
    await run()
    expect(containers.at(-1)?.Image).toBe('cortexneurons/another:3')
    expect((await choose('trusted.example.org/team/tool:stable')).status).toBe(200)
    const refused = [
      ...[
        'evil/image:latest',
        'evil.example.org/cortexneurons/boxed:1',
        'trusted.example.org/team/tool:latest',
      ],
      ...[
        'trustedXexample.org/team/tool:stable',
        'trusted.example.org/team/tool:stable2',
        'xcortexneurons/boxed',
      ],
    ]
    const statuses = []
    for (const image of refused) statuses.push(`${image} ${(await choose(image)).status}`)
    expect(statuses).toEqual(refused.map((image) => `${image} 400`))
  })
})

describe('finding 10: containers', () => {
  it('have no raw network, a read-only root and a user that is not root', async () => {
    const { run, containers } = await shared()
    await run()

    const [{ User = '', HostConfig } = { HostConfig: {} }] = containers as Container[]
    const dropped = (HostConfig.CapDrop ?? []).map((name) =>
      name.replace(/^CAP_/, '').toUpperCase(),
    )
    expect(dropped.includes('ALL') || dropped.includes('NET_RAW')).toBe(true)
    expect((HostConfig.CapAdd ?? []).join()).not.toMatch(/NET_RAW|ALL|SYS_ADMIN/i)
    expect(HostConfig.Privileged ?? false).toBe(false)
    expect(HostConfig.ReadonlyRootfs).toBe(true)
    expect(HostConfig.SecurityOpt?.join() ?? '').toContain('no-new-privileges')
    expect(User).toMatch(/^[1-9]\d*(:\d+)?$/)
  })
})
