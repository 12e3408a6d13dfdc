import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { onlyPostgres } from '../databases.ts'

// PostgreSQL compiles what looks expensive, and that takes longer than any statement of ours. The one
// that npm brings has no compiler and would not show it, but it has the setting.
describe.each(onlyPostgres)('$name: just-in-time compilation', ({ open }) => {
  it('is off in every function with a planner setting', async () => {
    const { db } = await open()

    const { rows } = await sql<{ name: string; settings: string[] }>`
      select proname as name, proconfig as settings from pg_proc
        where pronamespace = 'public'::regnamespace
          and array_to_string(proconfig, ' ') ~ 'enable_|plan_cache_mode'`.execute(db)

    expect(rows.map(({ name }) => name)).toContain('end_jobs_3')
    expect(rows.filter(({ settings }) => !settings.includes('jit=off'))).toEqual([])
  })

  it('is off on the connections of requests and of the queue', async () => {
    const { db, queue } = await open()
    const jit = async (on: typeof db) => (await sql<{ jit: string }>`show jit`.execute(on)).rows

    expect(await jit(db)).toEqual([{ jit: 'off' }])
    expect(await jit(queue)).toEqual([{ jit: 'off' }])
  })
})
