import type { Namespace } from '@assay/contract'
import { askerOf, type Caller, type Origin } from '../../domain/caller.ts'
import { notAllowed, notFound } from '../../domain/errors.ts'
import type { EngineWorker } from '../../domain/response/engine-answers.ts'
import { failedAnalysisReport } from '../../domain/response/reports.ts'
import { StreamedFile } from '../../storage/blobs/streamed-file.ts'
import { actorOf, type Writing, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import type { EngineCalls } from '../engines/calls.ts'
import { asRefusal, engineNotFound } from '../engines/refusals.ts'
import type { EngineServer } from '../engines/server.ts'
import { requireObservable, rootOf } from '../observables/store.ts'
import { findAlert } from '../parents/alert.ts'
import { findCase } from '../parents/case.ts'
import type { ObservableJobRow, ObservableRow } from '../rows.ts'
import type { NamedStart } from '../tracking/named-start.ts'
import { type StartKind, startJob } from '../tracking/start.ts'
import type { StartRequest } from '../tracking/starts.ts'
import { changeOpenAnalysis, insertAnalysis, namedAnalysis } from './store.ts'
import { eventDetails } from './views.ts'

export interface AnalysisInput {
  readonly analyzerId: string
  /** Name of the engine server; left out, the first that has the analyzer. */
  readonly engine: string | undefined
  readonly artifactId: string
  readonly parameters?: Record<string, unknown> | undefined
}

/** The steps of "analyze an observable", of a case or of an alert. */
export async function analyze(
  deps: PlatformDeps,
  caller: Caller,
  origin: Origin,
  namespace: Namespace,
  input: AnalysisInput,
  named?: NamedStart,
): Promise<ObservableJobRow> {
  const { organization } = caller
  // guard: server/test/platform/analyses.test.ts
  if (!caller.roles.includes('analyze')) throw notAllowed('Job creation not allowed')
  const observable = await requireObservable(deps.db, organization, input.artifactId)
  // Clients of TheHive 5 expect an analysis, and learn from it that its server does not exist.
  if (deps.config.platform.level === 5 && isUnknown(deps, organization, input))
    return await recordUnknown(deps, caller, origin, observable, input)
  const { engine, analyzer } = await chooseAnalyzer(deps, organization, namespace, input)
  const context = await contextOf(deps, observable)
  const request: StartRequest<AnalysisSubject> = {
    engine: engine.name,
    workerId: analyzer.id,
    asker: askerOf(caller),
    input: {
      ...context,
      dataType: observable.data_type,
      tlp: observable.tlp,
      parameters: { ...input.parameters, organisation: organization, user: caller.login },
      ...(observable.attachment_id === null && { data: observable.data ?? '' }),
    },
    ...(observable.attachment_id !== null && {
      file: {
        hash: observable.attachment_id,
        name: observable.attachment_name ?? observable.attachment_id,
        type: observable.attachment_type ?? 'application/octet-stream',
      },
    }),
    subject: {
      observableId: observable.id,
      rootId: rootOf(observable),
      analyzerId: input.analyzerId,
      analyzerName: analyzer.name,
    },
  }
  return await startJob(deps, { caller, origin }, analysisStarts(deps), engine, request, named)
}

interface AnalysisSubject {
  readonly observableId: string
  readonly rootId: string
  /** As it was asked for: by id or by name. */
  readonly analyzerId: string
  readonly analyzerName: string
}

/** How an analysis is started, and recorded. */
export const analysisStarts = (
  deps: PlatformDeps,
): StartKind<AnalysisSubject, ObservableJobRow> => ({
  name: 'analysis',
  worker: 'Analyzer',
  runsOnce: false,
  async run(_engine, calls, { workerId, input, file }) {
    if (!file) return await calls.runAnalyzer(workerId, input)
    // A file is sent while it is read; its part is called `data`, as engines know it.
    const blob = await deps.blobs.open(file.hash)
    if (!blob) throw notFound('Attachment', file.hash)
    const data = new StreamedFile(() => blob.stream, blob.size, file.name, file.type)
    // An engine that refuses at once leaves it unread.
    const close = () => void blob.stream.destroy()
    return await calls.runAnalyzer(workerId, { data, ...input }).finally(close)
  },
  find: namedAnalysis,
  async record(w, { request, job, columns }, failed) {
    const { observableId, rootId, analyzerName } = request.subject
    const started = await insertAnalysis(w, {
      observable_id: observableId,
      analyzer_id: job?.workerId ?? request.workerId,
      analyzer_name: job?.workerName ?? analyzerName,
      analyzer_definition: job?.workerDefinition ?? request.workerId,
      engine_id: request.engine,
      engine_job_id: job?.id ?? '',
      ...columns,
    })
    const row = failed === undefined ? started : await failAtOnce(w, started, failed)
    recordCreated(w, row, rootId)
    return row
  },
})

/** PAP is that of the case or alert around it; the number of the case goes along for people. */
export async function contextOf({ db }: PlatformDeps, row: ObservableRow) {
  if (row.case_id !== null) {
    const parent = await findCase(db, row.organization, row.case_id)
    if (parent) return { pap: parent.pap, message: String(parent.number) }
  }
  const alert = row.alert_id && (await findAlert(db, row.organization, row.alert_id))
  return alert ? { pap: alert.pap, message: alert.source_ref } : { pap: 2 }
}

interface Chosen {
  readonly engine: EngineServer
  readonly analyzer: EngineWorker
}

export async function chooseAnalyzer(
  { engines }: PlatformDeps,
  organization: string,
  namespace: Namespace,
  { engine: name, analyzerId }: AnalysisInput,
): Promise<Chosen> {
  if (name !== undefined) {
    const engine = engines.find(organization, name)
    if (!engine) throw engineNotFound(namespace, name)
    const calls = engine.as(organization)
    const analyzer = await analyzerOf(calls, analyzerId).catch((error: unknown) => {
      throw asRefusal(engine.name, 'Analyzer', analyzerId, error)
    })
    if (!analyzer) throw notFound('Analyzer', analyzerId)
    return { engine, analyzer }
  }
  for (const engine of engines.availableTo(organization)) {
    const analyzer = await analyzerOf(engine.as(organization), analyzerId).catch(() => undefined)
    if (analyzer) return { engine, analyzer }
  }
  throw notFound('Analyzer', analyzerId)
}

/** By id, and by name: clients of today's platform send either. */
export async function analyzerOf(
  calls: EngineCalls,
  idOrName: string,
): Promise<EngineWorker | undefined> {
  const known = await calls.worker('analyzer', idOrName)
  if (known) return known
  const named = await calls.searchWorkers('analyzer', { _field: 'name', _value: idOrName })
  return named.find(({ name }) => name === idOrName)
}

const isUnknown = ({ engines }: PlatformDeps, organization: string, { engine }: AnalysisInput) =>
  engine !== undefined && engines.find(organization, engine) === undefined

/** Ended before it began: no engine is asked. */
const recordUnknown = (
  deps: PlatformDeps,
  caller: Caller,
  origin: Origin,
  observable: ObservableRow,
  { analyzerId, engine = '' }: AnalysisInput,
): Promise<ObservableJobRow> =>
  write(deps, actorOf({ caller, origin }), async (w) => {
    const started = await insertAnalysis(w, {
      observable_id: observable.id,
      analyzer_id: analyzerId,
      analyzer_name: analyzerId,
      analyzer_definition: analyzerId,
      engine_id: engine,
      engine_job_id: '',
    })
    const row = await failAtOnce(w, started, `Cortex ${engine} not found`)
    recordCreated(w, row, rootOf(observable))
    return row
  })

/** Ended in the transaction that makes it. */
async function failAtOnce(
  w: Writing,
  { id }: ObservableJobRow,
  message: string,
): Promise<ObservableJobRow> {
  const row = await changeOpenAnalysis(w, id, {
    status: 'Failure',
    end_date: w.now,
    report: failedAnalysisReport(message),
    next_poll_at: null,
  })
  if (!row) throw new Error(`the analysis ${id} ended in the transaction that made it`)
  return row
}

function recordCreated(w: Writing, row: ObservableJobRow, rootId: string): void {
  w.record({
    operation: 'create',
    objectType: 'case_artifact_job',
    objectId: row.id,
    rootId,
    details: eventDetails(row),
  })
}
