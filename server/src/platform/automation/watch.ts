import { maxWatches, type WatchEvery } from '@assay/contract'
import { type Said, said } from '../../domain/automation/sentences.ts'
import { type NamedValue, valueKey } from '../../domain/values/key.ts'
import { audit } from '../../identity/audit/store.ts'
import { findLogin } from '../../identity/users/store.ts'
import { transact } from '../../storage/rows/prepared.ts'
import { type Notified, notifyOfVerdict } from '../../storage/rows/watch-news.ts'
import { addWatch, countWatches, findWatch, type Watcher } from '../../storage/rows/watch-rows.ts'
import type { PlatformDeps } from '../deps.ts'
import { findObservable } from '../observables/store.ts'
import { findAlert } from '../parents/alert.ts'
import { findCase } from '../parents/case.ts'
import type { ObservableRow } from '../rows.ts'
import type { Performing, StepEnd } from './acting.ts'

/** As if each of these people had clicked on Watch; who may not, or watches enough, is named. */
export async function watch({ w, step, given }: Performing): Promise<StepEnd> {
  const row = await findObservable(w.tx, w.organization, step.target_id)
  if (!row) return skipped(said('reason.gone'))
  const people = await watchersOf({ w, given }, row)
  if (people.length === 0) return skipped(said('reason.nobody'))
  const every = given.every as WatchEvery | undefined
  const value = namedValue(row)
  const wanted = { value, key: valueKey(value), isFile: 'hash' in value }
  const filename = row.attachment_name ?? undefined
  const full: string[] = []
  const added: Notified[] = []
  for (const watcher of people) {
    if (await findWatch(w.tx, watcher, wanted.key)) continue
    if ((await countWatches(w.tx, watcher)) >= maxWatches) {
      full.push(watcher.login)
      continue
    }
    const made = await addWatch(w.tx, w.dialect, watcher, { wanted, filename, every }, w.now)
    if (!made.isNew) continue
    added.push({ ...watcher, watch_id: made.watch.id })
    await audit(w.tx, w.actor, w.now, {
      action: 'watch.create',
      objectType: 'watch',
      objectId: made.watch.id,
      organization: w.organization,
      details: { ...value, watcher: watcher.login, ruleRun: step.run_id },
    })
  }
  w.notifyWatchers(added)
  const reason = full.length > 0 ? fullReason(full) : undefined
  if (added.length === 0) return skipped(reason ?? said('reason.watched'))
  return { state: 'done', ...(reason && { reason }) }
}

const skipped = (reason: Said): StepEnd => ({ state: 'skipped', reason })

const fullReason = (people: readonly string[]) =>
  said('reason.watches', { people: [...people], count: maxWatches })

/** Active analysts of this organization. */
async function watchersOf(
  { w, given }: Pick<Performing, 'given' | 'w'>,
  row: ObservableRow,
): Promise<Watcher[]> {
  const logins = new Set<string>()
  for (const one of given.people as string[]) {
    const login = one === 'assignee' ? await assigneeOf({ w }, row) : one.toLowerCase()
    if (login) logins.add(login)
  }
  const found: Watcher[] = []
  for (const login of [...logins].sort()) {
    const user = await findLogin(w.tx, login)
    // guard: server/test/automation/rules-watch.test.ts
    if (user?.organization !== w.organization || user.status !== 'Active') continue
    // guard: server/test/automation/rules-watch.test.ts
    if (!(JSON.parse(user.roles) as string[]).includes('analyze')) continue
    found.push({ login: user.login, organization: w.organization })
  }
  return found
}

async function assigneeOf({ w }: Pick<Performing, 'w'>, { case_id, alert_id }: ObservableRow) {
  const around =
    case_id === null
      ? await findAlert(w.tx, w.organization, alert_id ?? '')
      : await findCase(w.tx, w.organization, case_id)
  return around?.assignee
}

const namedValue = ({ data_type, data, attachment_id }: ObservableRow): NamedValue =>
  attachment_id === null
    ? { dataType: data_type, data: data ?? '' }
    : { dataType: data_type, hash: attachment_id }

/** An answer that was stored in the same moment saw no watcher. */
export async function catchUp(
  { db, dialect, clock }: PlatformDeps,
  organization: string,
  targetId: string,
): Promise<void> {
  const row = await findObservable(db, organization, targetId)
  if (!row) return
  const seen = {
    organization,
    value_hash: valueKey(namedValue(row)),
    worker_name: null,
    job_id: null,
  }
  await transact(db, () => notifyOfVerdict(dialect, seen, clock.now()))
}
