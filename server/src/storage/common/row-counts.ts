import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/**
 * How many rows of a table have the same values in some columns, kept by triggers in the transaction
 * of each change: no writer can forget it. The rows of one key add up; only their sum means anything.
 */
export interface RowCountsOf {
  readonly table: string
  readonly counts: string
  /** Text columns that are never null, the same names in both tables; the scope first. */
  readonly columns: readonly string[]
}

/** The two databases differ: see `docs/decisions/0010-counts.md`. */
export interface RowCounts {
  /** Makes the table and its triggers, and counts what is there. For migrations. */
  install(db: QueryExecutorProvider, of: RowCountsOf): Promise<void>
  /** Adds up the pending rows; readers see the same number before and after. */
  fold(db: QueryExecutorProvider, of: RowCountsOf): Promise<void>
}

type Executed = { execute(db: QueryExecutorProvider): Promise<unknown> }

const names = (columns: readonly string[], row?: string) =>
  sql.join(columns.map((column) => sql.ref(row === undefined ? column : `${row}.${column}`)))

const areEqual = (columns: readonly string[], left: string, right: string) =>
  sql.join(
    columns.map(
      (column) => sql`${sql.ref(`${left}.${column}`)} = ${sql.ref(`${right}.${column}`)}`,
    ),
    sql` and `,
  )

const isMoved = (columns: readonly string[]) => sql`not (${areEqual(columns, 'old', 'new')})`

const nameOf = ({ counts }: RowCountsOf, event: string) => sql.id(`${counts}_${event}`)

const filled = ({ table, counts, columns }: RowCountsOf): Executed => sql`
  insert into ${sql.id(counts)} (${names(columns)}, count)
  select ${names(columns)}, count(*) from ${sql.id(table)} group by ${names(columns)}`

const runAll = async (db: QueryExecutorProvider, statements: readonly Executed[]) => {
  for (const statement of statements) await statement.execute(db)
}

/** One writer at a time: a row per key, counted up and down in place. */
export const sqliteRowCounts: RowCounts = {
  async install(db, of) {
    const { table, counts, columns } = of
    const defined = sql.join(columns.map((column) => sql`${sql.id(column)} text not null`))
    const up = sql`insert into ${sql.id(counts)} (${names(columns)}, count)
      values (${names(columns, 'new')}, 1)
      on conflict do update set count = count + 1;`
    const down = sql`update ${sql.id(counts)} set count = count - 1
      where ${areEqual(columns, counts, 'old')};`
    const on = (event: string, when: RawBuilder<unknown>, body: RawBuilder<unknown>) =>
      sql`create trigger ${nameOf(of, event)} after ${when} begin ${body} end`
    await runAll(db, [
      sql`create table ${sql.id(counts)} (${defined}, count integer not null,
        primary key (${names(columns)})) strict, without rowid`,
      filled(of),
      on('insert', sql`insert on ${sql.id(table)}`, up),
      on('delete', sql`delete on ${sql.id(table)}`, down),
      on(
        'update',
        sql`update of ${names(columns)} on ${sql.id(table)} when ${isMoved(columns)}`,
        sql`${down} ${up}`,
      ),
    ])
  },
  async fold() {},
}

/**
 * Many writers: each change is a separate row, plus or minus one. Counting in place would make
 * every writer of the same key wait for the other's commit, and two writers of several keys in
 * different order would deadlock.
 */
export const postgresRowCounts: RowCounts = {
  async install(db, of) {
    const { table, counts, columns } = of
    const defined = sql.join(
      columns.map((column) => sql`${sql.id(column)} text collate "C" not null`),
    )
    const add = (row: 'new' | 'old', by: 1 | -1) =>
      sql`insert into ${sql.id(counts)} (${names(columns)}, count)
        values (${names(columns, row)}, ${sql.lit(by)});`
    const on = (
      event: string,
      when: RawBuilder<unknown>,
      body: RawBuilder<unknown>,
    ): Executed[] => [
      sql`create function ${nameOf(of, event)}() returns trigger language plpgsql as
        $$ begin ${body} return null; end $$`,
      sql`create trigger ${nameOf(of, event)} after ${when}
        execute function ${nameOf(of, event)}()`,
    ]
    const [scope] = columns
    await runAll(db, [
      sql`create table ${sql.id(counts)} (${defined}, count bigint not null)`,
      sql`create index ${sql.id(`${counts}_key`)} on ${sql.id(counts)} (${sql.id(scope ?? '')})`,
      filled(of),
      ...on('insert', sql`insert on ${sql.id(table)} for each row`, add('new', 1)),
      ...on('delete', sql`delete on ${sql.id(table)} for each row`, add('old', -1)),
      ...on(
        'update',
        sql`update of ${names(columns)} on ${sql.id(table)} for each row
          when (${isMoved(columns)})`,
        sql`${add('old', -1)} ${add('new', 1)}`,
      ),
    ])
  },

  /**
   * One statement replaces some rows with their sums, so a reader sees either. One process at a time
   * does it: two could deadlock. In portions: what piled up under a load would otherwise take longer
   * than a statement may, the next time even more.
   */
  async fold(db, { counts, columns }) {
    const table = sql.id(counts)
    for (let portion = 0; portion < maxPortions; portion += 1) {
      const { rows } = await sql<{ taken: number; left: number }>`
        with turn as materialized (select pg_try_advisory_xact_lock(${foldLock}) as is_ours),
        taken as (delete from ${table} where ctid = any (array(
            select ctid from ${table} where (select is_ours from turn) limit ${portionRows}))
          returning ${names(columns)}, count),
        summed as (insert into ${table} (${names(columns)}, count)
          select ${names(columns)}, sum(count) from taken
          group by ${names(columns)} having sum(count) <> 0 returning 1)
        select (select count(*) from taken) as taken, (select count(*) from summed) as left`.execute(
        db,
      )
      const [{ taken = 0, left = 0 } = {}] = rows
      // Less than a portion is all there is; and of one that holds only sums nothing becomes less.
      if (taken < portionRows || left === taken) return
    }
  },
}

const portionRows = 5_000
const maxPortions = 50

/** Distinct from the lock of the migrations; see `dialect.ts`. */
const foldLock = 0x61_73_73_61_7a
