import type { Role } from '@assay/contract'
import type { Working } from '../../background/background.ts'
import { startSweep } from '../../background/sweep.ts'
import type { Item, Work } from '../../background/work.ts'
import type { Caller } from '../../domain/caller.ts'
import { AppError } from '../../domain/errors.ts'
import { watchCause } from '../../domain/values/history-runs.ts'
import { findLogin } from '../../identity/users/store.ts'
import { forgetOldest } from '../../storage/rows/notices.ts'
import type { EngineDeps } from '../deps.ts'
import { submit } from '../jobs/submit.ts'
import {
  type DueWatch,
  lastAnswers,
  organizationsToRecheck,
  putBack,
  recheckDue,
  removeReadNews,
  takeDue,
} from './store.ts'

const hour = 3_600_000
const day = 24 * hour
const newsKeptMs = 90 * day

/** Analyzes watched values again, where their watchers requested it: each by one process. */
export function startRechecks(deps: EngineDeps, everyMs: number): Working {
  const { background, clock, db } = deps
  const rechecking = background.start(recheckWork(deps, everyMs))
  const sweeping = startSweep(background, {
    name: 'read news',
    everyMs: hour,
    async step() {
      await removeReadNews(db, clock.now() - newsKeptMs)
      await forgetOldest(db)
      return false
    },
  })
  return {
    wake: rechecking.wake,
    async stop() {
      await Promise.all([rechecking.stop(), sweeping.stop()])
    },
  }
}

interface DueRecheck extends Item {
  readonly watch: DueWatch
}

export function recheckWork(deps: EngineDeps, everyMs: number): Work<DueRecheck> {
  const { clock, db } = deps
  return {
    name: 'rechecks',
    everyMs,
    // After a long pause of the server all of them are due: not everything at once.
    limits: { atOnce: 8, perOrganization: 2, timeoutMs: 30_000, perLook: 50 },
    organizations: (walk) => organizationsToRecheck(db, walk),
    due: (now) => recheckDue(db, now),
    claim: async (organization, room) =>
      (await takeDue(db, organization, room)).map((watch) => ({ organization, watch })),
    async run({ watch }, signal) {
      const caller = await watcherOf(deps, watch)
      // An owner without the right now may get it back later: the watch stays.
      if (caller) await recheck(deps, caller, watch, signal)
      // What is left is done when the claim is over: what was asked lately is answered by the cache.
      if (signal.aborted) return 'later'
      await putBack(db, watch, clock.now())
      return 'done'
    },
  }
}

/** With the rights that the watcher has now. */
async function watcherOf({ db }: EngineDeps, watch: DueWatch): Promise<Caller | undefined> {
  const user = await findLogin(db, watch.login)
  if (user?.organization !== watch.organization) return undefined
  if (user.status !== 'Active' || user.organization_status !== 'Active') return undefined
  const roles = JSON.parse(user.roles) as Role[]
  if (!roles.includes('analyze')) return undefined
  const { login, organization } = user
  const asks = { login, kind: 'key', cause: watchCause(watch.id) } as const
  return { login, organization, roles, via: 'key', asks }
}

/**
 * Not forced: where an organization caches answers for a month, its quota matters more, and a value
 * with several watchers is analyzed once.
 */
async function recheck(
  deps: EngineDeps,
  caller: Caller,
  watch: DueWatch,
  signal: AbortSignal,
): Promise<void> {
  const value =
    watch.is_file === 1
      ? { attachment: { hash: watch.data, name: watch.file_name ?? undefined } }
      : { data: watch.data }
  for (const { worker_id, data_type, tlp, pap, parameters } of await lastAnswers(deps.db, watch)) {
    if (signal.aborted) return
    const input = {
      dataType: data_type,
      ...value,
      ...(tlp === null ? {} : { tlp }),
      ...(pap === null ? {} : { pap }),
      parameters: parameters === null ? {} : JSON.parse(parameters),
      message: 'Re-analyzed because the observable is watched',
    }
    try {
      await submit(deps, caller, 'analyzer', worker_id, input, undefined, { waits: true })
    } catch (error) {
      // A rate that is used up, a file that is gone: the other analyzers are asked all the same.
      if (!(error instanceof AppError)) throw error
    }
  }
}
