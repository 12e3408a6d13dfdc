import { sql } from 'kysely'
import type { Migration, MigrationDb } from '../migration.ts'

/** `!` must have a value. */
const longTexts: Readonly<Record<string, readonly string[]>> = {
  jobs: ['message!', 'parameters!', 'label', 'error_message', 'input', 'data'],
  artifacts: ['tags!', 'message', 'data'],
  audit: ['details!'],
  cases: ['tags!', 'custom_fields!', 'summary', 'description!'],
  alerts: ['tags!', 'custom_fields!', 'description!'],
  observables: ['tags!', 'message', 'reports!', 'data'],
  tasks: ['description'],
  task_logs: ['message!'],
  actions: ['parameters!', 'operations!', 'report!'],
  observable_jobs: ['operations!', 'report!'],
  webhook_deliveries: ['body!'],
}

/**
 * SQLite keeps a long text in a chain of pages, and walks it to reach whatever stands behind it in the
 * row: a filter by TLP over 200 jobs of 1 MB read 200 MB, half a second in the event loop. With the
 * long texts at the end of the row everything else is in its first page. PostgreSQL keeps them apart
 * anyway.
 */
export const longTextsLast: Migration = {
  name: '0012-long-texts-last',
  up: async (db, dialect) => {
    if (dialect.name !== 'sqlite') return
    for (const [table, columns] of Object.entries(longTexts)) await moveToEnd(db, table, columns)
  },
}

async function moveToEnd(db: MigrationDb, table: string, columns: readonly string[]) {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const names = columns.map((column) => column.replace('!', ''))
  // A column that comes later may only be `not null` with a default.
  const kindOf = (column: string) => (column.endsWith('!') ? "text not null default ''" : 'text')
  const { rows } = await sql.raw(`select 1 from ${table} limit 1`).execute(db)
  if (rows.length === 0) {
    // The same columns in the same order, without renaming: that parses the whole schema twice.
    for (const [index, name] of names.entries()) {
      await run(`alter table ${table} drop column ${name}`)
      await run(`alter table ${table} add column ${name} ${kindOf(columns[index] ?? '')}`)
    }
    return
  }
  for (const [index, name] of names.entries())
    await run(`alter table ${table} add column ${name}_moved ${kindOf(columns[index] ?? '')}`)
  const copies = names.map((name) => `${name}_moved = ${name}`)
  await run(`update ${table} set ${copies.join(', ')}`)
  for (const name of names) {
    await run(`alter table ${table} drop column ${name}`)
    await run(`alter table ${table} rename column ${name}_moved to ${name}`)
  }
}
