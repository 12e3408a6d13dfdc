import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * Functions that forbid sorts and scans get plans that look enormously expensive, and PostgreSQL compiles
 * what looks expensive: with its default settings the end of a job took 712 ms instead of 1.9.
 */
export const withoutJit: Migration = {
  name: '0053-without-jit',
  keepsOlder: true,
  up: async (db, dialect) => {
    if (dialect.name !== 'postgres') return
    await sql.raw(turnOff).execute(db)
  },
}

/** All that carry a setting of the planner, in the schema of our tables. */
const turnOff = `do $do$
declare
  planned regprocedure;
begin
  for planned in
    select oid from pg_proc
      where pronamespace = (select relnamespace from pg_class where oid = 'jobs'::regclass)
        and exists (select 1 from unnest(proconfig) as setting where setting like 'enable\\_%')
  loop
    execute format('alter function %s set jit = off', planned);
  end loop;
end
$do$`
