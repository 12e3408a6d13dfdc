import { repeat } from '../../process/repeat.ts'
import type { EngineDeps } from '../deps.ts'
import type { JobEvent } from '../jobs/events.ts'
import { insertEvents, polledOrganizations, removeOld } from './store.ts'

const topic = 'stream'
/** Behind the messages of other processes: how long a stream made elsewhere may go unnoticed. */
const lookMs = 10_000
const looksPerRemoval = 6
/** What waits while the database is gone; beyond this the oldest are dropped. */
const maxPending = 10_000
const maxBatch = 500

export interface Recorder {
  /** From now on the events of this organization are recorded, in every process. */
  add(organization: string): void
  /** What was published here so far can be read. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/**
 * Records what happens to jobs, for clients that poll any process. Only what this process did
 * itself, only while a client polls, and in batches in the background: no job waits for it.
 */
export function startRecorder(deps: EngineDeps): Recorder {
  const { events, cluster, log } = deps
  let organizations: ReadonlySet<string> = new Set()
  /** Added since the look that is under way began, which may not see them. */
  let added = new Set<string>()
  let pending: JobEvent[] = []
  let writing: Promise<void> | undefined
  let looks = 0

  const note = (organization: string) => {
    added.add(organization)
    organizations = new Set([...organizations, organization])
  }
  const write = async () => {
    while (pending.length > 0) {
      const batch = pending.slice(0, maxBatch)
      await insertEvents(deps, batch)
      pending = pending.slice(batch.length)
    }
  }
  /** One at a time; what arrives during a write goes into the next. */
  const flush = () => {
    writing ??= write()
      .catch((err: unknown) => log.warn({ err }, 'failed to record stream events; will retry'))
      .finally(() => {
        writing = undefined
      })
    return writing
  }
  const look = async () => {
    added = new Set()
    const found = await polledOrganizations(deps)
    organizations = new Set([...found, ...added])
    if (pending.length > 0) void flush()
    looks += 1
    if (looks % looksPerRemoval === 0) await removeOld(deps)
  }
  const looking = repeat(lookMs, look, (err) => log.warn({ err }, 'failed to poll streams'))
  const subscriptions = [
    events.onOwn((event) => {
      if (!organizations.has(event.organization)) return
      if (pending.length >= maxPending) pending = pending.slice(-maxPending / 2)
      pending.push(event)
      void flush()
    }),
    cluster.onNotified(topic, note),
    cluster.onBack(looking.runNow),
  ]
  return {
    add(organization) {
      if (!organizations.has(organization)) cluster.notify(topic, organization)
      note(organization)
    },
    async settled() {
      await writing
      if (pending.length > 0) await flush()
    },
    async stop() {
      for (const end of subscriptions) end()
      await looking.stop()
      await flush()
    },
  }
}
