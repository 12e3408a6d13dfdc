import type { Role } from '@assay/contract'
import type { Caller } from '../../domain/caller.ts'
import { AppError } from '../../domain/errors.ts'
import { findLogin } from '../../identity/users/store.ts'
import { repeat } from '../../repeat.ts'
import type { EngineDeps } from '../deps.ts'
import { submit } from '../jobs/submit.ts'
import { type DueWatch, lastAnswers, putBack, removeReadNews, takeDue } from './store.ts'

/** After a long pause of the server all of them are due: not everything at once. */
const maxAtOnce = 50
const day = 86_400_000
const newsKeptMs = 90 * day

/** Analyzes watched values again, where their watchers asked for it: of all processes one takes each. */
export function startRechecks(deps: EngineDeps, everyMs: number) {
  let nextSweep = 0
  return repeat(
    everyMs,
    async () => {
      await recheckDue(deps)
      const now = deps.clock.now()
      if (now < nextSweep) return
      nextSweep = now + day
      await removeReadNews(deps.db, now - newsKeptMs)
    },
    (err) => {
      if (!deps.stopping.aborted) deps.log.error({ err }, 'watched values were not analyzed again')
    },
  )
}

/** Answers how many were taken. */
export async function recheckDue(deps: EngineDeps): Promise<number> {
  for (let taken = 0; taken < maxAtOnce; taken += 1) {
    if (deps.stopping.aborted) return taken
    const watch = await takeDue(deps.db, deps.dialect, deps.clock.now())
    if (!watch) return taken
    const caller = await watcherOf(deps, watch)
    // Whoever may not ask now may again later: the watch stays.
    if (caller) await recheck(deps, caller, watch)
    await putBack(deps.db, watch, deps.clock.now())
  }
  return maxAtOnce
}

/** With the rights that the watcher has now. */
async function watcherOf({ db }: EngineDeps, watch: DueWatch): Promise<Caller | undefined> {
  const user = await findLogin(db, watch.login)
  if (user?.organization !== watch.organization) return undefined
  if (user.status !== 'Active' || user.organization_status !== 'Active') return undefined
  const roles = JSON.parse(user.roles) as Role[]
  if (!roles.includes('analyze')) return undefined
  return { login: user.login, organization: user.organization, roles, via: 'key' }
}

/**
 * Not forced: where an organization lets answers count for a month, its quota matters more, and a value
 * that several watch is asked about once.
 */
async function recheck(deps: EngineDeps, caller: Caller, watch: DueWatch): Promise<void> {
  const value =
    watch.is_file === 1
      ? { attachment: { hash: watch.data, name: watch.file_name ?? undefined } }
      : { data: watch.data }
  for (const { worker_id, data_type, tlp, pap, parameters } of await lastAnswers(deps.db, watch)) {
    const input = {
      dataType: data_type,
      ...value,
      ...(tlp === null ? {} : { tlp }),
      ...(pap === null ? {} : { pap }),
      parameters: parameters === null ? {} : JSON.parse(parameters),
      message: 'Analyzed again because the value is watched',
    }
    try {
      await submit(deps, caller, 'analyzer', worker_id, input)
    } catch (error) {
      // A rate that is used up, a file that is gone: the other analyzers are asked all the same.
      if (!(error instanceof AppError)) throw error
    }
  }
}
