import { oneAtATime } from '../../process/repeat.ts'
import type { Database } from '../database.ts'
import { foreignMigration } from './migrate.ts'

const topic = 'schema'
const everyMs = 10_000

export interface SchemaWatch {
  /** Why this version cannot work on the tables as they are since another one has changed them. */
  problem(): string | undefined
  stop(): Promise<void>
}

/** Called after a migration: processes of earlier versions check at once. */
export const notifyMigration = ({ cluster }: Pick<Database, 'cluster'>) => cluster.notify(topic, '')

/**
 * Two versions may work on one database during an upgrade, until a migration removes what the older one
 * needs. That one then claims nothing more and says why, instead of failing in the middle of a job.
 */
export function watchSchema(
  database: Pick<Database, 'db' | 'cluster'>,
  version: string,
  log: { error(line: string): void; warn(facts: object, line: string): void },
): SchemaWatch {
  const { cluster } = database
  let problem: string | undefined
  const look = async () => {
    const foreign = await foreignMigration(database)
    if (foreign === undefined || problem !== undefined) return
    problem =
      `A newer version of Assay has changed the database (migration ${foreign}), and this one ` +
      `(${version}) cannot work with it. Stop this process and start the newer version.`
    log.error(problem)
  }
  const { run: lookNow, settled } = oneAtATime(look, (err) =>
    log.warn({ err }, 'failed to check the schema version'),
  )
  const timer = setInterval(lookNow, everyMs)
  const subscriptions = [cluster.onNotified(topic, lookNow), cluster.onBack(lookNow)]
  return {
    problem: () => problem,
    async stop() {
      clearInterval(timer)
      for (const end of subscriptions) end()
      await settled()
    },
  }
}
