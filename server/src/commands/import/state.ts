import type { Db } from '../../storage/database.ts'

/** What an import has done before, in the database that it fills: it continues there. */
export interface ImportState {
  /** Since when entities of this kind are still to be read; 0 at first. */
  position(organization: string, step: string): Promise<number>
  /** Our ids of those that were imported already. */
  known(type: string, sourceIds: readonly string[]): Promise<Map<string, string>>
  /** In the transaction of the rows: neither is there without the other. */
  remember(tx: Db, type: string, made: readonly Made[]): Promise<void>
  moveTo(tx: Db, organization: string, step: string, position: number): Promise<void>
}

export interface Made {
  readonly sourceId: string
  readonly id: string
}

const batch = 500

export function importState(db: Db, source: string, now: () => number): ImportState {
  return {
    async position(organization, step) {
      const row = await db
        .selectFrom('import_positions')
        .select('position')
        .where('source', '=', source)
        .where('organization', '=', organization)
        .where('step', '=', step)
        .executeTakeFirst()
      return row?.position ?? 0
    },

    async known(type, sourceIds) {
      const found = new Map<string, string>()
      for (let at = 0; at < sourceIds.length; at += batch) {
        const rows = await db
          .selectFrom('imported_objects')
          .select(['source_id', 'id'])
          .where('source', '=', source)
          .where('type', '=', type)
          .where('source_id', 'in', sourceIds.slice(at, at + batch))
          .execute()
        for (const row of rows) found.set(row.source_id, row.id)
      }
      return found
    },

    async remember(tx, type, made) {
      for (let at = 0; at < made.length; at += batch)
        await tx
          .insertInto('imported_objects')
          .values(
            made
              .slice(at, at + batch)
              .map(({ sourceId, id }) => ({ source, type, source_id: sourceId, id })),
          )
          .execute()
    },

    async moveTo(tx, organization, step, position) {
      const changed = { position, updated_at: now() }
      await tx
        .insertInto('import_positions')
        .values({ source, organization, step, ...changed })
        .onConflict((conflict) =>
          conflict.columns(['source', 'organization', 'step']).doUpdateSet(changed),
        )
        .execute()
    },
  }
}
