import type { Deps } from '../deps.ts'
import type { Report } from '../domain/report.ts'
import { actorOf, type Writing, write } from '../platform/changes/write.ts'
import { filesOf, type NewObservable } from '../platform/observables/create.ts'
import { day } from './chance.ts'
import type { JobMakers, PastJob } from './jobs.ts'
import { demoCaller, demoOrigin } from './users.ts'

/** Acts as that person at that moment, through the regular functions. */
export type At = <T>(
  moment: number,
  login: 'analyst' | 'admin',
  work: (w: Writing) => Promise<T>,
  files?: readonly NewObservable[],
) => Promise<T>

export interface Past extends JobMakers {
  readonly deps: Deps
  readonly at: At
  /** Jobs that the cases have started; stored with the others. */
  readonly jobs: PastJob[]
}

export const depsAt = (deps: Deps, moment: number): Deps => ({
  ...deps,
  clock: { ...deps.clock, now: () => moment },
})

export const atMoment =
  (deps: Deps): At =>
  (moment, login, work, files = []) =>
    write(
      depsAt(deps, moment),
      actorOf({ caller: demoCaller(login), origin: demoOrigin }),
      work,
      filesOf(files),
    )

export const daysBefore = (now: number, days: number) => Math.round(now - days * day)

/** A report as an engine answers with it. */
export const answerOf = (report: Report) =>
  report.status === 'Failure'
    ? { success: false, errorMessage: report.message }
    : {
        success: true,
        summary: JSON.parse(report.summary),
        full: JSON.parse(report.full),
        artifacts: report.artifacts,
        operations: JSON.parse(report.operations),
      }
