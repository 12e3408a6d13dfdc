import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { isRunning } from './running.ts'
import { type EngineApp, type FixtureProgram, makeEngineApp } from './setup.ts'

const report = `{"success":true,"summary":{},"full":{},"artifacts":[],"operations":[]}`

const fixtures = {
  /** Ignores requests to end, writes its report early, and has a child in a separate session. */
  stubborn: {
    name: 'Stubborn',
    script: `trap '' TERM
echo '${report}' > "$1/output/output.json"
setsid sh -c 'trap "" TERM; echo $$ > "$0"; while :; do sleep 1; done' "$(dirname "$0")/child" &
echo $$ > "$(dirname "$0")/parent"
echo 'still thinking' >&2
while :; do sleep 1; done`,
  },
  long: {
    name: 'Long',
    script: `printf '{"success":true,"full":{"text":"' > "$1/output/output.json"
head -c 5000 /dev/zero | tr '\\0' x >> "$1/output/output.json"
printf '"}}' >> "$1/output/output.json"`,
  },
  /** Succeeds, and something that it left behind keeps its folder busy. */
  littering: {
    name: 'Littering',
    script: `setsid sh -c 'i=0; while :; do i=$((i+1)); mkdir "$0/$i"; done' "$1/output" 2> /dev/null &
echo '${report}' > "$1/output/output.json"`,
  },
  plain: { name: 'Plain', script: `echo '${report}' > "$1/output/output.json"` },
} as const satisfies Record<string, FixtureProgram>

async function runOne(app: EngineApp, name: string, prepare?: () => Promise<unknown>) {
  const worker = await app.enable('orgadmin', name)
  await prepare?.()
  const input = { data: '192.0.2.1', dataType: 'ip' }
  const { id } = await app.as('analyze').runAnalyzer({ id: worker.id }, input)
  return id
}

const endOf = async (app: EngineApp, id: string) => {
  await app.as('analyze').waitReport({ id }, { atMost: 'Inf' })
  return rowOf(app, id)
}

const rowOf = ({ deps }: EngineApp, id: string) =>
  deps.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const foldersOf = ({ deps }: EngineApp) => readdir(join(deps.config.data.dir, 'jobs'))

describe.each(databases)('$name: a job', ({ open }) => {
  it('keeps its good end until the database takes it', async () => {
    const app = await makeEngineApp(open, [fixtures.plain])
    const { db } = app.deps
    await sql`alter table reports rename to reports_elsewhere`.execute(db)
    let id = ''
    try {
      id = await runOne(app, 'Plain')
      const notYet = (line: string) =>
        line.includes(id) && line.includes('failed to store a job result; will retry')
      await vi.waitUntil(() => app.logged().split('\n').some(notYet), patienceMs)
      expect(await rowOf(app, id)).toMatchObject({ status: 'InProgress', end_date: null })
    } finally {
      await sql`alter table reports_elsewhere rename to reports`.execute(db)
    }

    const row = await endOf(app, id)
    expect(row).toMatchObject({ status: 'Success', attempts: 1, locked_by: null })
  })
})

describe.each(oneDatabase)('$name: a job', ({ open }) => {
  it('is ended from outside when its time is up, with all that it started', async () => {
    // Enough for the program to say that it runs.
    const seconds = Math.round(patienceMs / 20_000)
    const app = await makeEngineApp(open, [fixtures.stubborn], {
      environment: { ASSAY_JOB_TIMEOUT: `${seconds}s` },
    })

    const row = await endOf(app, await runOne(app, 'Stubborn'))

    expect(row).toMatchObject({ status: 'Failure', attempts: 1, runner: 'process' })
    expect(row.error_message).toContain(`Timed out after ${seconds} seconds`)
    expect(row.error_message).toContain('still thinking')
    expect(JSON.parse(row.input ?? '')).toMatchObject({ data: '192.0.2.1', dataType: 'ip' })
    for (const name of ['parent', 'child']) {
      const file = join(app.catalogue.analyzers, 'Stubborn', name)
      expect(existsSync(file)).toBe(true)
      expect(isRunning(readFileSync(file, 'utf8').trim())).toBe(false)
    }
    expect(await foldersOf(app)).toEqual([])
  })

  it('fails clearly when its report is larger than the limit', async () => {
    const app = await makeEngineApp(open, [fixtures.long], {
      environment: { ASSAY_JOB_REPORTLIMIT: '4KiB' },
    })

    const row = await endOf(app, await runOne(app, 'Long'))

    expect(row).toMatchObject({ status: 'Failure', attempts: 1 })
    expect(row.error_message).toMatch(/exceeds the size limit/)
    expect(await app.deps.db.selectFrom('reports').selectAll().execute()).toEqual([])
  })

  it('keeps its good end when its folder cannot be removed at once', async () => {
    const app = await makeEngineApp(open, [fixtures.littering])

    const row = await endOf(app, await runOne(app, 'Littering'))

    expect(row).toMatchObject({ status: 'Success', error_message: null })
  })

  it('fails at once, and is not repeated, when its configuration cannot be opened', async () => {
    const app = await makeEngineApp(open, [fixtures.plain])
    const spoil = () =>
      app.deps.db.updateTable('workers').set({ configuration_sealed: 'spoilt' }).execute()

    const row = await endOf(app, await runOne(app, 'Plain', spoil))

    expect(row).toMatchObject({ status: 'Failure', attempts: 1, locked_by: null })
    expect(row.error_message).toBeTruthy()
    expect(row.error_message).not.toContain('stopped')
  })
})
