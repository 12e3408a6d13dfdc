import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode } from 'kysely'
import type { Db } from '../../src/storage/database.ts'
import type { Steps } from '../../src/storage/rows/prepared.ts'

/** The statements that are sent through `listening`. */
export function listenTo(db: Db) {
  const nodes: RootOperationNode[] = []
  const listener: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { nodes, listening: db.withPlugin(listener) }
}

/** What the database is going to do, of the very statement that the function sends. */
export async function planOf(
  db: Db,
  send: (db: Db) => Promise<unknown> | Steps<unknown>,
): Promise<string> {
  const { nodes, listening } = listenTo(db)
  const queries: CompiledQuery[] = []
  const sent = send(recording(listening, queries))
  const executor = db.getExecutor()
  if ('next' in sent) queries.push(...(await queriesOf(db, sent)))
  await sent
  queries.push(...nodes.map((node) => executor.compileQuery(node, createQueryId())))
  const isSqlite = executor.adapter.constructor.name !== 'PostgresAdapter'
  const lines: string[] = []
  for (const { sql, parameters } of queries) {
    const text = `explain ${isSqlite ? 'query plan ' : ''}${sql}`
    // A statement that is prepared once has slots where its values will be; any value will do.
    const values = parameters.map((value) => (typeof value === 'object' ? null : value))
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
    lines.push(...rows.map((row) => JSON.stringify(row)))
  }
  return lines.join('\n')
}

/** Prepared statements are built once, so their steps are asked instead of a listener. */
async function queriesOf(db: Db, steps: Steps<unknown>): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = []
  for (let next = steps.next(); !next.done; ) {
    const query = next.value(db)
    queries.push(query)
    next = steps.next((await db.executeQuery(query)).rows)
  }
  return queries
}

/** Statements that were compiled before pass every plugin by. */
const recording = (db: Db, queries: CompiledQuery[]): Db =>
  new Proxy(db, {
    get: (target, name) => {
      if (name === 'executeQuery')
        return (query: CompiledQuery) => {
          queries.push(query)
          return target.executeQuery(query)
        }
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
