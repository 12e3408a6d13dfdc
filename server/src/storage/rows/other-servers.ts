import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** Whether another server is connected to this PostgreSQL database. */
export async function hasServers(db: Db): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name in ('assay', 'assay-cluster')
  `.execute(db)
  return Number(rows[0]?.count) > 0
}
