import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { openOffers, startTries } from '../../src/engine/nodes/offers.ts'
import { makeRunners } from '../../src/engine/runners/runners.ts'
import { loadConfig } from '../../src/settings/config.ts'
import { sqlite } from '../databases.ts'
import { program, script, temporary } from './running.ts'

const { open } = sqlite

/** What a node with these settings and programs offers; every look is a try. */
async function makeOffers(environment: Record<string, string>, commands: string[] = []) {
  const config = loadConfig({
    environment: { PATH: process.env.PATH ?? '', ASSAY_DATA_DIR: temporary(), ...environment },
  })
  const log = pino({ level: 'silent' })
  const runners = await makeRunners(config, {
    log,
    environment: config.environment,
    instance: 'test',
  })
  onTestFinished(async () => {
    for (const runner of runners) await runner.stop?.()
  })
  const { db } = await open()
  const definitions = commands.map((command, index) => ({ id: `Program${index}`, command }))
  const catalogue = { definitions: (type: string) => (type === 'analyzer' ? definitions : []) }
  const tries = startTries(runners, log, 0)
  return openOffers({ config, db, tries, catalogue: catalogue as never })
}

/** An engine that only says that it is there. */
async function startEngine(socket: string) {
  const engine = createServer((request, response) =>
    response.end(request.url?.includes('containers') ? '[]' : 'OK'),
  )
  engine.listen(socket)
  await once(engine, 'listening')
  const stop = async () => {
    engine.closeAllConnections()
    engine.close()
    await once(engine, 'close')
  }
  onTestFinished(async () => {
    if (engine.listening) await stop()
  })
  return stop
}

it('follow a Docker engine that comes, goes and comes back', async () => {
  const socket = join(temporary(), 'docker.sock')
  const offers = await makeOffers({
    ASSAY_JOB_RUNNERS: 'docker',
    ASSAY_DOCKER_HOST: `unix://${socket}`,
  })
  expect(offers.accepts()).toEqual(['default/any'])
  expect(offers.runners()).toEqual([])

  const stop = await startEngine(socket)
  expect(await offers.refresh()).toBe(true)
  expect(offers.accepts()).toEqual(['default/any', 'default/docker'])
  expect(await offers.refresh()).toBe(false)
  await stop()
  expect(await offers.refresh()).toBe(true)
  expect(offers.accepts()).toEqual(['default/any'])
  await startEngine(socket)
  await offers.refresh()
  expect(offers.runners().map(({ name }) => name)).toEqual(['docker'])
})

it('are threads that start, and programs that are there, in every pool of the node', async () => {
  const folder = temporary()
  const gone = script(folder, 'gone.sh', '#!/bin/sh\n', 0o755)
  const offers = await makeOffers(
    {
      ASSAY_JOB_RUNNERS: 'builtin,process',
      ASSAY_JOB_SANDBOX: 'off',
      ASSAY_NODE_LABELS: 'gpu,default',
    },
    [program('echo.sh'), gone, '/nowhere', folder],
  )
  const first = offers.accepts().length
  await rm(gone)

  expect(await offers.refresh()).toBe(true)
  expect(offers.runners().map(({ name }) => name)).toEqual(['builtin', 'process'])
  expect(first - offers.accepts().length).toBe(2)
  expect(offers.accepts()).not.toContain('default/process/Program1')
  expect(offers.accepts()).toContain('gpu/builtin')
  expect(offers.accepts().filter((way) => /Program[23]/.test(way))).toEqual([])
})
