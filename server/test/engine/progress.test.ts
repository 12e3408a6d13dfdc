import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { makeSearch } from '../../src/domain/secret-search.ts'
import { followProgress } from '../../src/engine/execution/progress.ts'
import { makeJobEvents } from '../../src/engine/jobs/events.ts'
import { databases, oneDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { makeEngineApp, programs } from './setup.ts'

const secret = 'correct-horse-battery'
const badge = { level: 'malicious', namespace: 'Crawl', predicate: 'Pages', value: '7' }

/** A program that says how far it is, and then waits until it is released. */
const reporting = {
  ...programs.waiting,
  script: `printf '%s' '{"percent": 40, "text": "Page 4", "badges": [${JSON.stringify(badge)}]}' > "$1/output/progress.json"
${programs.waiting.script}`,
}

const waitFor = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: patienceMs })

describe.each(databases)('$name: progress of a job', ({ open }) => {
  it('is shown while its program runs, counts for no verdict, and is gone at the end', async () => {
    const app = await makeEngineApp(open, [reporting])
    const { id } = await app.enable('orgadmin', reporting.name)
    const analyst = app.as('analyze')
    const job = await analyst.runAnalyzer({ id }, { dataType: 'ip', data: '192.0.2.1' })

    const running = await waitFor(async () => {
      const found = await analyst.getJob({ id: job.id })
      expect(found.progress).toBeDefined()
      return found
    })
    expect(running.progress).toEqual({
      ...{ percent: 40, text: 'Page 4', badges: [badge], at: expect.any(Number) },
    })
    expect((await analyst.getReport({ id: job.id })).progress).toEqual(running.progress)
    const values = [{ dataType: 'ip', data: '192.0.2.1' }]
    expect(JSON.stringify(await analyst.valueVerdicts({ values }))).not.toContain('malicious')

    await writeFile(join(app.catalogue.analyzers, reporting.name, 'go'), '')
    const ended = await analyst.waitReport({ id: job.id }, { atMost: '1minute' })
    expect(ended.status).toBe('Success')
    expect(ended.progress).toBeUndefined()
    expect(await app.deps.db.selectFrom('job_progress').selectAll().execute()).toEqual([])
  })
})

describe.each(oneDatabase)('$name: progress that a program writes', ({ open }) => {
  it('has no secrets, is no link and not large, and may be half written', async () => {
    const app = await makeEngineApp(open, [programs.echo])
    const { id } = await app.enable('orgadmin', 'Echo')
    const job = await app.as('analyze').runAnalyzer({ id }, { dataType: 'domain', data: 'b.c' })
    await app.as('analyze').waitReport({ id: job.id }, { atMost: '1minute' })
    const folder = join(app.catalogue.analyzers, 'a-folder')
    await mkdir(join(folder, 'output'), { recursive: true })
    const file = join(folder, 'output', 'progress.json')
    const { db } = app.deps
    const deps = { ...app.deps, events: makeJobEvents() }
    const stop = followProgress(
      deps,
      { job: { id: job.id, organization: 'alpha' }, folder, search: () => makeSearch([secret]) },
      5,
    )
    const stored = () => db.selectFrom('job_progress').select('body').execute()
    const says = (text: string) =>
      waitFor(async () => expect(JSON.parse((await stored())[0]?.body ?? '{}').text).toBe(text))

    await writeFile(file, JSON.stringify({ text: 'one' }))
    await says('one')
    await writeFile(file, '{"text": "hal')
    await writeFile(file, JSON.stringify({ text: 'x', more: 'y'.repeat(4_096) }))
    await writeFile(file, JSON.stringify({ text: `with ${secret}` }))
    await waitFor(async () => expect(JSON.stringify(await stored())).toContain('with '))
    expect(JSON.stringify(await stored())).not.toContain(secret)
    // It has ended: nothing of it is shown.
    expect((await app.as('analyze').getJob({ id: job.id })).progress).toBeUndefined()

    await stop()
    expect(await stored()).toEqual([])
    await writeFile(join(folder, 'elsewhere.json'), JSON.stringify({ text: 'elsewhere' }))
    const other = join(folder, 'other')
    await mkdir(join(other, 'output'), { recursive: true })
    await symlink(join(folder, 'elsewhere.json'), join(other, 'output', 'progress.json'))
    const looked = vi.spyOn(app.deps.log, 'warn')
    const again = followProgress(
      deps,
      { job: { id: job.id, organization: 'alpha' }, folder: other, search: () => makeSearch([]) },
      5,
    )
    await again()
    expect(await stored()).toEqual([])
    expect(looked).not.toHaveBeenCalled()
  })
})
