import { postgresQueue } from './postgres.ts'
import type { Queue, QueueSource } from './queue.ts'
import { sqliteQueue } from './sqlite.ts'

/** The only place that chooses: no other code of the engine asks which database it is. */
export const openQueue = (source: QueueSource): Queue =>
  source.dialect.name === 'sqlite' ? sqliteQueue(source) : postgresQueue(source)
