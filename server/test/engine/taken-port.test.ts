import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { writeFixtureProgram } from '../fixture-program.ts'
import { dataFolder, loopback, run, start } from '../program.ts'
import { enableAll, newProgramFolder, programSettings, submitTo } from '../submitter.ts'

it('a second start on a port that is taken runs no job, fails none and leaves no row', async () => {
  const folder = await newProgramFolder()
  await writeFixtureProgram(join(folder, 'analyzer'), {
    name: 'Look',
    dataTypeList: ['other'],
    script: `echo begun > "$(dirname "$0")/runs"`,
  })
  const data = await dataFolder()
  const settings = { ...programSettings(folder), ASSAY_DATA_DIR: data }
  // It accepts jobs and runs none, so they wait.
  const first = await start({ ...settings, ASSAY_ROLES: 'engine' })
  const { Look } = await enableAll(first, { Look: { type: 'analyzer' } })
  const input = JSON.stringify({ data: 'x', dataType: 'other' })
  expect((await submitTo(first, 'analyzer', Look, input)).status).toBe(200)
  await first.stop()
  const taken = await start({ ASSAY_DATA_DIR: await dataFolder() })
  const before = rowsOf(data)

  const second = await run({
    ...loopback,
    ...settings,
    ASSAY_HTTP_PORT: new URL(taken.address).port,
  }).ended

  expect(second.stderr).toMatch(/^Port \d+ is already in use/m)
  expect(rowsOf(data)).toEqual(before)
  expect(before.jobs).toMatchObject([{ status: 'Waiting' }])
  expect(existsSync(join(folder, 'analyzer', 'Look', 'runs'))).toBe(false)
  await taken.stop()
})

/** Everything that is stored, by table. */
function rowsOf(data: string): Record<string, unknown[]> {
  const database = new DatabaseSync(join(data, 'assay.sqlite'), { readOnly: true })
  const tables = database.prepare(`select name from sqlite_master where type = 'table'`).all()
  const rows = tables.map(({ name }) => [name, database.prepare(`select * from "${name}"`).all()])
  database.close()
  return Object.fromEntries(rows)
}
