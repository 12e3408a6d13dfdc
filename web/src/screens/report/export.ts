import type { Job, JobWithReport } from '@assay/contract'
import { csvOf, defang } from '@assay/contract'
import { cut, defangText } from '../../base/model/defang.ts'
import { isRecord } from '../../base/model/levels.ts'
import { markingOf } from '../../base/model/marking.ts'
import { shownValue } from '../../base/model/observable.ts'
import { labeled, text } from '../../base/texts/index.ts'
import type { Found } from './artifacts/list.ts'
import { isScalar } from './findings/scalars.ts'
import { partsOfReport } from './report-parts.ts'

/** Everything, as the server sent it. */
export const jsonOf = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** `job-<id>-artifacts`: ids contain letters, digits and dashes. */
export const fileNameOf = ({ id }: Pick<Job, 'id'>, ending = '') =>
  `job-${id.replace(/[^\w-]/g, '_')}${ending}`

export function artifactsCsv(found: readonly Found[]): string {
  const lines = found.map(({ dataType, data, attachment, tlp, tags, messages }) =>
    [
      dataType,
      attachment ? attachment.name : defang(dataType, data ?? ''),
      attachment?.id ?? '',
      `TLP:${markingOf(tlp) ?? tlp}`,
      tags.join(' | '),
      messages.join(' | '),
    ].map(defangText),
  )
  const head = ['dataType', 'value', 'sha256', 'tlp', 'tags', 'message']
  return csvOf([head, ...lines])
}

const longestValue = 500
const maxLines = 2_000
const deepest = 8
const maxArtifacts = 1_000

/** For tickets and mails: defanged, and every value as code, so nothing in it is markup. */
export function markdownOf(job: JobWithReport, found: readonly Found[]): string {
  const { taxonomies, findings, operations, errorMessage } = partsOfReport(job.report)
  const lines = [
    `# ${labeled(job.workerName, code(shownValue(job)))}`,
    '',
    `TLP:${markingOf(job.tlp) ?? job.tlp} · PAP:${markingOf(job.pap) ?? job.pap}`,
    '',
    `- ${labeled(text('report.details.type'), code(job.dataType))}`,
    `- ${labeled(text('report.details.status'), job.status)}`,
    `- ${labeled(text('report.details.started'), new Date(job.startDate ?? job.createdAt).toISOString())}`,
    ...(job.endDate
      ? [`- ${labeled(text('report.details.ended'), new Date(job.endDate).toISOString())}`]
      : []),
    `- ${labeled(text('report.details.by'), code(job.createdBy))}`,
    `- ${labeled(text('report.details.id'), code(job.id))}`,
  ]
  if (errorMessage !== undefined)
    lines.push('', `## ${text('report.details.error')}`, '', code(errorMessage))
  if (taxonomies.length > 0) {
    lines.push('', `## ${text('report.verdict')}`, '')
    for (const { level, namespace, predicate, value } of taxonomies) {
      lines.push(`- **${level}** ${code(`${namespace}:${predicate}="${value}"`)}`)
    }
  }
  if (errorMessage === undefined)
    lines.push('', `## ${text('report.findings')}`, '', ...bullets(findings))
  if (operations.length > 0)
    lines.push('', `## ${text('report.operations')}`, '', ...bullets(operations))
  if (found.length > 0)
    lines.push('', `## ${text('report.part.found')}`, '', ...artifactTable(found))
  return `${lines.join('\n')}\n`
}

/** Nested lists, at most so many lines and levels; the rest is counted. */
function bullets(root: unknown): string[] {
  const lines: string[] = []
  let left = 0
  const walk = (name: string, value: unknown, depth: number) => {
    if (lines.length >= maxLines) {
      left += 1
      return
    }
    const start = `${'  '.repeat(depth)}- ${name}`
    if (isScalar(value)) lines.push(start + code(String(value)))
    else if (depth >= deepest) lines.push(`${start}${code('…')}`)
    else {
      lines.push(start.trimEnd())
      walkInside(value, depth + 1)
    }
  }
  const walkInside = (value: unknown, depth: number) => {
    if (Array.isArray(value)) for (const item of value) walk('', item, depth)
    else if (isRecord(value)) {
      for (const [key, item] of Object.entries(value)) walk(labeled(code(key), ''), item, depth)
    }
  }
  if (isScalar(root)) walk('', root, 0)
  else walkInside(root, 0)
  return left > 0 ? [...lines, `- … (${left})`] : lines
}

function artifactTable(found: readonly Found[]): string[] {
  const rows = found
    .slice(0, maxArtifacts)
    .map((artifact) =>
      [
        artifact.dataType,
        shownValue(artifact),
        artifact.tags.join(', '),
        artifact.messages.join('; '),
      ]
        .map((cell) => (cell === '' ? ' ' : code(cell).replaceAll('|', '\\|')))
        .join(' | '),
    )
  const left = found.length - rows.length
  return [
    `| ${(['type', 'value', 'tags', 'message'] as const).map((name) => text(`report.artifacts.${name}`)).join(' | ')} |`,
    '| --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
    ...(left > 0 ? ['', `… (${left})`] : []),
  ]
}

/** A piece of code in one line; as many backticks around it as it needs. */
function code(value: string): string {
  const short = cut(value, longestValue)
  const line =
    defangText(short).replace(/[\r\n\t]+/g, ' ') + (short.length < value.length ? '…' : '')
  const runs = line.match(/`+/g) ?? []
  const fence = '`'.repeat(1 + Math.max(0, ...runs.map((run) => run.length)))
  const needsRoom = line.startsWith('`') || line.endsWith('`') || line === ''
  return needsRoom ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`
}
