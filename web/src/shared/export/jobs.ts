import { csvOf, defang, type Job, type JobWithReport } from '@assay/contract'
import { type Taxonomy, worstLevel } from '../../base/model/levels.ts'
import { markingOf } from '../../base/model/marking.ts'
import { plainValue } from '../../base/model/observable.ts'
import { markdownTable, markdownText } from './markdown.ts'

/** What the reports say in short, by job. */
export type Findings = ReadonlyMap<string, { readonly taxonomies: readonly Taxonomy[] }>

const written = ({ namespace, predicate, value }: Taxonomy) =>
  `${[namespace, predicate].filter(Boolean).join(':')}="${value}"`

const isoTime = (at: number | undefined) => (at === undefined ? '' : new Date(at).toISOString())

const said = (job: Job, findings: Findings): readonly Taxonomy[] =>
  findings.get(job.id)?.taxonomies ?? []

/** Of a failure what went wrong, else what was found. */
const resultOf = (job: Job, findings: Findings) =>
  job.status === 'Failure' ? (job.errorMessage ?? '') : said(job, findings).map(written).join(' ')

const csvHead = [
  'id',
  'status',
  'kind',
  'dataType',
  'data',
  'sha256',
  'worker',
  'level',
  'findings',
  'error',
  'tlp',
  'pap',
  'createdBy',
  'createdAt',
  'startDate',
  'endDate',
]

/** For spreadsheets and scripts: the values are the original ones. */
export function jobsToCsv(jobs: readonly Job[], findings: Findings): string {
  const rows = jobs.map((job) => [
    job.id,
    job.status,
    job.type,
    job.dataType,
    plainValue(job),
    job.attachment?.id ?? '',
    job.workerName,
    worstLevel(said(job, findings)) ?? '',
    said(job, findings).map(written).join(' '),
    job.errorMessage ?? '',
    job.tlp,
    job.pap,
    job.createdBy,
    isoTime(job.createdAt),
    isoTime(job.startDate),
    isoTime(job.endDate),
  ])
  return csvOf([csvHead, ...rows])
}

/** For tickets and mails: nothing in it can be clicked. */
export function jobsToMarkdown(jobs: readonly Job[], findings: Findings, title: string): string {
  const strictest = markingOf(Math.max(0, ...jobs.map(({ tlp }) => tlp)))
  const rows = jobs.map((job) => [
    job.status,
    job.dataType,
    defang(job.dataType, plainValue(job)),
    job.workerName,
    worstLevel(said(job, findings)) ?? '',
    resultOf(job, findings),
    `TLP:${markingOf(job.tlp) ?? job.tlp}`,
    isoTime(job.createdAt),
  ])
  const head = ['Status', 'Type', 'Observable', 'Worker', 'Level', 'Result', 'TLP', 'Created']
  return `# ${markdownText(title)}\n\nTLP:${strictest ?? ''}\n\n${markdownTable(head, rows)}`
}

/** Everything, reports included, for other programs. */
export const jobsToJson = (jobs: readonly JobWithReport[]) => `${JSON.stringify(jobs, null, 2)}\n`
