import { type Static, Type } from 'typebox'
import { empty, endpoint, list } from './endpoint.ts'
import { jobStatuses } from './job-statuses.ts'
import { notApplicableKinds } from './not-applicable.ts'
import { RuleCredit } from './rule-credit.ts'
import { entityKeys, object, Timestamp } from './values.ts'
import { ReasonSentence } from './verdicts/index.ts'

const resource = 'job'
const base = '/api/job'
const visible = ['analyze', 'orgadmin'] as const
const params = Type.Object({ id: Type.String() })

export const JobStatus = Type.Enum([...jobStatuses])
export type JobStatus = (typeof jobStatuses)[number]

export const Attachment = object(
  {
    id: Type.String({ description: 'SHA-256' }),
    name: Type.String(),
    hashes: Type.Optional(Type.Array(Type.String(), { description: 'SHA-256, SHA-1, MD5' })),
    size: Type.Integer(),
    contentType: Type.String(),
  },
  'Attachment',
)
export type Attachment = Static<typeof Attachment>

/** Why a job with the status `Waiting` may not start yet, and when it probably will. */
export const JobWaits = object(
  {
    // No enum: generated clients would declare a constant with this reserved word as its name.
    for: Type.String({
      description:
        '`budget`, or `provider`: it reported its limit, is failing or rejects the credential',
    }),
    name: Type.String({ description: 'Name of the budget' }),
    startsAt: Type.Optional(
      Type.Integer({ description: 'Epoch milliseconds; missing if it cannot be foreseen' }),
    ),
    before: Type.Integer({ description: 'Jobs that wait for the same budget and start before it' }),
  },
  'JobWaits',
)
export type JobWaits = Static<typeof JobWaits>

export const Taxonomy = object(
  {
    level: Type.String({ description: 'By convention info, safe, suspicious or malicious' }),
    namespace: Type.String(),
    predicate: Type.String(),
    value: Type.String(),
  },
  'Taxonomy',
)
export type Taxonomy = Static<typeof Taxonomy>

/** How far a running job is, in the words of its program. */
export const JobProgress = object(
  {
    percent: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    text: Type.Optional(Type.String({ description: 'One line of at most 200 characters' })),
    badges: Type.Array(Taxonomy, {
      description: 'Found so far, at most 5; no verdict follows from them',
    }),
    at: Timestamp,
  },
  'JobProgress',
)
export type JobProgress = Static<typeof JobProgress>

const jobKeys = {
  ...entityKeys,
  organization: Type.String(),
  type: Type.Enum(['analyzer', 'responder']),
  workerId: Type.String(),
  workerName: Type.String(),
  workerDefinitionId: Type.String(),
  analyzerId: Type.String(),
  analyzerName: Type.String(),
  analyzerDefinitionId: Type.String(),
  status: JobStatus,
  dataType: Type.String(),
  data: Type.Optional(Type.Unknown({ description: 'Text; for responders any JSON' })),
  attachment: Type.Optional(Attachment),
  tlp: Type.Integer(),
  pap: Type.Integer(),
  message: Type.String(),
  label: Type.Optional(Type.String()),
  date: Timestamp,
  startDate: Type.Optional(Timestamp),
  endDate: Type.Optional(Timestamp),
  errorMessage: Type.Optional(Type.String()),
  notApplicable: Type.Optional(
    Type.Enum([...notApplicableKinds], {
      description:
        'Only for failures: the observable is not for this analyzer, such as a reserved address. Not counted as a failure',
    }),
  ),
  input: Type.Optional(Type.Unknown({ description: 'Only for failures; secrets removed' })),
  runner: Type.Optional(
    Type.String({
      description:
        '`builtin`, `docker`, `process`, or `process-warm` if forked from a preloaded process',
    }),
  ),
  fromCache: Type.Optional(Type.Boolean()),
  waitingFor: Type.Optional(
    Type.String({
      description:
        'If no node can run a waiting job now: what is missing, such as `a node with docker`',
    }),
  ),
  waits: Type.Optional(JobWaits),
  progress: Type.Optional(JobProgress),
  rule: Type.Optional({ ...RuleCredit, description: 'Not in lists' }),
  truncated: Type.Optional(
    Type.Array(Type.Enum(['data', 'input']), {
      description:
        'Only in lists: attributes cut to their first 8,192 characters or, if ' +
        'not text, left out. The job itself has them in full.',
    }),
  ),
}

export const Job = object(
  { ...jobKeys, parameters: Type.Object({}, { additionalProperties: true }) },
  'Job',
)
export type Job = Static<typeof Job>

/** The detail call shows `parameters` as text, by the law. */
export const JobDetail = object(
  { ...jobKeys, parameters: Type.String({ description: 'JSON text' }) },
  'JobDetail',
)
export type JobDetail = Static<typeof JobDetail>

export const JobWithReport = object(
  {
    ...Job.properties,
    report: Type.Union([
      Type.String({ description: 'Status of a job that has not finished' }),
      Type.Object({}, { additionalProperties: true }),
    ]),
  },
  'JobWithReport',
)
export type JobWithReport = Static<typeof JobWithReport>

export const Artifact = object(
  {
    ...entityKeys,
    dataType: Type.String(),
    data: Type.Optional(Type.String()),
    attachment: Type.Optional(Attachment),
    tlp: Type.Integer(),
    tags: Type.Array(Type.String()),
    message: Type.Optional(Type.String()),
    kind: Type.Optional(
      Type.String({
        description: 'Relation to the observable, such as `name server`; built-in analyzers only',
      }),
    ),
  },
  'Artifact',
)
export type Artifact = Static<typeof Artifact>

export const listJobs = list({
  method: 'GET',
  path: base,
  roles: visible,
  effect: 'read',
  readOnly: true,
  resource,
  summary: 'List jobs, newest first, including deleted ones',
  row: Job,
  input: {
    dataTypeFilter: Type.Optional(Type.String()),
    dataFilter: Type.Optional(Type.String()),
    analyzerFilter: Type.Optional(
      Type.String({ description: 'Id or name of the analyzer or responder' }),
    ),
  },
})

export const searchJobs = list({
  method: 'POST',
  path: `${base}/_search`,
  roles: visible,
  effect: 'read',
  readOnly: true,
  resource,
  summary: 'Search jobs, newest first, excluding deleted ones',
  row: Job,
})

export const jobStatus = endpoint({
  method: 'POST',
  path: `${base}/status`,
  roles: visible,
  effect: 'follow',
  readOnly: true,
  resource,
  summary: 'Get the status of several jobs',
  input: object({ jobIds: Type.Optional(Type.Array(Type.String(), { maxItems: 10_000 })) }),
  output: Type.Record(Type.String(), Type.String()),
})

export const JobSummary = object(
  {
    taxonomies: Type.Array(Taxonomy, {
      description: 'The first 50; each text cut at 500 characters',
    }),
    artifacts: Type.Optional(Type.Integer({ description: 'Number of artifacts found' })),
    reason: Type.Optional(ReasonSentence),
  },
  'JobSummary',
)
export type JobSummary = Static<typeof JobSummary>

export const jobSummaries = endpoint({
  method: 'POST',
  path: `${base}/summaries`,
  roles: visible,
  effect: 'read',
  readOnly: true,
  resource,
  summary: 'Get the short reports of several jobs; jobs without one are left out',
  input: object({ jobIds: Type.Array(Type.String(), { maxItems: 200 }) }),
  output: Type.Record(Type.String(), JobSummary),
})

export const jobOutcomes = ['success', 'failure', 'notApplicable', 'other'] as const
export type JobOutcome = (typeof jobOutcomes)[number]

export const WorkerHealth = object(
  {
    workerId: Type.String(),
    results: Type.Array(Type.Enum([...jobOutcomes]), {
      description:
        'Of its last jobs, at most 50, oldest first; `other` is a job that has not finished, and ' +
        '`notApplicable` one on an observable that is not for it',
    }),
    medianMs: Type.Optional(
      Type.Integer({ description: 'Median run time of these jobs; absent if none has run' }),
    ),
  },
  'WorkerHealth',
)
export type WorkerHealth = Static<typeof WorkerHealth>

export const workerHealth = endpoint({
  method: 'POST',
  path: `${base}/_health`,
  roles: visible,
  effect: 'read',
  readOnly: true,
  resource,
  summary: 'Get the latest job results per analyzer or responder, from the last 1,000 jobs',
  input: object({ type: Type.Enum(['analyzer', 'responder']) }),
  output: Type.Array(WorkerHealth),
})

/** A screen needs a few; each reads an index. */
export const maxJobCounts = 20

export const countJobs = endpoint({
  method: 'POST',
  path: `${base}/_count`,
  roles: visible,
  effect: 'read',
  readOnly: true,
  resource,
  summary: `Count the jobs that match each of up to ${maxJobCounts} queries, without deleted ones`,
  input: object({
    queries: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      minItems: 1,
      maxItems: maxJobCounts,
      description: 'Each as in a search',
    }),
  }),
  output: Type.Array(Type.Integer()),
})

export const getJob = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  roles: visible,
  effect: 'follow',
  readOnly: true,
  resource,
  summary: 'Read a job without its report',
  params,
  output: JobDetail,
})

export const getReport = endpoint({
  method: 'GET',
  path: `${base}/:id/report`,
  roles: visible,
  effect: 'follow',
  readOnly: true,
  resource,
  summary: 'Read a job with its report',
  params,
  output: JobWithReport,
})

export const waitReport = endpoint({
  method: 'GET',
  path: `${base}/:id/waitreport`,
  roles: visible,
  effect: 'follow',
  readOnly: true,
  resource,
  summary: 'Wait until a job ends, then respond like the report endpoint',
  params,
  input: object({
    atMost: Type.Optional(Type.String({ description: 'Such as `30second`', default: '1minute' })),
  }),
  output: JobWithReport,
})

export const listArtifacts = list({
  method: 'GET',
  path: `${base}/:id/artifacts`,
  roles: visible,
  effect: 'follow',
  readOnly: true,
  resource,
  summary: 'List the artifacts that the analyzer extracted',
  params,
  row: Artifact,
})

export const SimilarFile = Type.Object({
  jobId: Type.String(),
  filename: Type.String(),
  sha256: Type.String(),
  size: Type.Integer(),
  date: Type.Integer({ description: 'Epoch milliseconds; end of the job that analyzed it' }),
  ssdeep: Type.Union([Type.Integer(), Type.Null()], { description: '100 is the closest match' }),
  tlsh: Type.Union([Type.Integer(), Type.Null()], { description: '0 is the closest match' }),
})

export const FollowedJob = object(
  {
    id: Type.String(),
    parentId: Type.String({ description: 'Job that found the file' }),
    depth: Type.Integer(),
    analyzerName: Type.String(),
    filename: Type.String(),
    hash: Type.String({ description: 'SHA-256' }),
    status: JobStatus,
  },
  'FollowedJob',
)
export type FollowedJob = Static<typeof FollowedJob>

export const followedJobs = endpoint({
  method: 'GET',
  path: `${base}/:id/followed`,
  roles: visible,
  effect: 'follow',
  readOnly: true,
  resource,
  summary: 'List jobs on files that this job led to (`follow_files`), at most 1,000',
  params,
  output: Type.Array(FollowedJob),
})

export const similarFiles = endpoint({
  method: 'GET',
  path: `${base}/:id/similar`,
  roles: visible,
  effect: 'follow',
  readOnly: true,
  resource,
  summary: "List your organization's files similar to the one this job analyzed",
  params,
  output: Type.Array(SimilarFile),
})

const exported = (form: string, summary: string) =>
  endpoint({
    method: 'GET',
    path: `${base}/:id/${form}`,
    roles: visible,
    effect: 'follow',
    readOnly: true,
    resource,
    summary,
    params,
    output: Type.Record(Type.String(), Type.Unknown()),
  })

export const jobAsStix = exported(
  'stix',
  'Export the observable of a job and its artifacts as STIX 2.1',
)
export const jobAsMisp = exported(
  'misp',
  'Export the observable of a job and its artifacts for MISP',
)

export const deleteJob = empty({
  method: 'DELETE',
  path: `${base}/:id`,
  roles: visible,
  effect: 'write',
  resource,
  summary: 'Delete a job; a running one is stopped',
  params,
})
