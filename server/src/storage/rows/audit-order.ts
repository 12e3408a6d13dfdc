import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Db, dialectOf } from '../database.ts'
import type { AuditTable } from '../tables/identity.ts'

/**
 * Where a reader of the audit trail is. PostgreSQL counts ids up before it commits: a reader by id would miss
 * what commits late. So it reads by transaction, and only those behind which none is open any more.
 */
export interface AuditPosition {
  readonly tx: string | null
  readonly id: number
}

export interface PlacedEntry extends Selectable<AuditTable> {
  readonly tx: string | null
}

const isPostgres = (db: Db) => dialectOf(db).name === 'postgres'

/** Before everything that is not committed; what is committed follows again while an older transaction is open. */
export async function auditEnd(db: Db): Promise<AuditPosition> {
  const { rows } = await (isPostgres(db)
    ? sql<AuditPosition>`select pg_snapshot_xmin(pg_current_snapshot())::text as tx, 0 as id`
    : sql<AuditPosition>`select null as tx, coalesce(max(id), 0) as id from audit`
  ).execute(db)
  const [end] = rows
  return { tx: end?.tx ?? null, id: Number(end?.id ?? 0) }
}

/** In the order in which transactions began to write; ids within. */
export async function auditAfter(
  db: Db,
  position: AuditPosition,
  limit: number,
): Promise<PlacedEntry[]> {
  const tx = isPostgres(db) ? sql`tx::text` : sql`null`
  const { rows } = await sql<PlacedEntry>`select ${tx} as tx, id, at, actor, organization, action,
      object_type, object_id, details, address, request_id
    from audit where ${isBehind(db, position)} ${isSettled(db)}
    order by ${inOrder(db)} limit ${sql.lit(limit)}`.execute(db)
  return rows
}

export interface Waiting {
  /** When the first entry happened that was not sent yet. */
  readonly since: number
  /** An open transaction keeps it from being sent. */
  readonly isHeld: boolean
}

export async function waitingAfter(db: Db, position: AuditPosition): Promise<Waiting | undefined> {
  const held = isPostgres(db)
    ? sql`(case when tx < pg_snapshot_xmin(pg_current_snapshot()) then 0 else 1 end)`
    : sql`0`
  const { rows } = await sql<{ at: number; held: number }>`select at, ${held} as held from audit
    where ${isBehind(db, position)} order by ${inOrder(db)} limit 1`.execute(db)
  const [first] = rows
  return first && { since: Number(first.at), isHeld: Number(first.held) === 1 }
}

const isBehind = (db: Db, { tx, id }: AuditPosition): RawBuilder<unknown> =>
  isPostgres(db)
    ? sql`(tx, id) > (cast(${tx ?? '0'} as xid8), cast(${id} as bigint))`
    : sql`id > ${id}`

const isSettled = (db: Db): RawBuilder<unknown> =>
  isPostgres(db)
    ? // guard (open = sql``): server/test/audit/order.test.ts
      sql`and tx < pg_snapshot_xmin(pg_current_snapshot())`
    : sql``

const inOrder = (db: Db): RawBuilder<unknown> =>
  // A bare name would be that of the result, which is text.
  isPostgres(db) ? sql`audit.tx, id` : sql`id`

/**
 * PostgreSQL counts transactions per cluster. Rows that came here by `pg_dump` carry numbers of another one, which may be
 * in the future here. Then all rows get the number of this transaction, and positions follow: what was not sent is sent,
 * some of it maybe twice. Answers whether that was so.
 */
export async function mendAuditOrder(
  db: Db,
  newStream: () => string,
  isWanted: (db: Db) => Promise<boolean> = hasForeignOrder,
): Promise<boolean> {
  if (!isPostgres(db) || !(await isWanted(db))) return false
  return db.transaction().execute(async (tx) => {
    await dialectOf(tx).lockMigrations(tx)
    if (!(await isWanted(tx))) return false
    const cursors = await tx
      .selectFrom('audit_cursors')
      .select(['sink', 'position_tx as tx', 'position_id as id'])
      .forUpdate()
      .execute()
    const firsts = new Map<string, number>()
    for (const cursor of cursors) {
      const { rows } = await sql<{ id: number | null }>`select coalesce(
        (select min(id) from audit where ${isBehind(tx, cursor)}) - 1,
        (select max(id) from audit), 0) as id`.execute(tx)
      firsts.set(cursor.sink, Number(rows[0]?.id ?? 0))
    }
    await sql`alter table audit drop column tx`.execute(tx)
    await sql`alter table audit add column tx xid8 not null default pg_current_xact_id()`.execute(
      tx,
    )
    await sql`create index audit_tx on audit (tx, id)`.execute(tx)
    const { rows } = await sql<{ tx: string }>`select pg_current_xact_id()::text as tx`.execute(tx)
    for (const [sink, position_id] of firsts)
      await tx
        .updateTable('audit_cursors')
        .set({ position_tx: rows[0]?.tx ?? null, position_id, stream: newStream() })
        .where('sink', '=', sink)
        .execute()
    return true
  })
}

async function hasForeignOrder(db: Db): Promise<boolean> {
  const { rows } = await sql<{ foreign: boolean }>`select exists (
      select 1 from audit where tx >= pg_snapshot_xmax(pg_current_snapshot())
      union all
      select 1 from audit_cursors
      where cast(position_tx as xid8) > pg_snapshot_xmax(pg_current_snapshot())
    ) as foreign`.execute(db)
  return rows[0]?.foreign === true
}
