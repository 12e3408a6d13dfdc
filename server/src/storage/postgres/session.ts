import pg from 'pg'

const direct = new WeakSet<pg.ClientBase>()

/**
 * Whether the connection ends at the database itself. Behind a pooler each transaction may run on
 * another one: session state must not be set or kept there.
 */
export const isDirect = (client: pg.ClientBase): boolean => direct.has(client)

/**
 * The process number that the driver got at the start; a pooler invents one. The types do not know it.
 */
export const processIdOf = (client: pg.ClientBase): number | undefined =>
  (client as { processID?: number }).processID

/**
 * The first statement on each connection asks which process answers it, and sets what holds for the
 * session only if that is the one the driver was told of. Not as parameters of the start: PgBouncer
 * refuses those it does not know.
 */
export async function beginSession(client: pg.ClientBase, statementMs: number): Promise<void> {
  const isOurs = `pg_backend_pid() = ${processIdOf(client) ?? 0}`
  const { rows } = await plainQuery.call(
    client,
    `select ${isOurs} as "isDirect", case when ${isOurs} then ${settings(statementMs)} end`,
  )
  if (rows[0]?.isDirect) direct.add(client)
}

/** Our statements are short: compiling one takes longer than running it. */
const settings = (statementMs: number) =>
  `set_config('jit', 'off', false) || set_config('statement_timeout', '${statementMs}', false)
    ${statementMs === 0 ? `|| ${endlessTransactions}` : ''}`

/** Of PostgreSQL 17 and newer. A migration or a backup takes as long as there are rows. */
const endlessTransactions = `coalesce((select set_config(name, '0', false) from pg_settings
  where name = 'transaction_timeout'), '')`

/** Of the driver itself: what our client counts are statements of callers. */
const plainQuery = pg.Client.prototype.query as unknown as (
  this: pg.ClientBase,
  text: string,
) => Promise<pg.QueryResult>
