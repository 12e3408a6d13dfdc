import { expect, it } from 'vitest'
import { hiddenJobs } from '../../src/mcp/visible.ts'
import { sqlite } from '../databases.ts'
import { planOf } from '../engine/query-plan.ts'

it('whether an agent may see a job is found by its id, not among all jobs of the organization', async () => {
  const { db } = await sqlite.open()
  const plan = await planOf(db, (asked) =>
    hiddenJobs(
      {
        deps: { db: asked },
        caller: { organization: 'alpha' },
        key: { maxTlp: 2 },
      } as unknown as Parameters<typeof hiddenJobs>[0],
      ['a', 'b'],
    ),
  )
  expect(plan).toContain('observable_jobs_by_engine_job (organization=? AND engine_job_id=?)')
})
