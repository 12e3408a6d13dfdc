import { sql } from 'kysely'
import { badRequest } from '../../domain/errors.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import { slowly } from '../../storage/common/text-walk.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import { changedNow } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import type { TagRow } from '../rows.ts'

interface TagChange {
  readonly colour?: string
  readonly description?: string
}

export async function changeTag(
  w: Writing,
  { id, name }: TagRow,
  { colour, description }: TagChange,
): Promise<void> {
  const change = {
    ...(colour !== undefined && { colour }),
    ...(description !== undefined && { description }),
  }
  await w.tx
    .updateTable('tags')
    .set({ ...changedNow(w), ...change })
    .where(ownedRow(w.organization, id))
    .execute()
  w.record({ operation: 'update', objectType: 'tag', objectId: id, details: { name, ...change } })
}

/** A tag that comes into use in the same moment is remembered again with the next change. */
export async function removeTag(w: Writing, { id, name }: TagRow): Promise<void> {
  await w.tx.deleteFrom('tags').where(ownedRow(w.organization, id)).execute()
  w.record({ operation: 'delete', objectType: 'tag', objectId: id, details: { name } })
}

const carriers = {
  cases: 'case',
  alerts: 'alert',
  observables: 'observable',
  case_templates: 'case template',
} as const

/** Entities with it would show a tag that is in no list. */
export async function refuseUsedTag(
  db: Db,
  dialect: Dialect,
  { organization, name }: TagRow,
): Promise<void> {
  for (const [table, title] of Object.entries(carriers)) {
    const found = await db
      .selectFrom(table as 'cases')
      .modifyFront(slowly)
      .select('id')
      .where('organization', '=', organization)
      .where(dialect.listContains(sql.ref(`${table}.tags`), name))
      .limit(1)
      .executeTakeFirst()
    if (found)
      throw badRequest(`Tag ${name} is used by the ${title} ${found.id}. Remove it there first`)
  }
}
