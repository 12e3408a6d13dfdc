import { sql } from 'kysely'
import { makeEntityTable } from '../entity-table.ts'
import type { Migration } from '../migration.ts'

/** Which organizations may share, and what they do. The row belongs to the owner of the case. */
export const shares: Migration = {
  name: '0040-shares',
  keepsOlder: true,
  up: async (db, dialect) => {
    await dialect
      .tableOptions(db.schema.createTable('organization_links'))
      .addColumn('organization', dialect.text, (column) =>
        column.notNull().references('organizations.name').onDelete('cascade'),
      )
      .addColumn('other', dialect.text, (column) =>
        column.notNull().references('organizations.name').onDelete('cascade'),
      )
      .addPrimaryKeyConstraint('organization_links_key', ['organization', 'other'])
      .execute()
    await makeEntityTable(
      db,
      dialect,
      'case_shares',
      {
        case_id: 'text!',
        shared_with: 'text!',
        profile: 'text!',
        task_rule: 'text!',
        observable_rule: 'text!',
      },
      { case_id: 'cases' },
    )
    for (const [item, items] of [
      ['task', 'tasks'],
      ['observable', 'observables'],
    ])
      await dialect
        .tableOptions(db.schema.createTable(`shared_${items}`))
        .addColumn('share_id', dialect.text, (column) =>
          column.notNull().references('case_shares.id').onDelete('cascade'),
        )
        .addColumn(`${item}_id`, dialect.text, (column) =>
          column.notNull().references(`${items}.id`).onDelete('cascade'),
        )
        .addPrimaryKeyConstraint(`shared_${items}_key`, ['share_id', `${item}_id`])
        .execute()
    for (const index of indexes) await sql.raw(`create ${index}`).execute(db)
  },
}

const indexes = [
  'unique index case_shares_by_case on case_shares (case_id, shared_with)',
  'index case_shares_by_guest on case_shares (shared_with, case_id)',
  'index shared_tasks_by_task on shared_tasks (task_id)',
  'index shared_observables_by_observable on shared_observables (observable_id)',
]
