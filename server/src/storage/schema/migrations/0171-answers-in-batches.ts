import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * Jobs end in batches, so their answers are inserted in batches. PostgreSQL runs these triggers once per
 * statement instead of once per row; SQLite has triggers per row only.
 */
export const answersInBatches: Migration = {
  name: '0171-answers-in-batches',
  keepsOlder: true,
  up: async (db, dialect) => {
    if (dialect.name === 'sqlite') return
    for (const [trigger, body] of Object.entries(triggers)) {
      await sql.raw(`drop trigger ${trigger} on value_answers`).execute(db)
      await sql
        .raw(`create or replace function ${trigger}() returns trigger language plpgsql as
          $$ begin ${body} return null; end $$`)
        .execute(db)
      await sql
        .raw(`create trigger ${trigger} after insert on value_answers
          referencing new table as added for each statement execute function ${trigger}()`)
        .execute(db)
    }
  },
}

const isWanted = `rules.trigger = 'verdict.changed' and rules.state <> 'off' and rules.paused = 0`

/** What each of them did per row: see 0058 and 0100. */
const triggers = {
  unsettled_value_answers_insert: `
    insert into unsettled_values (organization, value_hash)
    select organization, value_hash from added;`,
  rule_events_verdict_insert: `
    if exists (select 1 from rules where ${isWanted}
      and rules.organization in (select added.organization from added)) then
      insert into rule_events (id, organization, kind, object_id, root_id, at, due_at, attempts, details)
      select md5(random()::text || clock_timestamp()::text), n.organization, 'verdict.changed',
        n.value_hash, n.text_hash, n.noted_at, n.noted_at, 0,
        json_build_object('from', n.was % 10, 'to', n.now_is % 10, 'analyzer', n.worker_name, 'job', n.job_id)::text
      from (select added.*, o.other as was, greatest(o.other, added.level) as now_is,
          coalesce(added.answered_at, added.level_since, added.first_at) as noted_at
        from added cross join lateral (select coalesce(max(+a.level), 0) as other from value_answers a
          where a.organization = added.organization and a.value_hash = added.value_hash
            and a.worker_id <> added.worker_id) o
        where added.level is not null and exists (select 1 from rules
          where rules.organization = added.organization and ${isWanted})) n
      where n.was % 10 <> n.now_is % 10;
    end if;`,
}
