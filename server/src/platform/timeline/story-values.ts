import type { StoryEntry, StoryValue } from '@assay/contract'
import { sql } from 'kysely'
import { maxShownLength } from '../../domain/values/key.ts'
import type { Db } from '../../storage/database.ts'
import { maxOfEach, type ReadStory } from './story-parts.ts'

const maxNamed = 5

export interface HeldValue {
  readonly id: string
  readonly created_at: number
  readonly created_by: string
  readonly value: StoryValue
}

/** The values of a case, the newest first. */
export async function valuesOfCase(
  db: Db,
  organization: string,
  caseId: string,
): Promise<HeldValue[]> {
  const rows = await db
    .selectFrom('observables')
    .select(['id', 'created_at', 'created_by', 'data_type', 'value_hash', 'attachment_name'])
    .select(
      sql<
        string | null
      >`case when octet_length(data) <= ${sql.lit(maxShownLength)} then data end`.as('data'),
    )
    .where('organization', '=', organization)
    .where('case_id', '=', caseId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxOfEach)
    .execute()
  return rows.map(
    ({ id, created_at, created_by, data_type, value_hash, attachment_name, data }) => ({
      id,
      created_at,
      created_by,
      value: {
        dataType: data_type,
        ...(attachment_name !== null
          ? { hash: value_hash, filename: attachment_name }
          : data === null
            ? {}
            : { data }),
      },
    }),
  )
}

/** Values added together are one entry. */
export const values: ReadStory = async (db, organization, { id: caseId }) => {
  const held = await valuesOfCase(db, organization, caseId)
  const groups = Map.groupBy(held, ({ created_at, created_by }) => `${created_at} ${created_by}`)
  return [...groups.values()].flatMap((group): StoryEntry[] => {
    const [first] = group
    if (!first) return []
    return [
      {
        id: first.id,
        kind: 'value',
        at: first.created_at,
        by: first.created_by,
        count: group.length,
        values: group.slice(0, maxNamed).map(({ value }) => value),
      },
    ]
  })
}
