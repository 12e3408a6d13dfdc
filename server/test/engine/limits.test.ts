import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { oneDatabase } from '../databases.ts'
import { type FixtureProgram, makeEngineApp, programs } from './setup.ts'

const marking = {
  name: 'Marking',
  dataTypeList: ['ip', 'file'],
  script: `touch "$(dirname "$0")/ran"\n${programs.echo.script}`,
} satisfies FixtureProgram

describe.each(oneDatabase)('$name: TLP and PAP limits', ({ open }) => {
  it.each([
    { what: 'TLP', sent: { tlp: 3 } },
    { what: 'PAP', sent: { pap: 3 } },
    { what: 'TLP', sent: { tlp: 3, pap: 3 } },
  ])('$sent is a Failure at once and the program never runs', async ({ what, sent }) => {
    const app = await makeEngineApp(open, [marking])
    const configuration = { check_tlp: true, max_tlp: 2, check_pap: true, max_pap: 2 }
    const { id } = await app.enable('orgadmin', 'Marking', { configuration })
    const errorMessage = `${what} is higher than allowed.`

    const job = await app.as('analyze').runAnalyzer({ id }, { data: 'x', dataType: 'ip', ...sent })
    const ended = await app.as('analyze').waitReport({ id: job.id }, { atMost: 'Inf' })

    expect(job).toMatchObject({ status: 'Failure', errorMessage, endDate: app.clock.now() })
    expect(ended.report).toEqual({ success: false, errorMessage, input: null })
    expect(existsSync(join(app.catalogue.analyzers, 'Marking', 'ran'))).toBe(false)
  })

  it('let everything pass up to the limit, and everything where nothing is checked', async () => {
    const app = await makeEngineApp(open, [marking])
    const strict = await app.enable('orgadmin', 'Marking', {
      configuration: { check_tlp: true, max_tlp: 1, check_pap: true, max_pap: 1 },
    })
    const open3 = await app.enable('orgadmin', 'Marking', {
      name: 'Unchecked',
      configuration: { max_tlp: 0, max_pap: 0 },
    })
    const run = async (id: string, tlp: number, pap: number) =>
      (await app.as('analyze').runAnalyzer({ id }, { data: 'x', dataType: 'ip', tlp, pap })).status

    expect(await run(strict.id, 1, 1)).toBe('Waiting')
    expect(await run(strict.id, 2, 1)).toBe('Failure')
    expect(await run(strict.id, 1, 2)).toBe('Failure')
    expect(await run(open3.id, 3, 3)).toBe('Waiting')
  })
})
