import { type Static, Type } from 'typebox'
import { empty, endpoint, list } from './endpoint.ts'
import { jobStatuses } from './job-statuses.ts'
import { entityKeys, object, Timestamp } from './values.ts'
import { ReasonSentence } from './verdicts.ts'

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
  data: Type.Optional(Type.Unknown({ description: 'Text; of a responder any JSON' })),
  attachment: Type.Optional(Attachment),
  tlp: Type.Integer(),
  pap: Type.Integer(),
  message: Type.String(),
  label: Type.Optional(Type.String()),
  date: Timestamp,
  startDate: Type.Optional(Timestamp),
  endDate: Type.Optional(Timestamp),
  errorMessage: Type.Optional(Type.String()),
  input: Type.Optional(Type.Unknown({ description: 'Of a Failure; secrets removed' })),
  runner: Type.Optional(
    Type.String({
      description: '`builtin`, `docker`, `process`, or `process-warm` when it was forked',
    }),
  ),
  fromCache: Type.Optional(Type.Boolean()),
  waitingFor: Type.Optional(
    Type.String({
      description:
        'Of a waiting job that no node can run now: what is missing, `a node with docker`',
    }),
  ),
  truncated: Type.Optional(
    Type.Array(Type.Enum(['data', 'input']), {
      description:
        'Only in lists: attributes of which just the first 8,192 characters are shown, or, where ' +
        'they are no text, nothing. The job itself has them whole.',
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
      Type.String({ description: 'Of a job that has not ended: its status' }),
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
        description: 'What it is to the observable, `name server`; only of built-in analyzers',
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
  summary: 'List jobs, newest first, deleted ones included',
  row: Job,
  input: {
    dataTypeFilter: Type.Optional(Type.String()),
    dataFilter: Type.Optional(Type.String()),
    analyzerFilter: Type.Optional(Type.String({ description: 'Id or name of the worker' })),
  },
})

export const searchJobs = list({
  method: 'POST',
  path: `${base}/_search`,
  roles: visible,
  effect: 'read',
  readOnly: true,
  resource,
  summary: 'Search jobs, newest first, without deleted ones',
  row: Job,
})

export const jobStatus = endpoint({
  method: 'POST',
  path: `${base}/status`,
  roles: visible,
  effect: 'follow',
  readOnly: true,
  resource,
  summary: 'Status of many jobs at once',
  input: object({ jobIds: Type.Optional(Type.Array(Type.String(), { maxItems: 10_000 })) }),
  output: Type.Record(Type.String(), Type.String()),
})

export const Taxonomy = object(
  {
    level: Type.String({ description: 'By the law info, safe, suspicious or malicious' }),
    namespace: Type.String(),
    predicate: Type.String(),
    value: Type.String(),
  },
  'Taxonomy',
)
export type Taxonomy = Static<typeof Taxonomy>

export const JobSummary = object(
  {
    taxonomies: Type.Array(Taxonomy, { description: 'The first 50, each text cut at 500' }),
    artifacts: Type.Optional(Type.Integer({ description: 'How many were found' })),
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
  summary: 'What the reports of many jobs say in short; jobs without such a report are left out',
  input: object({ jobIds: Type.Array(Type.String(), { maxItems: 200 }) }),
  output: Type.Record(Type.String(), JobSummary),
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
  summary: 'Wait for the end of a job, then as the report call',
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
  summary: 'What the analyzer found besides its report',
  params,
  row: Artifact,
})

export const SimilarFile = Type.Object({
  jobId: Type.String(),
  filename: Type.String(),
  sha256: Type.String(),
  size: Type.Integer(),
  date: Type.Integer({ description: 'Milliseconds; the end of the job that looked at it' }),
  ssdeep: Type.Union([Type.Integer(), Type.Null()], { description: '100 is the same' }),
  tlsh: Type.Union([Type.Integer(), Type.Null()], { description: '0 is the same' }),
})

export const FollowedJob = object(
  {
    id: Type.String(),
    parentId: Type.String({ description: 'The job that found the file' }),
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
  summary:
    'Jobs about files that this job and those after it found (`follow_files`), at most 1,000',
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
  summary: 'Files of the organization that are alike to the one that the job looked at',
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

export const jobAsStix = exported('stix', 'The observable of a job and its artifacts as STIX 2.1')
export const jobAsMisp = exported('misp', 'The observable of a job and its artifacts for MISP')

export const deleteJob = empty({
  method: 'DELETE',
  path: `${base}/:id`,
  roles: visible,
  effect: 'write',
  resource,
  summary: 'Delete a job; a running one is stopped',
  params,
})
