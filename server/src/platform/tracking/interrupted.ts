import type { Item, Work } from '../../background/work.ts'
import { isGivenUp, nextRetryMs } from '../../domain/response/tracking-rules.ts'
import { dueOrganizations, dueRows } from '../../storage/rows/due.ts'
import type { PlatformDeps } from '../deps.ts'
import { ask, leaseMs, recordFailure, recordJob, type StartKind, unknownFate } from './start.ts'
import { claimStarts, postponeStart, type Start } from './starts.ts'

const startsDue = { table: 'starting_jobs', at: 'due_at' } as const

interface Interrupted extends Item {
  readonly start: Start
}

// biome-ignore lint/suspicious/noExplicitAny: each kind knows what it stored
type AnyKind = StartKind<any, unknown>

/**
 * Starts whose process was killed between the row and the engine's answer, or whose engine gave no usable one. Those of
 * rules are not due: the step is repeated, or canceled with its rule.
 */
export function startsWork(
  deps: PlatformDeps,
  kinds: readonly AnyKind[],
  trackerWake: () => void,
): Work<Interrupted> {
  const { db } = deps
  return {
    name: 'starts',
    everyMs: 1_000,
    limits: { atOnce: 16, perOrganization: 4, timeoutMs: leaseMs - 15_000 },
    organizations: (walk) => dueOrganizations(db, startsDue, walk),
    due: (now) => dueRows(db, startsDue, now),
    claim: async (organization, { count, now }) =>
      (await claimStarts(deps, organization, { count, now, leaseMs })).map((start) => ({
        organization,
        start,
      })),
    async run({ start }) {
      const kind = kinds.find(({ name }) => name === start.kind)
      if (!kind) throw new Error(`unknown kind of start ${start.kind}`)
      const outcome = await takeUp(deps, kind, start)
      trackerWake()
      return outcome
    },
  }
}

async function takeUp(deps: PlatformDeps, kind: AnyKind, start: Start): Promise<'done' | 'later'> {
  const actor = {
    login: start.created_by,
    organization: start.organization,
    address: 'server',
    requestId: start.request_key,
  }
  const outcome = await ask(deps, kind, start)
  if (outcome.is === 'job') {
    await recordJob(deps, actor, kind, start, outcome.job)
    return 'done'
  }
  const { message } = outcome.error
  const isOwn = deps.engines.find(start.organization, start.engine_id)?.isOwn
  if (outcome.is === 'unknown' && kind.runsOnce && !isOwn) {
    await recordFailure(deps, actor, kind, start, unknownFate(message))
    return 'done'
  }
  const failures = start.failures + 1
  if (outcome.is === 'refused' || isGivenUp(failures)) {
    await recordFailure(deps, actor, kind, start, message)
    return 'done'
  }
  deps.log.warn({ engine: start.engine_id, failures, reason: message }, 'failed to start a job')
  const due_at = deps.clock.now() + nextRetryMs(failures)
  await postponeStart(deps.db, start, { due_at, failures })
  return 'later'
}
