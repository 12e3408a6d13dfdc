import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDockerRunner } from '../../src/engine/runners/docker/runner.ts'
import { requestFor } from '../engine/running.ts'

/** An engine that records which containers are requested, and makes none. */
async function startEngine() {
  const asked: { HostConfig: Record<string, unknown> }[] = []
  const server = createServer(async (request, response) => {
    if (!request.url?.includes('/containers/create')) return void response.end('{}')
    asked.push((await json(request)) as (typeof asked)[number])
    response.writeHead(500).end('{"message":"no containers here"}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return { host: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

describe('containers', () => {
  it.each([
    ['none', 'may not', false],
    ['of-the-operator', 'may', true],
  ])('have the network %s when a job %s use it', async (network, _may, mayUseNetwork) => {
    const { host, asked } = await startEngine()
    const environment = { PATH: process.env.PATH }
    const runner = createDockerRunner({
      ...{ host, environment, instance: 'test', networkMode: 'of-the-operator' },
    })
    const request = await requestFor({ dockerImage: 'a/b:1' }, { mayUseNetwork })

    await runner.run(request).catch(() => undefined)

    expect(asked.map(({ HostConfig }) => HostConfig)).toMatchObject([
      {
        NetworkMode: network,
        CapDrop: ['ALL'],
        SecurityOpt: ['no-new-privileges'],
        ReadonlyRootfs: true,
      },
    ])
    // Neither the name spaces of the machine nor its files.
    for (const key of ['PidMode', 'IpcMode', 'UTSMode', 'UsernsMode', 'Privileged', 'Binds'])
      expect(asked[0]?.HostConfig).not.toHaveProperty(key)
  })
})
