import { sql } from 'kysely'
import { type ToolContext, ToolProblem } from './tool.ts'

const dayMs = 86_400_000

const today = ({ deps: { clock } }: ToolContext) => Math.floor(clock.now() / dayMs) * dayMs

/**
 * Takes so many of the jobs that the key has today, or none. One statement, so calls at the same moment cannot take
 * the same one twice.
 */
export async function takeJobs(context: ToolContext, count: number): Promise<void> {
  const { deps, key } = context
  const day = today(context)
  const { numUpdatedRows } = await deps.db
    .updateTable('api_keys')
    .set({
      jobs_day: day,
      jobs_used: sql<number>`case when jobs_day = ${sql.lit(day)} then jobs_used else 0 end + ${sql.lit(count)}`,
    })
    .where('id', '=', key.keyId)
    .where('login', '=', context.caller.login)
    .where(
      sql<number>`case when jobs_day = ${sql.lit(day)} then jobs_used else 0 end`,
      '<=',
      key.jobsPerDay - count,
    )
    .executeTakeFirst()
  // guard (open = true): server/test/agents/limits.test.ts
  if (numUpdatedRows > 0n) return
  throw new ToolProblem(
    `This API key may start ${key.jobsPerDay} jobs a day, and ${await jobsLeft(context)} are left. Nothing was started. The next day begins at 00:00 UTC; a user can do it on the page`,
  )
}

/** Of a job that was not started after all. */
export async function giveBack(context: ToolContext, count: number): Promise<void> {
  if (count === 0) return
  await context.deps.db
    .updateTable('api_keys')
    .set({ jobs_used: sql<number>`jobs_used - ${sql.lit(count)}` })
    .where('id', '=', context.key.keyId)
    .where('login', '=', context.caller.login)
    .where('jobs_day', '=', today(context))
    .where('jobs_used', '>=', count)
    .execute()
}

export async function jobsLeft(context: ToolContext): Promise<number> {
  const { deps, key } = context
  const row = await deps.db
    .selectFrom('api_keys')
    .select(['jobs_day', 'jobs_used'])
    .where('id', '=', key.keyId)
    .where('login', '=', context.caller.login)
    .executeTakeFirst()
  const used = row?.jobs_day === today(context) ? Number(row.jobs_used) : 0
  return Math.max(0, key.jobsPerDay - used)
}
