import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { oneDatabase } from '../databases.ts'
import { makeEngineApp, programs } from '../engine/setup.ts'

const observable = { data: '192.0.2.1', dataType: 'ip' }

describe.each(oneDatabase)('$name: the folder of a job', ({ open }) => {
  const run = async (environment: Record<string, string>) => {
    const app = await makeEngineApp(open, [programs.echo], { environment })
    const { id } = await app.enable('orgadmin', 'Echo')
    const parameters = { keepJobFolder: true, other: 1 }
    const job = await app.as('analyze').runAnalyzer({ id }, { ...observable, parameters })
    const ended = await app.as('analyze').waitReport({ id: job.id }, { atMost: 'Inf' })
    expect(ended.status).toBe('Success')
    return { ended, folders: () => readdir(join(app.deps.config.data.dir, 'jobs')) }
  }

  it('is not kept because an analyst asks for it', async () => {
    const { ended, folders } = await run({})

    // It goes right after the report is stored.
    await expect.poll(folders).toEqual([])
    expect(ended.parameters).toEqual({ other: 1 })
    expect(ended.report).toMatchObject({ full: { input: { parameters: { other: 1 } } } })
  })

  it('is kept when the operator wants it', async () => {
    const { folders } = await run({ ASSAY_JOB_KEEPJOBFOLDER: 'true' })

    expect(await folders()).toHaveLength(1)
  })
})

describe.each(oneDatabase)('$name: an error of the server', ({ open }) => {
  it('is shown to people as the id under which the log has it, and as nothing else', async () => {
    const app = await makeEngineApp(open, [programs.echo])
    const { id: worker } = await app.enable('orgadmin', 'Echo')
    const folder = join(app.deps.config.data.dir, 'jobs')
    await rm(folder, { recursive: true })

    const { id } = await app.as('analyze').runAnalyzer({ id: worker }, observable)
    const job = await app.as('analyze').waitReport({ id }, { atMost: 'Inf' })
    await mkdir(folder)

    expect(job.status).toBe('Failure')
    expect(job.errorMessage).toBe(
      `The job failed to start because of a server error. See the server log for job ${id}.`,
    )
    expect(JSON.stringify(job)).not.toContain(folder)
    const line = app
      .logged()
      .split('\n')
      .find((one) => one.includes('failed to run a job'))
    expect(line).toContain(id)
    expect(line).toContain('ENOENT')
  })
})
