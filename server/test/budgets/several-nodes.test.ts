import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BudgetWindow } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { usedIn } from '../../src/domain/budgets/windows.ts'
import { saying, startCluster } from '../engine/node-cluster.ts'
import { notLinux, titled } from '../engine/running.ts'
import { patienceMs } from '../patience.ts'

const title = titled('several processes on one PostgreSQL that share a budget', notLinux)

describe.skipIf(notLinux)(title, { timeout: 5 * patienceMs }, () => {
  it('start no more than it allows, lose none and run none twice, although openers are killed', async () => {
    const cluster = await startCluster(['Looked'])
    const log = join(cluster.folder, 'log')
    await writeFile(log, '')
    const looked = { Looked: `echo started >> "${log}"\n${saying('x')}` }
    await cluster.startWorker('a', looked)
    await cluster.startWorker('b', looked)
    const windows: BudgetWindow[] = [
      { count: 4, per: 2 },
      { count: 15, per: 10 },
    ]
    const budget = await cluster.admin.createBudget({ name: 'Provider', windows })
    const id = await cluster.enable('Looked', { budget: budget.id })

    const submitted = Array.from({ length: 24 }, (_, n) =>
      cluster.admin.runAnalyzer({ id }, { data: `10.0.0.${n}`, dataType: 'ip', wait: true }),
    )
    const jobs = (await Promise.all(submitted)).map((job) => job.id)
    // It runs nothing, but lets jobs through as all processes do.
    for (const name of ['c', 'd']) {
      const opener = await cluster.startWorker(name, {})
      opener.child.kill('SIGKILL')
      await opener.ended
    }
    for (const job of jobs) expect(await cluster.said(job)).toBe('x')

    const seen = await Promise.all(jobs.map((job) => cluster.admin.getJob({ id: job })))
    const starts = seen
      .map(({ startDate = 0 }) => ({ at: startDate, starts: 1 }))
      .toSorted((a, b) => a.at - b.at)
    for (const window of windows)
      for (const { at } of starts)
        expect(usedIn(window, starts, at)).toBeLessThanOrEqual(window.count)
    expect((await readFile(log, 'utf8')).trim().split('\n')).toHaveLength(24)
  })
})
