import { contract, type Job, type JobDetail, type JobWithReport } from '@assay/contract'
import type { Criteria } from '../../domain/criteria.ts'
import type { WorkerType } from '../../domain/definition.ts'
import { notFound } from '../../domain/errors.ts'
import { parseListing } from '../../domain/listing.ts'
import { mispEvent, stixBundle } from '../../domain/report-exchange.ts'
import { taxonomiesOf } from '../../domain/report-summary.ts'
import { mapBatches, mapRows, type Rows } from '../../domain/rows.ts'
import { asParts, asStored } from '../../http/answer-forms.ts'
import type { Context, Route } from '../../http/route.ts'
import { audit } from '../../identity/audit/store.ts'
import type { ServicePurpose } from '../../identity/service-account.ts'
import { ruleOfJob } from '../../storage/rows/rule-credits.ts'
import { newsEvent } from '../../storage/rows/watch-news.ts'
import { isHeld, waitsOf } from '../budgets/waits.ts'
import type { EngineDeps } from '../deps.ts'
import { searchArtifacts } from '../job-rows/artifacts.ts'
import { followedBy } from '../job-rows/followed.ts'
import { progressOf } from '../job-rows/progress.ts'
import {
  type JobWithReportRow,
  reportAtOnce,
  reportSlices,
  summaryRows,
} from '../job-rows/report-store.ts'
import { findSimilarFiles } from '../job-rows/similar-files.ts'
import {
  deleteJob,
  type ListedJob,
  newestJobs,
  readJob,
  searchJobs,
  statusOfJobs,
  type VisibleJob,
} from '../job-rows/store.ts'
import { forgetJob } from '../values/forget.ts'
import { firstReason } from '../values/from-job.ts'
import { diffJobs } from './diff.ts'
import { exchangedJob } from './exchange.ts'
import { healthByWorker, judgedJobs } from './health.ts'
import { submit } from './submit.ts'
import {
  type Around,
  artifactView,
  jobDetailView,
  jobView,
  listedJobView,
  withReport,
  withReportSlices,
} from './views.ts'
import { hasEnded, waitForEnd } from './wait.ts'

export function jobRoutes(route: Route, deps: EngineDeps): void {
  const { db, dialect, clock, events, waitingFor } = deps
  const listed = ({ total, batches }: Rows<ListedJob>): Rows<Job> => ({
    total,
    batches: mapBatches(batches, async (rows) => {
      const waits = await waitsOf(deps, rows)
      return rows.map((row) => listedJobView(row, waitingFor, waits))
    }),
  })

  const run =
    (type: WorkerType) =>
    async ({ caller, params, input, requestKey }: Context<typeof contract.runAnalyzer>) => {
      const { job, fromCache } = await submit(deps, caller, type, params.id, input, requestKey)
      const waits = await waitsOf(deps, [job])
      return { ...jobView(job, waitingFor, waits), ...(fromCache ? { fromCache } : {}) }
    }
  route(contract.runAnalyzer, run('analyzer'))
  route(contract.runResponder, run('responder'))

  route(contract.listJobs, async ({ caller, input }) => {
    const listing = parseListing(input)
    const jobs = await searchJobs(db, dialect, caller.organization, listing, listFilters(input))
    return listed(jobs)
  })

  route(contract.searchJobs, async ({ caller, input }) => {
    const listing = parseListing(input)
    const jobs = await searchJobs(db, dialect, caller.organization, listing, [notDeleted])
    return listed(jobs)
  })

  route(contract.countJobs, ({ caller, input }) =>
    Promise.all(
      input.queries.map(async (query) => {
        const listing = parseListing({ query, range: '0-1' })
        return (await searchJobs(db, dialect, caller.organization, listing, [notDeleted])).total
      }),
    ),
  )

  route(contract.jobStatus, async ({ caller, input }) => {
    const ids = input.jobIds ?? []
    const found = await statusOfJobs(db, caller.organization, ids)
    return Object.fromEntries(ids.map((id) => [id, found.get(id) ?? 'NotFound']))
  })

  route(contract.jobSummaries, async ({ caller, input }) => {
    const rows = await summaryRows(db, caller.organization, input.jobIds)
    return Object.fromEntries(
      rows.flatMap(({ id, beginning, isWhole, artifacts }) => {
        const taxonomies = taxonomiesOf(beginning)
        return taxonomies
          ? [[id, { taxonomies, artifacts, ...firstReason(beginning, isWhole) }]]
          : []
      }),
    )
  })

  route(contract.workerHealth, async ({ caller, input }) =>
    healthByWorker(await newestJobs(db, caller.organization, input.type, judgedJobs)),
  )

  route(contract.getJob, ({ caller, params }) => {
    const job = readJob(db, caller.organization, params.id)
    return job instanceof Promise
      ? job.then((found) => jobDetail(found, params.id))
      : jobDetail(job, params.id)
  })

  route(contract.getReport, ({ caller, params }) => report(caller.organization, params.id))

  route(contract.waitReport, async (context) => {
    const { caller, params, input } = context
    let row: JobWithReportRow | undefined
    const read = async () => {
      row = await deps.jobQueue.read(caller.organization, params.id)
      return row?.status
    }
    await waitForEnd(deps, params.id, input.atMost ?? '1minute', context.signal, read)
    if (row && !hasEnded(row.status)) await read()
    return reportOf(row, params.id)
  })

  route(contract.listArtifacts, async ({ caller, params, input }) => {
    const listing = parseListing(input)
    return mapRows(
      await searchArtifacts(db, dialect, caller.organization, params.id, listing),
      artifactView,
    )
  })

  route(contract.similarFiles, async ({ caller, params }) => {
    const found = await findSimilarFiles(db, caller.organization, params.id)
    if (found) return found
    // A job without a file has none; one that does not exist is a different case.
    if (!(await readJob(db, caller.organization, params.id))) throw notFound('job', params.id)
    return []
  })

  route(contract.followedJobs, async ({ caller, params }) => {
    if (!(await readJob(db, caller.organization, params.id))) throw notFound('job', params.id)
    return followedBy(db, caller.organization, params.id)
  })

  route(contract.diffJobs, ({ caller, params }) =>
    diffJobs(db, caller.organization, params.id, params.other),
  )

  const exchanged = async (organization: string, id: string) => {
    const found = await exchangedJob(db, organization, id)
    if (!found) throw notFound('job', id)
    return found
  }
  route(contract.jobAsStix, async ({ caller, params }) =>
    stixBundle(await exchanged(caller.organization, params.id)),
  )
  route(contract.jobAsMisp, async ({ caller, params }) =>
    mispEvent(await exchanged(caller.organization, params.id)),
  )

  route(contract.deleteJob, async ({ caller, origin, params }) => {
    const now = clock.now()
    const { organization } = caller
    const notified = await db.transaction().execute(async (tx) => {
      const isDeleted = await deleteJob(tx, organization, params.id, caller.login, now)
      if (!isDeleted) throw notFound('job', params.id)
      const watchers = await forgetJob(tx, dialect, organization, params.id, now)
      await audit(tx, { login: caller.login, ...origin }, now, {
        action: 'job.delete',
        objectType: 'job',
        objectId: params.id,
        organization,
      })
      return watchers
    })
    events.publish({ jobId: params.id, organization, status: 'Deleted' })
    for (const one of notified) deps.bus.publish(newsEvent(one, now))
  })

  const jobDetail = (job: VisibleJob | undefined, id: string) => {
    if (!job) throw notFound('job', id)
    const stored = (around?: Around) =>
      asStored<JobDetail>(JSON.stringify(jobDetailView(job, waitingFor, around)))
    const isPlain = !isHeld(job) && !mayBeOfRule(job) && job.status !== 'InProgress'
    return isPlain ? stored() : aroundOf(job).then(stored)
  }

  async function aroundOf(job: VisibleJob): Promise<Around> {
    return {
      waits: await waitsOf(deps, [job]),
      progress: await progressOf(db, job),
      rule: mayBeOfRule(job) ? await ruleOfJob(db, job.organization, job.id) : undefined,
    }
  }

  async function report(organization: string, id: string): Promise<JobWithReport> {
    return reportOf(await deps.jobQueue.read(organization, id), id)
  }

  async function reportOf(row: JobWithReportRow | undefined, id: string): Promise<JobWithReport> {
    if (!row) throw notFound('job', id)
    const { report_body: body, report_bytes: bytes, ...job } = row
    const { organization } = job
    const around = await aroundOf(job)
    if (job.status === 'Success' && bytes !== null && bytes > reportAtOnce)
      return asParts(
        withReportSlices(job, reportSlices(db, dialect, organization, id, bytes), around),
      )
    return asStored<JobWithReport>(withReport(job, body, waitingFor, around))
  }
}

/** Rules start jobs through the platform; jobs of programs, which are read most, cost nothing more. */
const mayBeOfRule = ({ created_by }: VisibleJob) =>
  created_by === ('platform' satisfies ServicePurpose)

const notDeleted: Criteria = {
  kind: 'not',
  of: { kind: 'equals', field: 'status', value: 'Deleted' },
}

const equals = (field: string, value: string): Criteria => ({ kind: 'equals', field, value })

/** The three filters of the plain list, from before there was a search. */
function listFilters(input: {
  dataTypeFilter?: string
  dataFilter?: string
  analyzerFilter?: string
}): Criteria[] {
  const { dataTypeFilter, dataFilter, analyzerFilter } = input
  return [
    ...(dataTypeFilter ? [equals('dataType', dataTypeFilter)] : []),
    ...(dataFilter ? [equals('data', dataFilter)] : []),
    ...(analyzerFilter
      ? [
          {
            kind: 'or' as const,
            of: [equals('workerId', analyzerFilter), equals('workerName', analyzerFilter)],
          },
        ]
      : []),
  ]
}
