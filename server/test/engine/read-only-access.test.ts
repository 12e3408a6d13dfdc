import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { refusalOf } from '../api/refusal.ts'
import { oneDatabase } from '../databases.ts'
import { makeEngineApp, programs } from './setup.ts'

const rights = {
  status: 403,
  type: 'AuthorizationError',
  message: 'Insufficient rights to perform this action',
}

describe.each(oneDatabase)('$name: users with read only', ({ open }) => {
  const arrange = async (environment: Record<string, string>) => {
    const app = await makeEngineApp(open, [programs.echo], { environment })
    const worker = await app.enable('orgadmin', 'Echo', { configuration: { max_tlp: 3 } })
    const job = await app
      .as('analyze')
      .runAnalyzer({ id: worker.id }, { data: '1.1.1.1', dataType: 'ip' })
    await app.as('analyze').waitReport({ id: job.id }, { atMost: 'Inf' })
    return { app, id: worker.id, job: job.id, reader: app.as('read') }
  }

  it('list and read jobs, reports, artifacts and analyzers where the setting allows it', async () => {
    const { reader, id, job } = await arrange({ ASSAY_AUTH_READONLYACCESS: 'true' })

    const workers = await reader.listAnalyzers()
    const worker = await reader.getAnalyzer({ id })
    const jobs = await reader.searchJobs({ query: { status: 'Success' } })
    const detail = await reader.getJob({ id: job })
    const report = await reader.waitReport({ id: job })
    const artifacts = await reader.listArtifacts({ id: job })

    expect(workers.rows.map((row) => row.id)).toEqual([id])
    expect(worker).not.toHaveProperty('configuration')
    expect(worker).not.toHaveProperty('rate')
    expect(worker).not.toHaveProperty('jobCache')
    expect(jobs.rows.map((row) => row.id)).toEqual([job])
    expect(detail.status).toBe('Success')
    expect(report.report).toMatchObject({ success: true })
    expect(artifacts.rows).toMatchObject([{ data: 'found.example' }])
  })

  it('have the files of jobs where the setting allows it, and elsewhere not even their hashes', async () => {
    for (const [allowed, status] of [
      ['true', 200],
      ['false', 403],
    ] as const) {
      const { app, id } = await arrange({ ASSAY_AUTH_READONLYACCESS: allowed })
      const attachment = new File(['of a job'], 'a.txt')
      await app.as('analyze').runAnalyzer({ id }, { dataType: 'file', attachment } as never)
      const hash = createHash('sha256').update('of a job').digest('hex')
      const url = `/api/datastore/${hash}`
      expect((await app.inject({ as: 'analyze', url })).statusCode).toBe(200)
      expect((await app.inject({ as: 'read', url })).statusCode).toBe(status)
    }
  })

  it('never run, delete, enable, change or disable, whatever the setting', async () => {
    const { reader, id, job, app } = await arrange({ ASSAY_AUTH_READONLYACCESS: 'true' })

    const refusals = await Promise.all(
      [
        reader.runAnalyzer({ id }, { data: '1.1.1.1', dataType: 'ip' }),
        reader.deleteJob({ id: job }),
        reader.enableAnalyzer({ id: 'Echo_1_0' }, { name: 'Mine' }),
        reader.updateAnalyzer({ id }, { name: 'Mine' }),
        reader.disableAnalyzer({ id }),
        reader.listAnalyzerDefinitions(),
        reader.scanAnalyzerDefinitions(),
        reader.listAnalyzerConfigs(),
        reader.updateAnalyzerConfig({ name: 'Echo' }, { config: {} }),
      ].map(refusalOf),
    )
    const left = await app.as('analyze').getJob({ id: job })

    expect(refusals).toEqual(refusals.map(() => rights))
    expect(left.status).toBe('Success')
  })

  it('see nothing of the engine without the setting', async () => {
    const { reader, id, job } = await arrange({})

    const refusals = await Promise.all(
      [
        reader.listAnalyzers(),
        reader.getAnalyzer({ id }),
        reader.listJobs(),
        reader.getReport({ id: job }),
        reader.jobStatus({ jobIds: [job] }),
        reader.jobSummaries({ jobIds: [job] }),
        reader.workerHealth({ type: 'analyzer' }),
        reader.createStream(),
      ].map(refusalOf),
    )

    expect(refusals).toEqual(refusals.map(() => rights))
  })
})
