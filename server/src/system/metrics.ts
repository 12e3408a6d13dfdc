import { createHash, timingSafeEqual, X509Certificate } from 'node:crypto'
import { readFile, statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WorkDue } from '../background/background.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../domain/errors.ts'
import { isLocalCall } from '../http/authenticate.ts'
import { type SinkState, sinkStates } from '../identity/audit-stream/trouble.ts'
import {
  backgroundEnded,
  backgroundSeconds,
  commitSeconds,
  type Family,
  jobSeconds,
  mcpRequests,
  mcpToolCalls,
  poolNumbers,
  renderMetrics,
  requestSeconds,
} from '../process/metrics.ts'
import { version } from '../process/version.ts'
import { type BudgetNumbers, budgetNumbers } from '../storage/rows/budget-numbers.ts'
import { lastBackup } from '../storage/rows/last-backup.ts'
import { type QueueNumbers, queueNumbers } from '../storage/rows/queue-numbers.ts'
import { watchBlobs } from './blob-status.ts'
import { blobTotals } from './blob-totals.ts'
import { gauge, processMetrics } from './process-metrics.ts'

/** Concurrent scrapes share one database query. */
const everyMs = 5_000
const limitMs = 3_000

/**
 * `GET /metrics` for Prometheus. It names organizations and analyzers, so it is for the operator: with
 * `metrics.token` for its bearer, otherwise for this machine alone.
 */
export function metricsRoute(
  http: FastifyInstance,
  deps: Deps,
  warmPython: () => WarmPrograms | undefined = () => undefined,
): void {
  const ofProcess = processMetrics()
  const ofDatabase = remembering(() => fromDatabase(deps))
  const ofFiles = fileMetrics(deps)
  const ofBlobs = blobTotals(deps)
  const ofCertificate = remembering(() => certificateMetrics(deps))
  http.get('/metrics', async (request, reply) => {
    requireMetricsAccess(request, deps.config.metrics.token)
    const families = [
      gauge('assay_info', 'Version.', [{ labels: { version }, value: 1 }]),
      ...ofProcess(),
      requestSeconds.family(),
      jobSeconds.family(),
      mcpRequests.family(),
      mcpToolCalls.family(),
      commitSeconds.family(),
      backgroundSeconds.family(),
      backgroundEnded.family(),
      backgroundRunning(deps),
      ...poolFamilies(),
      ...warmFamilies(warmPython()),
      ...(await ofFiles()),
      ...ofBlobs(),
      ...(await ofCertificate()),
      ...(await ofDatabase()),
    ]
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(renderMetrics(families))
  })
}

function requireMetricsAccess(request: FastifyRequest, token: string | undefined): void {
  if (token === undefined) {
    if (isLocalCall(request)) return
    throw new AppError(
      'AuthenticationError',
      'Remote access to /metrics requires metrics.token as a bearer token',
    )
  }
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  if (!timingSafeEqual(digest(given), digest(token)))
    throw new AppError('AuthenticationError', 'Send metrics.token as a bearer token')
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whatever the database does, the numbers of the process are shown; those of the database then not. */
async function fromDatabase({ db, clock, config, log, background }: Deps): Promise<Family[]> {
  const up = (value: 0 | 1) => gauge('assay_database_up', 'Whether the database is up.', value)
  try {
    const late = new Promise<never>((_resolve, reject) =>
      setTimeout(() => reject(new Error('late')), limitMs).unref(),
    )
    const now = clock.now()
    const asked = Promise.all([
      queueNumbers(db, now),
      background.due(now),
      lastBackup(db),
      budgetNumbers(db),
      sinkStates({ db, clock, config }),
    ])
    const [numbers, due, backupAt, budgets, sinks] = await Promise.race([asked, late])
    return [
      up(1),
      ...clusterFamilies(numbers, now),
      ...backgroundDue(due),
      ...backupFamilies(backupAt),
      ...budgetFamilies(budgets),
      ...sinkFamilies(sinks),
    ]
  } catch (err) {
    log.debug({ err }, 'failed to read metrics from the database')
    return [up(0)]
  }
}

function clusterFamilies(numbers: QueueNumbers, now: number): Family[] {
  const { depths, oldest, quotas, nodes, responses, sessions } = numbers
  const jobs = (status: string) =>
    depths
      .filter((row) => row.status === status)
      .map(({ organization, name, jobs: value }) => ({
        labels: { organization, analyzer: name },
        value,
      }))
  const running = jobs('InProgress')
  return [
    gauge('assay_queue_jobs', 'Waiting jobs, all nodes.', jobs('Waiting')),
    gauge(
      'assay_queue_depth',
      'Waiting jobs in total.',
      jobs('Waiting').reduce((sum, { value }) => sum + value, 0),
    ),
    gauge('assay_running_jobs', 'Running jobs, all nodes.', running),
    gauge(
      'assay_queue_oldest_seconds',
      'Age of the oldest waiting job.',
      oldest.map(({ organization, name, at }) => ({
        labels: { organization, analyzer: name },
        value: Math.max(0, (now - at) / 1000),
      })),
    ),
    gauge(
      'assay_quota_left_jobs',
      'Jobs left in the rate limit of an analyzer.',
      quotas.map(({ organization, name, left }) => ({
        labels: { organization, analyzer: name },
        value: left,
      })),
    ),
    gauge('assay_sessions', 'Active sessions.', sessions),
    gauge(
      'assay_responses_open',
      'Responses that wait for a user.',
      responses.map(({ organization, state, count }) => ({
        labels: { organization, state },
        value: Number(count),
      })),
    ),
    gauge(
      'assay_nodes',
      'Nodes with a recent heartbeat.',
      nodes.map((row) => ({ labels: { version: row.version }, value: row.nodes })),
    ),
    gauge('assay_slots', 'Job slots, all nodes.', sum(nodes, 'slots')),
  ]
}

function budgetFamilies(budgets: readonly BudgetNumbers[]): Family[] {
  if (budgets.length === 0) return []
  const labels = ({ organization, name: budget }: BudgetNumbers) => ({ organization, budget })
  return [
    gauge(
      'assay_budget_waiting_jobs',
      'Jobs waiting for a budget.',
      budgets.map((row) => ({ labels: labels(row), value: row.waiting })),
    ),
    gauge(
      'assay_budget_open',
      'Whether the provider of a budget accepts jobs (state open).',
      budgets.map((row) => ({ labels: labels(row), value: row.state === 'open' ? 1 : 0 })),
    ),
  ]
}

/** Those that other programs make are not known here. */
function sinkFamilies(sinks: readonly SinkState[]): Family[] {
  if (sinks.length === 0) return []
  const seconds = (of: (state: SinkState) => number) =>
    sinks.map((state) => ({ labels: { sink: state.sink }, value: of(state) / 1000 }))
  return [
    gauge(
      'assay_audit_sink_waiting_seconds',
      'Age of the oldest audit entry that was not sent.',
      seconds(({ waitingMs }) => waitingMs),
    ),
    gauge(
      'assay_audit_sink_still_seconds',
      'Time without progress while audit entries wait.',
      seconds(({ stillMs }) => stillMs),
    ),
  ]
}

const backupFamilies = (at: number | undefined): Family[] =>
  at === undefined
    ? []
    : [gauge('assay_backup_timestamp_seconds', 'Time of the last backup.', at / 1000)]

/** The one that this process serves; that of a proxy is the proxy's to watch. */
async function certificateMetrics({ config }: Deps): Promise<Family[]> {
  const { cert } = config.http.tls
  if (cert === undefined) return []
  try {
    const { validToDate } = new X509Certificate(await readFile(cert))
    const seconds = validToDate.getTime() / 1000
    return [
      gauge('assay_certificate_expires_timestamp_seconds', 'Expiry of http.tls.cert.', seconds),
    ]
  } catch {
    // The log says what is wrong with it; the previous one stays in use.
    return []
  }
}

const backgroundRunning = ({ background }: Deps) =>
  gauge(
    'assay_background_running',
    'Background tasks running in this process.',
    background.running().map(({ work, count }) => ({ labels: { work }, value: count })),
  )

const backgroundDue = (due: readonly WorkDue[]) => [
  gauge(
    'assay_background_due',
    'Due background tasks, all nodes; counted up to 10,000.',
    due.map(({ work, count }) => ({ labels: { work }, value: count })),
  ),
  gauge(
    'assay_background_oldest_due_seconds',
    'Time since the oldest task became due.',
    due.map(({ work, oldestSeconds }) => ({ labels: { work }, value: oldestSeconds })),
  ),
]

const sum = (nodes: QueueNumbers['nodes'], name: 'slots') =>
  nodes.reduce((total, row) => total + Number(row[name]), 0)

interface WarmPrograms {
  readonly programs: number
  readonly bytes: number
}

function warmFamilies(warm: WarmPrograms | undefined): Family[] {
  if (!warm) return []
  return [
    gauge('assay_warm_python_programs', 'Python programs kept warm for forking.', warm.programs),
    gauge('assay_warm_python_bytes', 'Memory of those programs.', warm.bytes),
  ]
}

function poolFamilies(): Family[] {
  const pools = poolNumbers()
  if (pools.length === 0) return []
  const samples = pools.flatMap(({ pool, total, idle, waiting }) =>
    Object.entries({ busy: total - idle, idle, waiting }).map(([state, value]) => ({
      labels: { pool, state },
      value,
    })),
  )
  return [
    gauge(
      'assay_database_pool',
      'Database connections of this process, and requests waiting for one.',
      samples,
    ),
  ]
}

/** The store, and the disk that the data folder is on. */
function fileMetrics(deps: Deps): () => Promise<Family[]> {
  const status = watchBlobs(deps)
  const folder = resolve(deps.config.data.dir)
  return async () => {
    const { store, available } = await status()
    const disk = await statfs(folder).catch(() => undefined)
    const up = [{ labels: { store }, value: available ? 1 : 0 }]
    return [
      gauge('assay_blob_store_up', 'Whether the file store is up.', up),
      ...(disk
        ? [
            gauge(
              'assay_data_free_bytes',
              'Free disk space for the data folder.',
              disk.bavail * disk.bsize,
            ),
            gauge(
              'assay_data_size_bytes',
              'Disk size for the data folder.',
              disk.blocks * disk.bsize,
            ),
          ]
        : []),
    ]
  }
}

function remembering<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined
  return () => {
    if (!last || performance.now() - last.at > everyMs)
      last = { at: performance.now(), answer: ask() }
    return last.answer
  }
}
