import type { CompiledQuery, DialectAdapter } from 'kysely'
import type { Db } from './database.ts'

type Value = string | number | bigint | null

/** Stands for a value while a statement is built; none of them ever reaches the database. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement that is built once and run with other values each time. Building and compiling takes
 * 30 to 60 µs, running the compiled text 15: worth it on the way of every request, and only there.
 */
export function prepared<V extends Record<keyof V, Value>, R>(
  build: (
    db: Db,
    slot: <K extends keyof V & string>(name: K) => V[K],
  ) => { compile(): CompiledQuery<R> },
) {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<R>>()

  return async (db: Db, values: V): Promise<R[]> => {
    const { adapter } = db.getExecutor()
    let query = compiled.get(adapter)
    if (!query) {
      // The slot has the type of its value only for the builder; here it becomes a parameter.
      query = build(db, (name) => new Slot(name) as never).compile()
      compiled.set(adapter, query)
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Slot ? values[value.name as keyof V] : value,
    )
    const { rows } = await db.executeQuery<R>({ ...query, parameters })
    return rows
  }
}
