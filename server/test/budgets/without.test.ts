import { describe, expect, it } from 'vitest'
import { onlyPostgres } from '../databases.ts'
import { makeEngineApp, programs } from '../engine/setup.ts'

describe.each(onlyPostgres)('$name: an installation without budgets', ({ open }) => {
  it('asks the database nothing about them when jobs are submitted, read, run and deleted', async () => {
    const statements: string[] = []
    const app = await makeEngineApp(
      () => open({ onStatement: (text) => statements.push(text) }),
      [programs.echo],
    )
    const { id } = await app.enable('orgadmin', 'Echo')
    const client = app.as('analyze')
    const run = (data: string) => client.runAnalyzer({ id }, { data, dataType: 'ip' })
    await run('1.1.1.1')
    statements.length = 0

    const job = await run('2.2.2.2')
    await client.waitReport({ id: job.id }, { atMost: 'Inf' })
    await client.getJob({ id: job.id })
    await client.searchJobs({ query: { status: 'Success' } })
    await client.deleteJob({ id: job.id })

    // A heartbeat looks whether there is one.
    const others = statements.filter((text) => !/^\s*select 1 from budgets/.test(text))
    expect(others.filter((text) => /held_jobs|budget_uses|from "?budgets/.test(text))).toEqual([])
    expect(others.length).toBeGreaterThan(5)
  })
})
