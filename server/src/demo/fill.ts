import type { Deps } from '../deps.ts'
import { fillAnswers } from '../engine/values/back-fill.ts'
import { markDemo } from '../identity/setup/demo-mark.ts'
import { openAnalyzers } from './analyzers.ts'
import { makeInvestigations } from './cases.ts'
import { day, makeChance } from './chance.ts'
import { saveInvestigation } from './investigation.ts'
import { pastJobs, storeJobs } from './jobs.ts'
import { atMoment, depsAt, type Past } from './past.ts'
import { makePeople } from './users.ts'
import { markNewsletter } from './verdicts.ts'
import { notifyWatcher, watchName } from './watches.ts'
import { enableAll, uploadLists } from './workers.ts'

const seed = 20_26

/** A month of work of a small team. The mark says until the end that it is not complete. */
export async function fillDemo(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const before = depsAt(deps, now - 32 * day)
  await markDemo(deps.db, 'filling')
  await makePeople(before)
  await watchName(before)
  const lists = await uploadLists(before)
  const workers = await enableAll(before, lists.now)
  const analyzers = await openAnalyzers(deps, lists)
  try {
    const makers = { chance: makeChance(seed), analyzers, workers, now }
    const past: Past = { ...makers, deps, at: atMoment(deps), jobs: [] }
    const lookedUp = await pastJobs(makers)
    await makeInvestigations(past)
    const jobs = [...lookedUp, ...past.jobs]
    await storeJobs(deps, jobs)
    await fillAnswers(deps)
    await notifyWatcher(deps)
    await markNewsletter(deps)
    await saveInvestigation(deps, jobs)
  } finally {
    await analyzers.close()
  }
  await markDemo(deps.db, 'filled')
}
