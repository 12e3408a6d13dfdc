import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDockerRunner } from '../../src/engine/runners/docker/runner.ts'
import { oneDatabase, type TestDatabases } from '../databases.ts'
import { findEngine, importImage } from '../engine/docker-engine.ts'
import { requestFor } from '../engine/running.ts'
import { makeEngineApp } from '../engine/setup.ts'
import { patienceMs } from '../patience.ts'

const engine = await findEngine()
const host = typeof engine === 'string' ? '' : engine.host
const image = 'assay-test/hardened:1'

afterAll(async () => {
  if (typeof engine !== 'string') await engine.stop()
})

const definition = {
  name: 'Contained',
  version: '1.0',
  author: 'tests',
  url: '',
  license: 'Apache-2.0',
  description: '',
  dockerImage: image,
  dataTypeList: ['ip'],
}

async function withImages(open: TestDatabases['open'], environment: Record<string, string> = {}) {
  const app = await makeEngineApp(open, [], { environment })
  const other = { ...definition, name: 'Other', dockerImage: 'assay-test/other:3' }
  const folder = join(app.catalogue.analyzers, 'Contained')
  await mkdir(folder)
  await writeFile(join(folder, 'images.json'), JSON.stringify([definition, other]))
  await app.as('root').scanAnalyzerDefinitions()
  // A scan answers before it has read everything.
  const worker = await vi.waitFor(
    () => app.as('orgadmin').enableAnalyzer({ id: 'Contained_1_0' }, { name: 'C' }),
    patienceMs,
  )
  const change = async (dockerImage: string) => {
    const response = await app.inject({
      method: 'PATCH',
      url: `/api/analyzer/${worker.id}`,
      payload: { dockerImage },
      as: 'orgadmin',
    })
    return { status: response.statusCode, body: response.body }
  }
  return { app, worker, change }
}

describe.each(oneDatabase)('$name: the image of an analyzer', ({ open }) => {
  it('is one that the catalog names, and no other', async () => {
    const { app, worker, change } = await withImages(open)

    for (const wrong of ['evil/miner', `${image}0`, 'assay-test/hardened:2', '../x?y', ''])
      expect(await change(wrong)).toMatchObject({ status: 400 })
    const { body } = await change('evil/miner')
    expect(body).toContain('must be named in a catalog definition')
    expect(body).toContain('docker.images')
    const { dockerImage } = await app.as('orgadmin').getAnalyzer({ id: worker.id })
    expect(dockerImage).toBe(image)
    expect(await change('assay-test/other:3')).toMatchObject({ status: 200 })
  })

  it('may match a pattern of the operator, with the prefix or without it', async () => {
    const { change } = await withImages(open, {
      ASSAY_DOCKER_IMAGES: 'team/*, registry.corp/shared/*:2',
      ASSAY_DOCKER_IMAGEREGISTRYPREFIX: 'registry.corp/',
    })

    expect(await change('team/tool:9')).toMatchObject({ status: 200 })
    expect(await change('shared/tool:2')).toMatchObject({ status: 200 })
    expect(await change(image)).toMatchObject({ status: 200 })
    const refused = await change('shared/tool:3')
    expect(refused.status).toBe(400)
    expect(refused.body).toContain('team/*, registry.corp/shared/*:2')
  })

  it.skipIf(host === '')(
    `is checked again before a run${host === '' ? ` (skipped: ${String(engine)})` : ''}`,
    async () => {
      const environment = { ASSAY_JOB_RUNNERS: 'docker', ASSAY_DOCKER_HOST: host }
      const { app, worker } = await withImages(open, environment)
      // As an earlier version let it be set.
      await app.deps.db.updateTable('workers').set({ docker_image: 'evil/miner' }).execute()

      const observable = { data: '192.0.2.1', dataType: 'ip' }
      const { id } = await app.as('analyze').runAnalyzer({ id: worker.id }, observable)
      const job = await app.as('analyze').waitReport({ id }, { atMost: 'Inf' })

      expect(job.status).toBe('Failure')
      expect(job.errorMessage).toMatch(/^Image "evil\/miner" is not allowed/)
    },
  )
})

const title = host === '' ? `a container (skipped: ${String(engine)})` : 'a container'

describe.skipIf(host === '')(title, () => {
  beforeAll(() => importImage(host, image, 'container.sh'))

  it('has no capability, no root, no file system to write to, and does its work', async () => {
    const runner = createDockerRunner({ host, environment: {}, instance: 'test' })
    const request = await requestFor({ dockerImage: image }, { mayUseNetwork: false })

    const { tail, exitCode } = await runner.run(request)

    expect(exitCode).toBe(4)
    expect(tail.split('\n')).toEqual(
      expect.arrayContaining([
        ...['user: 65534', 'root: read-only', 'temp: writable', 'input: read-only', 'home: /tmp'],
        expect.stringMatching(/^CapEff:\s+0+$/),
        expect.stringMatching(/^NoNewPrivs:\s+1$/),
      ]),
    )
  })
})
