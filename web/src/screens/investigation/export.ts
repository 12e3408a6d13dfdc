import { csvOf, defang, type InvestigationDetail, type InvestigationValue } from '@assay/contract'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { defangSentence } from '../../base/model/defang.ts'
import { markingOf } from '../../base/model/marking.ts'
import { said } from '../../base/model/said.ts'
import { typeName } from '../../base/model/type-name.ts'
import { markdownTable, markdownText } from '../../shared/export/markdown.ts'
import { plainValueOf } from './shown.ts'

/** What is exported, and what the page leaves out of it: each export says so. */
export interface Exported {
  readonly investigation: InvestigationDetail
  readonly values: readonly InvestigationValue[]
  /** They were chosen one by one, not only left by a filter. */
  readonly isChosen?: boolean
}

const leftOut = ({ investigation, values }: Exported) => investigation.values.length - values.length

const head = [
  'verdict',
  'dataType',
  'value',
  'sha256',
  'headline',
  'reasons',
  'analyzers',
  'cases',
  'alerts',
  'checkedAt',
]

/** It may quote an address, which must not become a link in a table. */
const headlineOf = ({ headline }: InvestigationValue) =>
  headline === undefined ? '' : defangSentence(headline)

/** As many as one call answers for, and no more text than a request may have. */
const asked = { values: 200, characters: 500_000 }

/** Parts of the values that fit into one question each. */
export function* partsOf(values: readonly InvestigationValue[]): Generator<InvestigationValue[]> {
  let part: InvestigationValue[] = []
  let length = 0
  for (const value of values) {
    const own = value.data?.length ?? 0
    if (part.length === asked.values || (part.length > 0 && length + own > asked.characters)) {
      yield part
      part = []
      length = 0
    }
    part.push(value)
    length += own
  }
  if (part.length > 0) yield part
}

/** For spreadsheets: the values are the original ones, and none of them is a formula. */
export function toCsv(exported: Exported): string {
  const { investigation, values } = exported
  const jobsByKey = Map.groupBy(investigation.jobs, ({ key }) => key)
  const left = leftOut(exported)
  return csvOf([
    head,
    ...values.map((value) => [
      value.state,
      value.dataType,
      plainValueOf(value),
      value.hash ?? '',
      headlineOf(value),
      value.reasons.map(said).join(' '),
      (jobsByKey.get(value.key) ?? [])
        .map((job) => `${analyzerName(job.analyzer)}: ${job.level ?? job.status}`)
        .join('; '),
      value.cases.map(({ number }) => `#${number}`).join(' '),
      value.alerts,
      value.checkedAt === undefined ? '' : new Date(value.checkedAt).toISOString(),
    ]),
    ...(left > 0 ? [[`${left} of ${investigation.values.length} values are left out`]] : []),
  ])
}

export const toJson = (exported: Exported): string => {
  const { investigation, values } = exported
  const keys = new Set(values.map(({ key }) => key))
  return `${JSON.stringify(
    {
      ...investigation,
      leftOut: leftOut(exported),
      values,
      jobs: investigation.jobs.filter(({ key }) => keys.has(key)),
    },
    null,
    2,
  )}\n`
}

const groups = [
  ['malicious', 'Malicious'],
  ['suspicious', 'Suspicious'],
  ['failed', 'Failed'],
  ['running', 'Being analyzed'],
  ['safe', 'Harmless'],
  ['none', 'No verdict'],
  ['notApplicable', 'Not applicable'],
  ['notAnalyzed', 'Not analyzed'],
] as const

/** For tickets and mails: nothing in it can be clicked. */
export function toMarkdown(exported: Exported): string {
  const { investigation, values } = exported
  const { name, tlp, createdBy, createdAt } = investigation
  const left = leftOut(exported)
  const parts = groups.flatMap(([state, title]) => {
    const own = values.filter((value) => value.state === state)
    if (own.length === 0) return []
    const rows = own.map((value) => [
      typeName(value.dataType),
      value.data === undefined ? plainValueOf(value) : defang(value.dataType, value.data),
      headlineOf(value) || value.reasons.map(said).join(' '),
      value.cases.map(({ number }) => `#${number}`).join(' '),
    ])
    return [
      `## ${title} (${own.length})\n\n${markdownTable(['Type', 'Value', 'Why', 'Cases'], rows)}`,
    ]
  })
  return [
    `# ${markdownText(name)}\n`,
    `TLP:${markingOf(tlp) ?? tlp}, ${markdownText(createdBy)}, ${new Date(createdAt).toISOString()}\n`,
    ...parts,
    ...(left > 0 ? [`${left} of ${investigation.values.length} values are left out.\n`] : []),
  ].join('\n')
}

/**
 * How many values have no form in STIX: in addition to the others a bundle holds its author, notes and the
 * report.
 */
export function withoutStix(bundle: object, values: number): number {
  const all: { type?: unknown }[] =
    'objects' in bundle && Array.isArray(bundle.objects) ? bundle.objects : []
  const objects = all.filter(({ type }) => type !== 'note').length
  return Math.max(0, values - Math.max(0, objects - 2))
}
