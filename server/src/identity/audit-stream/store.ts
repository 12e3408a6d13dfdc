import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { homeOrganization } from '../../domain/caller.ts'
import type { Db } from '../../storage/database.ts'
import { type AuditPosition, auditEnd } from '../../storage/rows/audit-order.ts'
import { withdrawNotices } from '../../storage/rows/notices.ts'
import type { AuditCursorTable } from '../../storage/tables/identity.ts'

export type Cursor = Selectable<AuditCursorTable>

export const newStream = () => randomBytes(9).toString('base64url')

export const positionOf = ({ position_tx, position_id }: Cursor): AuditPosition => ({
  tx: position_tx,
  id: position_id,
})

/** Sinks that were not known begin with what happens from now on. */
export async function addCursors(db: Db, sinks: readonly string[], now: number): Promise<void> {
  if (sinks.length === 0) return
  const { tx, id } = await auditEnd(db)
  await db
    .insertInto('audit_cursors')
    .values(
      sinks.map((sink) => ({
        ...{ sink, stream: newStream(), position_tx: tx, position_id: id },
        ...{ moved_at: now, next_at: now, attempts: 0 },
      })),
    )
    .onConflict((conflict) => conflict.column('sink').doNothing())
    .execute()
}

export const cursorsOf = async (db: Db, sinks: readonly string[]): Promise<Cursor[]> =>
  sinks.length === 0
    ? []
    : db
        .selectFrom('audit_cursors')
        .selectAll()
        .where('sink', 'in', sinks)
        .orderBy('sink')
        .execute()

/** For this process alone until the lease ends. */
export const claimCursor = (
  db: Db,
  sink: string,
  lease: { readonly owner: string; readonly now: number; readonly until: number },
): Promise<Cursor | undefined> =>
  db
    .updateTable('audit_cursors')
    .set({ locked_by: lease.owner, locked_until: lease.until })
    .where('sink', '=', sink)
    .where('next_at', '<=', lease.now)
    // guard: server/test/audit/stream.test.ts
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', lease.now)]))
    .returningAll()
    .executeTakeFirst()

/** It was sent so far. Nothing when another process has taken over. */
export const moveCursor = (
  db: Db,
  { sink, locked_by }: Cursor,
  { tx, id }: AuditPosition,
  { now, until }: { readonly now: number; readonly until: number },
): Promise<Cursor | undefined> =>
  db.transaction().execute(async (transaction) => {
    const moved = await transaction
      .updateTable('audit_cursors')
      .set({
        ...{ position_tx: tx, position_id: id, moved_at: now, locked_until: until },
        ...{ next_at: now, attempts: 0, error: null },
      })
      .where('sink', '=', sink)
      // guard: server/test/audit/stream.test.ts
      .where('locked_by', '=', locked_by)
      .returningAll()
      .executeTakeFirst()
    if (moved === undefined || moved.told_at === null) return moved
    await withdrawNotices(transaction, homeOrganization, {
      objectType: 'auditSink',
      objectIds: [sink],
    })
    await transaction
      .updateTable('audit_cursors')
      .set({ told_at: null })
      .where('sink', '=', sink)
      .execute()
    return { ...moved, told_at: null }
  })

export const releaseCursor = (
  db: Db,
  { sink, locked_by }: Cursor,
  change: Partial<Pick<Cursor, 'next_at' | 'attempts' | 'error'>> = {},
): Promise<unknown> =>
  db
    .updateTable('audit_cursors')
    .set({ ...change, locked_by: null, locked_until: null })
    .where('sink', '=', sink)
    .where('locked_by', '=', locked_by)
    .execute()

/** False when administrators know already. */
export async function noteTold(tx: Db, sink: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('audit_cursors')
    .set({ told_at: now })
    .where('sink', '=', sink)
    .where('told_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
