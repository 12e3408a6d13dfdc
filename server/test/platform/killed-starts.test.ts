import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { writeFixtureProgram } from '../fixture-program.ts'
import { patienceMs } from '../patience.ts'
import { migratedPlaces } from '../places.ts'
import { type Server, start } from '../program.ts'
import { clientOf, enableAll, key, newProgramFolder, programSettings } from '../submitter.ts'
import { enginesSetting, startStubEngine, stubJob, stubWorker } from './stub-engine.ts'

/** Leaves a line as soon as it begins: what it did to the world. */
const script = `echo ran >> "$(dirname "$0")/runs"
echo '{"success":true,"full":{"message":"done"},"operations":[]}' > "$1/output/output.json"`

const programs = { Act: { type: 'responder' }, Look: { type: 'analyzer' } } as const
type Program = keyof typeof programs

/** Each life begins later than all leases of the one before. */
const lifeOf = (life: number, killFile: string) => ({
  TEST_CLOCK_MS: String(life * 5 * 60_000),
  TEST_KILL_FILE: killFile,
  NODE_OPTIONS: [`${import.meta.dirname}/../cluster/wrong-clock.mjs`, import.meta.dirname]
    .map((path, at) => `--import=${pathToFileURL(at === 0 ? path : `${path}/killing-fetch.mjs`)}`)
    .join(' '),
})

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at as they come
type Json = any

const ask = async (server: Server, method: string, path: string, input?: object): Promise<Json> => {
  const answer = await server.call(method, path, { key, ...(input && { input }) })
  return answer.json()
}

async function prepare(server: Server) {
  const { id } = await ask(server, 'POST', '/api/case', { title: 'A case', description: 'd' })
  const values = { dataType: 'ip', data: ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'] }
  const made = await ask(server, 'POST', `/api/case/${id}/artifact`, values)
  return made.map((one: { id: string }) => one.id) as [string, string, string, string]
}

const runOn = (server: Server, program: Program, worker: string, id: string, engine: string) =>
  program === 'Act'
    ? ask(server, 'POST', '/api/connector/cortex/action', {
        ...{ cortexId: engine, responderId: worker, objectType: 'case_artifact', objectId: id },
      })
    : ask(server, 'POST', '/api/connector/cortex/job', {
        ...{ cortexId: engine, analyzerId: worker, artifactId: id },
      })

const startedOn = async (server: Server, program: Program, id: string): Promise<Json[]> =>
  program === 'Act'
    ? ask(server, 'GET', `/api/connector/cortex/action/case_artifact/${id}`)
    : ask(server, 'POST', '/api/connector/cortex/job/_search', {
        query: { _parent: { _type: 'case_artifact', _query: { _id: id } } },
      })

const ended = (server: Server, program: Program, id: string): Promise<Json[]> =>
  vi.waitFor(
    async () => {
      const found = await startedOn(server, program, id)
      expect(found).toHaveLength(1)
      expect(found[0].endDate).toEqual(expect.any(Number))
      return found
    },
    { timeout: patienceMs, interval: 50 },
  )

function runsIn(folder: string): number {
  const file = join(folder, 'runs')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0
}

describe.each(migratedPlaces)('on $database, killed between row and answer', ({ settings }) => {
  it('an action and an analysis of our own engine are found again, with one job each', {
    timeout: 8 * patienceMs,
  }, async () => {
    const folder = await newProgramFolder()
    const types = { Act: 'thehive:case_artifact', Look: 'ip' }
    for (const [name, { type }] of Object.entries(programs))
      await writeFixtureProgram(join(folder, type), {
        ...{ name, type, script, dataTypeList: [types[name as Program]] },
      })
    const environment = { ...(await settings()), ...programSettings(folder) }
    const killFile = join(folder, 'kill')
    await writeFile(killFile, '')
    let life = 0
    const begin = () => start({ ...environment, ...lifeOf(life++, killFile) })
    let server = await begin()
    const ids = await enableAll(server, programs)
    const observables = await prepare(server)
    const cases = [
      ['Act', 'before'],
      ['Act', 'after'],
      ['Look', 'before'],
      ['Look', 'after'],
    ] as const

    for (const [at, [program, when]] of cases.entries()) {
      const observable = observables[at] ?? ''
      await writeFile(killFile, when)
      await expect(runOn(server, program, ids[program], observable, 'local')).rejects.toThrow()
      await server.ended
      await writeFile(killFile, '')
      server = await begin()
      const [found] = await ended(server, program, observable)
      expect(found.cortexJobId).not.toBe('')
      // A responder that was killed while it ran is never repeated.
      if (program === 'Look' || when === 'before') expect(found.status).toBe('Success')
    }

    expect(runsIn(join(folder, 'responder', 'Act'))).toBeLessThanOrEqual(2)
    // No job is without an action or analysis that knows it.
    const { rows: jobs } = await clientOf(server).listJobs({ range: 'all' })
    const actions = await ask(server, 'POST', '/api/connector/cortex/action/_search', { query: {} })
    const analyses = await ask(server, 'POST', '/api/connector/cortex/job/_search', { query: {} })
    const known = [...actions, ...analyses].map(({ cortexJobId }: Json) => cortexJobId)
    expect(known.toSorted()).toEqual(jobs.map(({ id }) => id).toSorted())
    expect(new Set(known).size).toBe(4)
    // For whom it is repeated is kept: the job is Ada's, who called with a key.
    expect(actions.map(({ _createdBy }: Json) => _createdBy)).toEqual(['ada', 'ada'])
    expect((await server.stop()).code).toBe(0)
  })

  it('a responder of a foreign server is not repeated and a person decides; an analyzer is repeated', {
    timeout: 6 * patienceMs,
  }, async () => {
    const stub = await startStubEngine()
    const job = { status: 'Success', report: { success: true } }
    stub.on('GET /api/analyzer/:id', () => ({ body: stubWorker({ id: 'a1' }) }))
    stub.on('POST /api/responder/:id/run', () => ({ body: stubJob() }))
    stub.on('POST /api/analyzer/:id/run', () => ({ body: stubJob({ id: 'j2' }) }))
    stub.on('GET /api/job/:id/waitreport', () => ({ body: stubJob(job) }))
    const folder = await newProgramFolder()
    const environment = {
      ...(await settings()),
      ...programSettings(folder),
      ...enginesSetting([{ name: 'stub', url: stub.url }]),
    }
    const killFile = join(folder, 'kill')
    await writeFile(killFile, '')
    let life = 0
    const begin = () => start({ ...environment, ...lifeOf(life++, killFile) })
    let server = await begin()
    await enableAll(server, {})
    const [one, two] = await prepare(server)
    const calls = (part: string) => stub.calls.filter(({ call }) => call.includes(part))

    for (const [program, worker, observable] of [
      ['Act', 'r1', one],
      ['Look', 'a1', two],
    ] as const) {
      await writeFile(killFile, 'after')
      await expect(runOn(server, program, worker, observable, 'stub')).rejects.toThrow()
      await server.ended
      await writeFile(killFile, '')
      server = await begin()
      await ended(server, program, observable)
    }

    const [action] = await startedOn(server, 'Act', one)
    expect(action.status).toBe('Failure')
    expect(JSON.parse(action.report).errorMessage).toBe(
      'It is unknown whether the responder ran: the server stopped while it called the engine stub. It is not repeated. Check its effect, then run it again if necessary',
    )
    expect(calls('POST /api/responder/r1/run')).toHaveLength(1)
    const [analysis] = await startedOn(server, 'Look', two)
    expect(analysis).toMatchObject({ status: 'Success', cortexJobId: 'j2' })
    expect(calls('POST /api/analyzer/a1/run')).toHaveLength(2)
    expect((await server.stop()).code).toBe(0)
  })
})
