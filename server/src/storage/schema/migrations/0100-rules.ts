import { sql } from 'kysely'
import type { Dialect } from '../../common/dialect.ts'
import type { Migration, MigrationDb } from '../migration.ts'

/** Rules, what they are asked about, and what they did. An older process writes no events: its changes start no rule. */
export const rules: Migration = {
  name: '0100-rules',
  keepsOlder: true,
  up: async (db, dialect) => {
    const { schema } = db
    const { integer, tableOptions, text } = dialect
    const owned = (name: string) =>
      tableOptions(schema.createTable(name)).addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name').onDelete('cascade'),
      )
    await owned('rules')
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull())
      .addColumn('state', text, (column) => column.notNull())
      .addColumn('stopped', text)
      .addColumn('stopped_at', integer)
      .addColumn('missed', integer, (column) => column.notNull())
      .addColumn('version', integer, (column) => column.notNull())
      .addColumn('trigger', text, (column) => column.notNull())
      .addColumn('run_as', text, (column) => column.notNull())
      .addColumn('saver_roles', text, (column) => column.notNull())
      .addColumn('runs_per_hour', integer, (column) => column.notNull())
      .addColumn('jobs_per_day', integer, (column) => column.notNull())
      .addColumn('expires_at', integer)
      .addColumn('paused', integer, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('created_by', text, (column) => column.notNull())
      .addColumn('updated_at', integer)
      .addColumn('updated_by', text)
      .addColumn('body', text, (column) => column.notNull())
      .execute()
    await owned('rule_versions')
      .addColumn('rule_id', text, (column) =>
        column.notNull().references('rules.id').onDelete('cascade'),
      )
      .addColumn('version', integer, (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('changed_by', text, (column) => column.notNull())
      .addColumn('changed_at', integer, (column) => column.notNull())
      .addColumn('body', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('rule_versions_key', ['rule_id', 'version'])
      .execute()
    await owned('rule_events')
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('object_id', text, (column) => column.notNull())
      .addColumn('root_id', text, (column) => column.notNull())
      .addColumn('cause_run', text)
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('due_at', integer, (column) => column.notNull())
      .addColumn('attempts', integer, (column) => column.notNull())
      .addColumn('details', text, (column) => column.notNull())
      .execute()
    await owned('rule_runs')
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      // Without a reference: runs of a deleted rule stay readable.
      .addColumn('rule_id', text, (column) => column.notNull())
      .addColumn('rule_name', text, (column) => column.notNull())
      .addColumn('version', integer, (column) => column.notNull())
      .addColumn('mode', text, (column) => column.notNull())
      .addColumn('trigger', text, (column) => column.notNull())
      .addColumn('first_event_id', text, (column) => column.notNull())
      .addColumn('root_type', text, (column) => column.notNull())
      .addColumn('root_id', text, (column) => column.notNull())
      .addColumn('root_title', text, (column) => column.notNull())
      .addColumn('object_count', integer, (column) => column.notNull())
      .addColumn('run_as', text, (column) => column.notNull())
      .addColumn('state', text, (column) => column.notNull())
      .addColumn('cause_run', text)
      .addColumn('chain', text, (column) => column.notNull())
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('ended_at', integer)
      .addColumn('due_at', integer)
      .addColumn('attempts', integer, (column) => column.notNull())
      .addColumn('because', text, (column) => column.notNull())
      .addColumn('reason', text)
      .addColumn('objects', text, (column) => column.notNull())
      .execute()
    await owned('rule_steps')
      .addColumn('run_id', text, (column) =>
        column.notNull().references('rule_runs.id').onDelete('cascade'),
      )
      .addColumn('seq', integer, (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('target_type', text, (column) => column.notNull())
      .addColumn('target_id', text, (column) => column.notNull())
      .addColumn('target_title', text, (column) => column.notNull())
      .addColumn('state', text, (column) => column.notNull())
      .addColumn('result_type', text)
      .addColumn('result_id', text)
      .addColumn('at', integer)
      .addColumn('reason', text)
      .addColumn('arguments', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('rule_steps_key', ['run_id', 'seq'])
      .execute()
    await owned('rule_groups')
      .addColumn('rule_id', text, (column) =>
        column.notNull().references('rules.id').onDelete('cascade'),
      )
      .addColumn('group_hash', text, (column) => column.notNull())
      .addColumn('case_id', text, (column) => column.notNull())
      .addColumn('at', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('rule_groups_key', ['rule_id', 'group_hash'])
      .execute()
    await owned('automation_pauses')
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('login', text)
      .addColumn('kind', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('automation_pauses_key', ['organization'])
      .execute()
    for (const index of indexes) await sql.raw(`create ${index}`).execute(db)
    for (const table of ['actions', 'observable_jobs'])
      await schema.alterTable(table).addColumn('cause_run', text).execute()
    await watchVerdicts(db, dialect)
  },
}

const indexes = [
  'index rules_of_organization on rules (organization, position)',
  'unique index rules_by_name on rules (organization, name)',
  // Every change asks by it whether a rule wants to know.
  "index rules_active on rules (organization, trigger) where state <> 'off' and paused = 0",
  'index rule_versions_of_organization on rule_versions (organization)',
  'index rule_events_of_organization on rule_events (organization, due_at)',
  'index rule_events_due on rule_events (due_at)',
  'unique index rule_runs_of_event on rule_runs (rule_id, first_event_id, root_id)',
  'index rule_runs_of_organization on rule_runs (organization, at)',
  'index rule_runs_of_rule on rule_runs (rule_id, at)',
  'index rule_runs_of_root on rule_runs (organization, root_id, at)',
  'index rule_runs_to_act on rule_runs (organization, due_at) where due_at is not null',
  'index rule_runs_due on rule_runs (due_at) where due_at is not null',
  'index rule_runs_by_time on rule_runs (at)',
  'index rule_steps_on on rule_steps (organization, target_id)',
  'index rule_groups_of_organization on rule_groups (organization)',
  // An observable of a case is found by its text, as is its verdict.
  'index value_answers_by_text on value_answers (organization, text_hash)',
]

/**
 * A verdict changes at the end of a job, by a person, or when a decision expires, in several programs and
 * functions: a trigger sees them all. Without a rule that wants to know it costs one look into a small index.
 * Rows that retention removes change no verdict.
 */
async function watchVerdicts(db: MigrationDb, { name }: Dialect): Promise<void> {
  const isSqlite = name === 'sqlite'
  const greatest = isSqlite ? 'max' : 'greatest'
  const id = isSqlite
    ? 'lower(hex(randomblob(12)))'
    : 'md5(random()::text || clock_timestamp()::text)'
  const object = isSqlite ? 'json_object' : 'json_build_object'
  const asText = isSqlite ? '' : '::text'
  const different = isSqlite ? 'is not' : 'is distinct from'
  const isWanted = (
    row: string,
  ) => `exists (select 1 from rules where rules.organization = ${row}.organization
    and rules.trigger = 'verdict.changed' and rules.state <> 'off' and rules.paused = 0)`
  const noted = (row: string, was: string, is: string) => `
    insert into rule_events (id, organization, kind, object_id, root_id, at, due_at, attempts, details)
    select ${id}, ${row}.organization, 'verdict.changed', ${row}.value_hash, ${row}.text_hash,
      coalesce(${row}.answered_at, ${row}.level_since, ${row}.first_at),
      coalesce(${row}.answered_at, ${row}.level_since, ${row}.first_at), 0,
      ${object}('from', v.was % 10, 'to', v.now_is % 10, 'analyzer', ${row}.worker_name, 'job', ${row}.job_id)${asText}
    from (select ${greatest}(o.other, coalesce(${was}, 0)) as was, ${greatest}(o.other, coalesce(${is}, 0)) as now_is
      from (select coalesce(max(+a.level), 0) as other from value_answers a
        where a.organization = ${row}.organization and a.value_hash = ${row}.value_hash
          and a.worker_id <> ${row}.worker_id) o) v
    where v.was % 10 <> v.now_is % 10;`
  const events = {
    insert: {
      on: 'insert on value_answers',
      when: `new.level is not null`,
      row: 'new',
      body: noted('new', 'null', 'new.level'),
    },
    update: {
      on: 'update of level on value_answers',
      when: `new.level ${different} old.level`,
      row: 'new',
      body: noted('new', 'old.level', 'new.level'),
    },
    delete: {
      on: 'delete on value_answers',
      when: `old.worker_id = 'analyst'`,
      row: 'old',
      body: noted('old', 'old.level', 'null'),
    },
  }
  for (const [event, { on, when, row, body }] of Object.entries(events)) {
    const trigger = `rule_events_verdict_${event}`
    if (isSqlite) {
      await sql
        .raw(
          `create trigger ${trigger} after ${on} for each row when ${when} and ${isWanted(row)} begin ${body} end`,
        )
        .execute(db)
      continue
    }
    await sql
      .raw(`create function ${trigger}() returns trigger language plpgsql as
        $$ begin if ${isWanted(row)} then ${body} end if; return null; end $$`)
      .execute(db)
    await sql
      .raw(
        `create trigger ${trigger} after ${on} for each row when (${when}) execute function ${trigger}()`,
      )
      .execute(db)
  }
}
