import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readable } from '../../src/process/log.ts'
import { dataFolder, start } from '../program.ts'

it('SIGTERM turns the readiness red first, and answers on until its period or a second signal ends that', async () => {
  const server = await start({
    ASSAY_DATA_DIR: await dataFolder(),
    // Longer than the busiest machine takes for three answers; below it ends.
    ASSAY_HTTP_DRAINPERIOD: '30m',
  })
  const before = await server.call('GET', '/api/health')

  server.child.kill('SIGTERM')
  await server.shows('stderr', '"draining"')
  const health = await server.call('GET', '/api/health')
  const [alive, status] = [
    await server.call('GET', '/api/alive'),
    await server.call('GET', '/api/status'),
  ]

  expect([before.status, health.status, alive.status, status.status]).toEqual([200, 503, 200, 200])
  expect(await health.json()).toEqual({ status: 'unavailable', reason: 'stopping' })
  expect(server.child.exitCode).toBeNull()
  server.child.kill('SIGINT')
  expect(await server.ended).toMatchObject({ code: 0, signal: null })
  expect(server.stderr()).toContain('"stopped"')
})

it('SIGHUP takes over what may change, names what has to wait, and never ends the program, which SIGTERM ends after its period', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-settings-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'assay.yaml')
  const token = 'a-token-for-prometheus'
  writeFileSync(file, 'log: { level: info }\n')
  const environment = { ASSAY_DATA_DIR: await dataFolder(), ASSAY_HTTP_DRAINPERIOD: '1s' }
  const server = await start(environment, ['--config', file])
  const scrape = async () => (await server.call('GET', '/metrics')).status

  const before = await scrape()
  writeFileSync(file, `metrics: { token: ${token} }\njob: { slots: 3 }\n`)
  server.child.kill('SIGHUP')
  await server.shows('stderr', 'changed settings require a restart')
  const after = await scrape()
  writeFileSync(file, 'nonsense: 1\n')
  server.child.kill('SIGHUP')
  await server.shows('stderr', 'failed to reload settings')

  expect([before, after, await scrape()]).toEqual([200, 401, 401])
  expect(server.stderr()).toContain('"settings":["job.slots"]')
  expect(server.stderr()).toContain('nonsense')
  expect(server.stderr()).not.toContain(token)
  const { code, signal, stderr } = await server.stop()
  expect({ code, signal }).toEqual({ code: 0, signal: null })
  expect(stderr).toMatch(/"draining".*"stopping".*"stopped"/s)
})

it('on a terminal a line is for people, and cannot move their cursor', () => {
  const line = { level: 40, time: '2026-11-16T21:04:05.678Z', pid: 7, reqId: 'a-1', path: '/a b' }

  const text = readable(`${JSON.stringify({ ...line, msg: 'slow\u001b[2J' })}\n`)

  expect(text).toBe('21:04:05 WARN slow\uFFFD[2J reqId=a-1 path="/a b"\n')
})
