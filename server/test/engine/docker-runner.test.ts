import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connectDocker } from '../../src/engine/runners/docker/api.ts'
import {
  createDockerRunner,
  type DockerRunnerOptions,
} from '../../src/engine/runners/docker/runner.ts'
import { findEngine, importImage } from './docker-engine.ts'
import { requestFor } from './running.ts'

const engine = await findEngine()
const host = typeof engine === 'string' ? '' : engine.host
const title = typeof engine === 'string' ? `a container (skipped: ${engine})` : 'a container'
const images = ['container', 'slow', 'loud', 'crash', 'stubborn']
const image = (name: string) => `assay-test/${name}:1`
const environment = { ASSAY_MASTER_KEY: 'secret', PATH: '/ours', https_proxy: 'http://proxy:1' }

describe.skipIf(host === '')(title, () => {
  beforeAll(async () => {
    for (const name of images) await importImage(host, image(name), `${name}.sh`)
  })
  afterAll(async () => {
    if (typeof engine !== 'string') await engine.stop()
  })

  const makeRunner = (options: Partial<DockerRunnerOptions> = {}) =>
    createDockerRunner({ host, environment, instance: 'test', pull: 'missing', ...options })

  // The engine of the tests has no bridge, so "none" is the only network there is.
  const requestOf = (name: string, rest: Parameters<typeof requestFor>[1] = {}) =>
    requestFor({ dockerImage: image(name) }, { mayUseNetwork: false, ...rest })

  const volumes = async () => {
    const answer = await json(await connectDocker({ host }).call('GET', '/volumes'))
    return (answer as { Volumes: unknown[] | null }).Volumes ?? []
  }
  const containers = () => connectDocker({ host }).listContainers('assay.instance=test')

  it('gets its input by the API, and its plain files come back', async () => {
    const request = await requestOf('container', { certificates: 'PEM' })
    const { exitCode, tail } = await makeRunner().run(request)
    expect(exitCode).toBe(4)
    expect(tail.split('\n')).toEqual(
      expect.arrayContaining(['bundle: /job/input/cacerts', 'interfaces: 1', 'user: 65534']),
    )
    expect(tail).not.toMatch(/assay/i)
    const output = join(request.folder.path, 'output')
    expect(readdirSync(output).sort()).toEqual(['a file with blanks', 'echo', 'output.json'])
    expect(readFileSync(join(output, 'echo'))).toEqual(
      readFileSync(join(request.folder.path, 'input', 'input.json')),
    )
    expect(await containers()).toEqual([])
    expect(await volumes()).toEqual([])
  })

  it('may run as another user', async () => {
    const request = await requestOf('container')
    const { tail } = await makeRunner({ user: '1000:1000' }).run(request)
    expect(tail).toContain('user: 1000')
    expect(readdirSync(join(request.folder.path, 'output'))).toContain('output.json')
  })

  it('keeps the user that its image names, unless that is root', async () => {
    await importImage(host, image('named'), 'container.sh', 'USER 4321')
    const { tail, exitCode } = await makeRunner().run(await requestOf('named'))
    expect(exitCode).toBe(4)
    expect(tail).toContain('user: 4321')
  })

  it('that an operator relaxes runs as its image says, and still without raw sockets', async () => {
    const relaxed = ['assay-test/cont*']
    const { tail } = await makeRunner({ relaxed }).run(await requestOf('container'))
    expect(tail.split('\n')).toEqual(expect.arrayContaining(['user: 0', 'root: writable']))
    const capabilities = BigInt(`0x${/CapEff:\s*([0-9a-f]+)/.exec(tail)?.[1]}`)
    expect(capabilities & (1n << 13n)).toBe(0n)
    expect(capabilities).not.toBe(0n)
  })

  it('passes an attachment of 5 MB', async () => {
    const request = await requestOf('container')
    writeFileSync(join(request.folder.path, 'input', 'attachment1'), Buffer.alloc(5_000_001, 7))
    expect((await makeRunner().run(request)).exitCode).toBe(4)
  })

  it('gives the last 64 KiB of what it printed, from both streams', async () => {
    const { tail } = await makeRunner().run(await requestOf('loud'))
    expect(tail).toContain('the end')
    expect(tail.length).toBeLessThanOrEqual(65_536)
    const crash = await makeRunner().run(await requestOf('crash'))
    expect(crash).toMatchObject({ exitCode: 3, tail: expect.stringContaining('boom') })
  })

  it.each([['slow'], ['stubborn']])('is ended from outside: %s', async (name) => {
    const controller = new AbortController()
    const request = await requestOf(name, { signal: controller.signal })
    const running = makeRunner({ graceMs: 1000 }).run(request)
    const docker = connectDocker({ host })
    await expect.poll(() => docker.listContainers('assay.instance=test')).toHaveLength(1)
    controller.abort()
    expect((await running).exitCode).toBeNull()
    expect(await containers()).toEqual([])
  })

  it('that leaves too much is cut off', async () => {
    const request = await requestOf('loud')
    const { limit } = await makeRunner({ outputBytes: 10 }).run(request)
    expect(limit).toBe('output limit of 0 MiB exceeded')
  })

  it('of an image that is missing is refused in clear words', async () => {
    const request = await requestOf('missing')
    const never = makeRunner({ pull: 'never' }).run(request)
    await expect(never).rejects.toThrow('not found, and docker.pull does not allow pulling it')
    const prefixed = makeRunner({ imageRegistryPrefix: '127.0.0.1:1/' }).run(request)
    await expect(prefixed).rejects.toThrow(
      /^Failed to pull image 127\.0\.0\.1:1\/assay-test\/missing:1\. See the server log$/,
    )
  })

  it('runs from the image that is there when pulling always fails', async () => {
    const runner = makeRunner({ pull: 'always', registryAuth: { username: 'u', password: 'p' } })
    expect((await runner.run(await requestOf('crash'))).exitCode).toBe(3)
  })

  it('that a crash left behind is removed at the next start, and only our own', async () => {
    const docker = connectDocker({ host })
    const create = (instance: string) =>
      docker.createContainer({ Image: image('slow'), Labels: { 'assay.instance': instance } })
    await create('test')
    const other = await create('other')
    expect(await makeRunner().removeLeftovers()).toBe(1)
    expect(await docker.listContainers('assay.instance=other')).toMatchObject([{ id: other }])
    await docker.remove(other)
    await docker.remove(other)
  })

  it('engine that answers passes the self-test', async () => {
    expect(await makeRunner().test()).toBeUndefined()
  })
})

it('says why Docker cannot be used', async () => {
  const runner = createDockerRunner({ host: 'unix:///nowhere/d.sock', environment, instance: 'x' })
  expect(await runner.test()).toMatch(/^Cannot reach Docker at unix:\/\/\/nowhere\/d\.sock/)
})

it('speaks to an engine over TCP, and shows its credentials to the registry only', async () => {
  const seen: [string | undefined, unknown][] = []
  const server = createServer((request, response) => {
    seen.push([request.url, request.headers['x-registry-auth']])
    response.end('{"status":"Pulling"}\n{"error":"no such image"}\n')
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const docker = connectDocker({
    host: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
  const auth = { username: 'u', password: 'p' }
  await expect(docker.pullImage('a/b', auth)).rejects.toThrow('no such image')
  await docker.pullImage('a/b@sha256:00').catch(() => {})
  expect(seen).toEqual([
    [
      '/images/create?fromImage=a%2Fb%3Alatest',
      Buffer.from(JSON.stringify(auth)).toString('base64url'),
    ],
    ['/images/create?fromImage=a%2Fb%40sha256%3A00', undefined],
  ])
})
