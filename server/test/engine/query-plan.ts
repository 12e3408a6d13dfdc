import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode } from 'kysely'
import type { Db } from '../../src/storage/database.ts'

/** What the database is going to do, of the very statement that the function sends. */
export async function planOf(db: Db, send: (db: Db) => Promise<unknown>): Promise<string> {
  const nodes: RootOperationNode[] = []
  const listener: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await send(db.withPlugin(listener))
  const executor = db.getExecutor()
  const isSqlite = executor.adapter.constructor.name !== 'PostgresAdapter'
  const lines: string[] = []
  for (const node of nodes) {
    const { sql, parameters } = executor.compileQuery(node, createQueryId())
    const text = `explain ${isSqlite ? 'query plan ' : ''}${sql}`
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...parameters]))
    lines.push(...rows.map((row) => JSON.stringify(row)))
  }
  return lines.join('\n')
}
