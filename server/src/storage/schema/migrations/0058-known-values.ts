import { sql } from 'kysely'
import type { Dialect } from '../../common/dialect.ts'
import type { Migration, MigrationDb } from '../migration.ts'

/**
 * One row for each observable that an organization knows: the list of all of them sorts and counts by it.
 * Triggers note what has changed, whichever program changed it; `knowledge/known` brings the rows up to
 * date. Counting in place would make writers of the same observables wait for each other.
 */
export const knownValues: Migration = {
  name: '0058-known-values',
  keepsOlder: true,
  up: async (db, dialect) => {
    const { schema } = db
    const { integer, tableOptions, text } = dialect
    await tableOptions(schema.createTable('known_values'))
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name').onDelete('cascade'),
      )
      .addColumn('value_hash', text, (column) => column.notNull())
      .addColumn('data_type', text, (column) => column.notNull())
      .addColumn('is_file', integer, (column) => column.notNull())
      .addColumn('level', integer, (column) => column.notNull())
      .addColumn('first_seen', integer, (column) => column.notNull())
      .addColumn('last_seen', integer, (column) => column.notNull())
      .addColumn('seen', integer, (column) => column.notNull())
      .addColumn('cases', integer, (column) => column.notNull())
      .addColumn('alerts', integer, (column) => column.notNull())
      .addColumn('checked_at', integer)
      .addColumn('changed_at', integer)
      .addColumn('text_hashes', text, (column) => column.notNull())
      .addColumn('tags', text, (column) => column.notNull())
      .addColumn('search', text, (column) => column.notNull())
      .addColumn('file_name', text)
      .addColumn('data', text)
      .addPrimaryKeyConstraint('known_values_key', ['organization', 'value_hash'])
      .execute()
    for (const index of indexes) await sql.raw(`create index ${index}`).execute(db)

    await dialect
      .autoIncrement(tableOptions(schema.createTable('unsettled_values')), 'id')
      .addColumn('organization', text, (column) => column.notNull())
      .addColumn('value_hash', text)
      .addColumn('data_type', text)
      .addColumn('attachment_id', text)
      .addColumn('data', text)
      .execute()
    await schema
      .createIndex('unsettled_values_of_organization')
      .on('unsettled_values')
      .columns(['organization', 'id'])
      .execute()
    for (const watched of watchedTables) await watch(db, dialect, watched)
  },
}

/** The first one holds what is filtered by: a rare text is found without reading a row. */
const indexes = [
  `known_values_by_last on known_values
    (organization, last_seen, value_hash, level, cases, alerts, seen, checked_at, data_type, search)`,
  'known_values_by_first on known_values (organization, first_seen, value_hash)',
  'known_values_by_count on known_values (organization, seen, value_hash)',
  'known_values_by_level on known_values (organization, level, last_seen, value_hash, cases, alerts)',
  'known_values_by_change on known_values (organization, changed_at) where changed_at is not null',
  "known_values_with_tags on known_values (organization, last_seen, value_hash) where tags <> '[]'",
]

interface Watched {
  readonly table: string
  /** Only a change of these matters. */
  readonly columns: readonly string[]
  /** What names the observable, of a row. */
  readonly named: (row: 'new' | 'old') => string
}

const byHash = (row: string) => `${row}.organization, ${row}.value_hash, null, null, null`

const watchedTables: readonly Watched[] = [
  {
    table: 'value_answers',
    columns: ['level', 'answered_at', 'failed_at', 'first_at', 'changes', 'file_name'],
    named: byHash,
  },
  { table: 'investigation_values', columns: ['value_hash'], named: byHash },
  {
    table: 'observables',
    columns: ['data_type', 'value_hash', 'attachment_id', 'case_id', 'alert_id', 'tags'],
    // A longer text is in no list.
    named: (row) => `${row}.organization, null, ${row}.data_type, ${row}.attachment_id,
      case when length(${row}.data) <= 4096 then ${row}.data end`,
  },
]

const noted = (values: string) =>
  `insert into unsettled_values (organization, value_hash, data_type, attachment_id, data) values (${values});`

async function watch(db: MigrationDb, { name }: Dialect, { table, columns, named }: Watched) {
  const isChanged = columns
    .map((column) =>
      name === 'sqlite'
        ? `new.${column} is not old.${column}`
        : `new.${column} is distinct from old.${column}`,
    )
    .join(' or ')
  const renames = table === 'observables'
  const events = {
    insert: { when: `insert on ${table} for each row`, body: noted(named('new')) },
    delete: { when: `delete on ${table} for each row`, body: noted(named('old')) },
    update: {
      when: `update of ${columns.join(', ')} on ${table} for each row when (${isChanged})`,
      body: renames ? `${noted(named('old'))} ${noted(named('new'))}` : noted(named('new')),
    },
  }
  for (const [event, { when, body }] of Object.entries(events)) {
    const trigger = `unsettled_${table}_${event}`
    if (name === 'sqlite') {
      await sql.raw(`create trigger ${trigger} after ${when} begin ${body} end`).execute(db)
      continue
    }
    await sql
      .raw(`create function ${trigger}() returns trigger language plpgsql as
        $$ begin ${body} return null; end $$`)
      .execute(db)
    await sql
      .raw(`create trigger ${trigger} after ${when} execute function ${trigger}()`)
      .execute(db)
  }
}
