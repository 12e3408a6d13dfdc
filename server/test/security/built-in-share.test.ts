import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { startEngine } from '../../src/engine/engine.ts'
import type { Builtin } from '../../src/engine/runners/builtin/builtin-runner.ts'
import { makeRunners } from '../../src/engine/runners/runners.ts'
import { oneDatabase, type TestDatabases } from '../databases.ts'
import { builtinDefinition } from '../engine/catalogue-fixtures.ts'
import { program } from '../engine/running.ts'
import { makeApp, type Person } from '../setup.ts'

const builtin = (name: string, file: string): Builtin => ({
  module: pathToFileURL(program(file)),
  definition: { ...builtinDefinition(name), dataTypeList: ['other'] },
})

const builtins = [builtin('Looping', 'looping-yara.mjs'), builtin('Quick', 'builtin-fixtures.mjs')]

async function makeBuiltinApp(open: TestDatabases['open'], environment: Record<string, string>) {
  const app = await makeApp(open, {
    environment: { ASSAY_JOB_RUNNERS: 'builtin', ...environment },
    startEngine: async (deps) => {
      const { config, log, instance } = deps
      const surroundings = { log, environment: config.environment, instance, builtins }
      const runners = await makeRunners(config, { ...surroundings })
      return startEngine(deps, runners, { builtins })
    },
  })
  const ids = new Map<string, string>()
  for (const person of ['orgadmin', 'stranger'] as const)
    for (const { definition } of builtins) {
      const { id } = await app
        .as(person)
        .enableAnalyzer({ id: definition.id }, { name: definition.name })
      ids.set(`${person} ${definition.name}`, id)
    }
  return {
    ...app,
    async submit(person: Person, name: string, data: string) {
      const id = ids.get(`${person} ${name}`) ?? ''
      const job = await app.as(person).runAnalyzer({ id }, { data, dataType: 'other' })
      return job.id
    },
    end: (person: Person, id: string) => app.as(person).waitReport({ id }, { atMost: 'Inf' }),
    runningOf: async (organization: string) =>
      (
        await app.deps.db
          .selectFrom('jobs')
          .select('id')
          .where('status', '=', 'InProgress')
          .where('organization', '=', organization)
          .execute()
      ).length,
  }
}

describe.each(oneDatabase)('$name: built-in jobs', ({ open }) => {
  it.each([
    ['many slots', {}],
    ['two slots', { ASSAY_JOB_SLOTS: '2' }],
  ])('of one organization end although another one loops, with %s', async (_, environment) => {
    const app = await makeBuiltinApp(open, environment)
    for (let number = 0; number < 10; number += 1)
      await app.submit('orgadmin', 'Looping', `loop ${number}`)
    await expect.poll(() => app.runningOf('alpha')).toBeGreaterThan(0)

    for (const data of ['one', 'two', 'three']) {
      const id = await app.submit('stranger', 'Quick', data)
      expect((await app.end('stranger', id)).status).toBe('Success')
    }

    // They did not wait for the end of the loops.
    expect(await app.runningOf('alpha')).toBeGreaterThan(0)
  })

  it('have a separate deadline, in which the wait for a thread does not count', async () => {
    const app = await makeBuiltinApp(open, { ASSAY_JOB_BUILTINTIMEOUT: '3s' })
    const loops: string[] = []
    for (let number = 0; number < 3; number += 1)
      loops.push(await app.submit('orgadmin', 'Looping', `loop ${number}`))
    const behind = await app.submit('orgadmin', 'Quick', 'behind them')

    const ended = await Promise.all(loops.map((id) => app.end('orgadmin', id)))

    for (const { status, errorMessage } of ended) {
      expect(status).toBe('Failure')
      expect(errorMessage).toBe('Timed out after 3 seconds')
    }
    expect(await app.end('orgadmin', behind)).toMatchObject({ status: 'Success' })
  })
})
