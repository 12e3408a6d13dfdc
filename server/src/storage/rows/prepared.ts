import type { CompiledQuery, DialectAdapter } from 'kysely'
import { DatabaseUnavailable } from '../../domain/storage-trouble.ts'
import { addStanding } from '../common/standing-statements.ts'
import type { Db } from '../database.ts'
import { directOf } from '../sqlite/driver.ts'

type Value = string | number | bigint | null

/** Stands for a value while a statement is built; none of them ever reaches the database. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * What a transaction does, as a generator of statements: SQLite runs it to its end without giving
 * up the thread, PostgreSQL waits for each answer. See `transact`. Half the processor time of an
 * ordinary transaction, about a tenth of a submission: for what every job does, and only there.
 */
export type Steps<T> = Generator<(db: Db) => CompiledQuery, T, unknown[]>

export interface Prepared<V, R> {
  (db: Db, values: V): Promise<R[]>
  /** SQLite answers on the spot: the promises of Kysely's connection are about 15 % of a read. */
  now(db: Db, values: V): R[] | Promise<R[]>
  /** As a part of a transaction. */
  step(values: V): Steps<R[]>
}

/**
 * A statement that is built once and run with other values each time. Building and compiling takes
 * 30 to 60 µs, running the compiled text 5 to 15: worth it on the way of every request, and only
 * there.
 */
export function prepared<V extends Record<keyof V, Value>, R>(
  build: (
    db: Db,
    slot: <K extends keyof V & string>(name: K) => V[K],
  ) => { compile(): CompiledQuery<R> },
): Prepared<V, R> {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<R>>()

  const bind = (db: Db, values: V): CompiledQuery<R> => {
    const { adapter } = db.getExecutor()
    let query = compiled.get(adapter)
    if (!query) {
      // The slot has the type of its value only for the builder; here it becomes a parameter.
      query = build(db, (name) => new Slot(name) as never).compile()
      compiled.set(adapter, query)
      addStanding(query.sql)
    }
    const { sql, query: node, queryId } = query
    const parameters = query.parameters.map((value) =>
      value instanceof Slot ? values[value.name as keyof V] : value,
    )
    return { sql, query: node, queryId, parameters }
  }
  const run = async (db: Db, values: V): Promise<R[]> =>
    (await db.executeQuery<R>(bind(db, values))).rows

  return Object.assign(run, {
    now(db: Db, values: V) {
      const direct = db.isTransaction ? undefined : directOf(db.getExecutor().adapter)
      return direct ? direct.read<R>(bind(db, values)) : run(db, values)
    },
    *step(values: V): Steps<R[]> {
      return (yield (db) => bind(db, values)) as R[]
    },
  })
}

/** A statement that is built for this one time, as a part of a transaction. */
export function* built<R>(build: (db: Db) => { compile(): CompiledQuery<R> }): Steps<R[]> {
  return (yield (db) => build(db).compile()) as R[]
}

/** All steps count, or none; resolves when they are durable. Inside a transaction they join it. */
export function transact<T>(db: Db, steps: () => Steps<T>): Promise<T> {
  if (db.isTransaction) return runSteps(db, steps())
  const direct = directOf(db.getExecutor().adapter)
  if (!direct) return onceMore(() => db.transaction().execute((tx) => runSteps(tx, steps())))
  return direct.unit((run) => {
    const generator = steps()
    let next = generator.next()
    while (!next.done) next = generator.next(run(next.value(db)))
    return next.value
  })
}

/** Nothing of a transaction that was lost before its commit has happened: the steps begin again. */
export async function onceMore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable) || !error.isUndone) throw error
    return await work()
  }
}

/** An outage that ends comes back at most so often in one start. */
const maxRepeats = 10

/**
 * For a start: work that may happen twice is done again although an outage hides whether it happened. The
 * connections wait for the end of an outage as long as callers are patient, so the repeats need no pause.
 */
export async function repeatable<T>(work: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats += 1)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || repeats === maxRepeats) throw error
    }
}

async function runSteps<T>(db: Db, generator: Steps<T>): Promise<T> {
  let next = generator.next()
  while (!next.done) next = generator.next((await db.executeQuery(next.value(db))).rows)
  return next.value
}
