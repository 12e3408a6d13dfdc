import { closeSync, readFileSync } from 'node:fs'
import { maxProgressBytes, readProgress } from '../../domain/job-progress.ts'
import { redactJson, type SecretSearch } from '../../domain/secret-search.ts'
import type { EngineDeps } from '../deps.ts'
import type { ClaimedJob } from '../job-rows/claimed.ts'
import { removeProgress, saveProgress } from '../job-rows/progress.ts'
import { openPlainFile } from '../runners/folder.ts'

const lookMs = 5_000

interface Followed {
  readonly job: Pick<ClaimedJob, 'id' | 'organization'>
  /** The folder of the job. */
  readonly folder: string
  /** What must not be shown; made when there is something to search. */
  readonly search: () => SecretSearch
}

/**
 * Shows what a program writes to `output/progress.json` while it runs, at most every five seconds. Answers how to end
 * that, after which nothing is left of it.
 */
export function followProgress(
  deps: Pick<EngineDeps, 'clock' | 'db' | 'events' | 'log'>,
  followed: Followed,
  everyMs = lookMs,
) {
  const { job, folder, search } = followed
  let last: string | undefined
  let busy: Promise<void> | undefined
  let isStored = false

  async function look(): Promise<void> {
    const text = readPlain(folder)
    if (text === undefined || text === last) return
    last = text
    const progress = readProgress(redactJson(text, search()))
    if (!progress) return
    isStored = true
    await saveProgress(deps.db, job, JSON.stringify(progress), deps.clock.now())
    deps.events.publish({ jobId: job.id, organization: job.organization, status: 'InProgress' })
  }

  const timer = setInterval(() => {
    busy ??= look()
      // Progress is a comfort: without it the job runs as well.
      .catch((err: unknown) => deps.log.warn({ err, job: job.id }, 'failed to store progress'))
      .finally(() => {
        busy = undefined
      })
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await busy
    if (!isStored) return
    isStored = false
    await removeProgress(deps.db, job).catch((err: unknown) =>
      deps.log.warn({ err, job: job.id }, 'failed to remove progress'),
    )
  }
}

function readPlain(folder: string): string | undefined {
  const found = openPlainFile(folder, 'progress.json')
  if (!found) return undefined
  try {
    // guard (open = false): server/test/engine/progress.test.ts
    return found.size > maxProgressBytes ? undefined : readFileSync(found.fd, 'utf8')
  } finally {
    closeSync(found.fd)
  }
}
