import type { Deps } from '../deps.ts'
import { wantedOf } from '../knowledge/values/named.ts'
import { transact } from '../storage/rows/prepared.ts'
import { notifyOfVerdict } from '../storage/rows/watch-news.ts'
import { addWatch } from '../storage/rows/watch-rows.ts'
import { demoOrganization } from './users.ts'

const watched = wantedOf({ dataType: 'domain', data: 'parcel-redelivery.test' })

/** The analyst keeps an eye on a name before anything is known about it. */
export async function watchName({ db, dialect, clock }: Deps): Promise<void> {
  const analyst = { login: 'analyst', organization: demoOrganization }
  const watch = { wanted: watched, filename: undefined, every: undefined }
  await db.transaction().execute((tx) => addWatch(tx, dialect, analyst, watch, clock.now()))
}

/** Past jobs notify no one: this is what the analyst would have been told by now. */
export async function notifyWatcher({ db, dialect, clock }: Deps): Promise<void> {
  const newest = await db
    .selectFrom('value_answers')
    .select(['worker_name', 'job_id', 'level_since'])
    .where('organization', '=', demoOrganization)
    .where('value_hash', '=', watched.key)
    .orderBy('level', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!newest) return
  const { worker_name, job_id, level_since } = newest
  const answer = { organization: demoOrganization, value_hash: watched.key, worker_name, job_id }
  await transact(db, () => notifyOfVerdict(dialect, answer, level_since ?? clock.now()))
}
