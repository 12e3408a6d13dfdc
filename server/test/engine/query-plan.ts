import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode } from 'kysely'
import type { Db } from '../../src/storage/database.ts'
import type { Steps } from '../../src/storage/prepared.ts'

/** What the database is going to do, of the very statement that the function sends. */
export async function planOf(
  db: Db,
  send: (db: Db) => Promise<unknown> | Steps<unknown>,
): Promise<string> {
  const nodes: RootOperationNode[] = []
  const listener: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const sent = send(db.withPlugin(listener))
  const executor = db.getExecutor()
  const queries = 'next' in sent ? queriesOf(db, sent) : []
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
function queriesOf(db: Db, steps: Steps<unknown>): CompiledQuery[] {
  const queries: CompiledQuery[] = []
  for (let next = steps.next(); !next.done; next = steps.next([])) queries.push(next.value(db))
  return queries
}
