import { sql } from 'kysely'
import { analyst } from '../../domain/values/decision.ts'
import type { Db } from '../database.ts'

/** Verdicts of analysts in effect, `d`, each with answers of analyzers, `a`, that came to something worse since. */
export const contradictions = (db: Db) =>
  db
    .selectFrom('analyst_verdicts as d')
    .innerJoin('value_answers as a', (join) =>
      join
        .onRef('a.organization', '=', 'd.organization')
        .onRef('a.value_hash', '=', 'd.value_hash')
        .on('a.worker_id', '!=', sql.lit(analyst)),
    )
    // The plus keeps SQLite from looking through all values with a level.
    .select(sql<number>`max(+a.level)`.as('worse'))
    .where('d.ended_at', 'is', null)
    .where(sql<boolean>`+a.level > d.level and +a.level_since > d.at`)
