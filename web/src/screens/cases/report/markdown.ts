import { markingOf } from '../../../base/model/marking.ts'
import { shownValue } from '../../../base/model/observable.ts'
import { said } from '../../../base/model/said.ts'
import { dateAndTime } from '../../../base/model/times.ts'
import { typeName } from '../../../base/model/type-name.ts'
import { text } from '../../../base/texts/index.ts'
import { markdownTable, markdownText } from '../../../shared/export/markdown.ts'
import { severityName } from '../../../shared/response/marking-choices.ts'
import { neutralText } from '../../../shared/response/neutral-text.ts'
import { resolutionText, statusText } from '../case-marks.tsx'
import { type CaseReport, levels, type Part, valuesAt } from './data.ts'
import { bodyOf, entryText } from './entry-text.ts'
import { taskStatusText } from './words.ts'

/** The report as a file: the same parts in the same order, every value defanged. */
export function reportMarkdown(report: CaseReport, wanted: ReadonlySet<Part>): string {
  const { row } = report
  const marking = `TLP:${markingOf(row.tlp) ?? 'AMBER'}`
  const head = [
    `# #${row.number} ${markdownText(row.title)}`,
    '',
    [
      `**${marking}**`,
      `PAP:${markingOf(row.pap) ?? 'AMBER'}`,
      severityName(String(row.severity)),
      [statusText(row.status), resolutionText(row)].filter(Boolean).join(', '),
      `${text('cases.opened')} ${dateAndTime(row.startDate)}`,
      ...(row.endDate === undefined ? [] : [`${text('cases.closed')} ${dateAndTime(row.endDate)}`]),
    ].join(' · '),
    '',
  ]
  const sections: Record<Part, () => string[]> = {
    summary: () => [
      ...quoted(row.description),
      ...(row.summary
        ? ['', `### ${text('cases.story.conclusion')}`, '', ...quoted(row.summary)]
        : []),
    ],
    values: () => valueLines(report),
    techniques: () =>
      report.procedures.map(
        ({ patternId, patternName = patternId, tacticLabel }) =>
          `- ${patternId} ${markdownText(patternName)} (${markdownText(tacticLabel)})`,
      ),
    timeline: () => [
      ...(report.moreStory > 0
        ? [text('cases.report.older', { count: report.moreStory }), '']
        : []),
      ...report.story.flatMap((entry) => [
        `- ${dateAndTime(entry.at)}: ${markdownText(entryText(entry))}`,
        ...(bodyOf(entry) ? quoted(bodyOf(entry) ?? '').map((line) => `  ${line}`) : []),
      ]),
    ],
    tasks: () =>
      report.tasks.map(
        ({ title, status, assignee }) =>
          `- ${markdownText(title)}: ${taskStatusText(status)}${assignee ? `, ${markdownText(assignee)}` : ''}`,
      ),
    people: () => [report.people.map(markdownText).join(', ')],
  }
  const body = (Object.keys(sections) as Part[])
    .filter((part) => wanted.has(part))
    .flatMap((part) => {
      const lines = sections[part]()
      return [
        `## ${text(`cases.report.${part}`)}`,
        '',
        ...(lines.length === 0 ? [text('cases.report.nothing')] : lines),
        '',
      ]
    })
  return [...head, ...body, `${marking}`, ''].join('\n')
}

/** Markdown of people as a quotation: what it links to is defanged, and it cannot end the report. */
const quoted = (words: string) =>
  words.trim() === ''
    ? []
    : neutralText(words)
        .replace(/[<>]/g, (sign) => `\\${sign}`)
        .split('\n')
        .map((line) => `> ${line}`)

function valueLines({ values, moreValues }: CaseReport): string[] {
  return [
    ...levels.flatMap((level) => {
      const own = valuesAt(values, level)
      if (own.length === 0) return []
      return [
        `### ${text(level === null ? 'verdict.unasked' : `verdict.${level}`)} (${own.length})`,
        '',
        markdownTable(
          [text('cases.type'), text('cases.report.value'), text('cases.report.why')],
          own.map(({ observable, verdict }) => [
            typeName(observable.dataType),
            observable.ioc
              ? `${shownValue(observable)} ${text('response.ioc')}`
              : shownValue(observable),
            verdict?.reasons[0] ? said(verdict.reasons[0]) : '',
          ]),
        ),
      ]
    }),
    ...(moreValues > 0 ? [text('marks.more', { count: moreValues })] : []),
  ]
}
