import type { ReportFacts, ReportSection } from '../platform/reports.ts'
import {
  day,
  levelText,
  moment,
  type ReportWriting,
  reasonText,
  reportLines,
  shownValue,
  wordOf,
} from './lines.ts'
import { markdownTable, markdownText, quotedLines, writtenLine } from './markdown.ts'
import { type Block, blockLine, isBlock, isWord, type Word } from './placeholders.ts'
import { filled } from './texts.ts'

export type SectionText = Pick<ReportSection, 'title' | 'body' | 'lines'>

const marks = ['CLEAR', 'GREEN', 'AMBER', 'RED'] as const
export const tlpText = (tlp: number): string => `TLP:${marks[tlp] ?? 'AMBER'}`
const papText = (pap: number): string => `PAP:${marks[pap] ?? 'AMBER'}`

/**
 * The whole report as Markdown: people's words quoted, every observable defanged, and no heading without
 * anything below it.
 */
export function renderReport(
  sections: readonly SectionText[],
  facts: ReportFacts,
  writing: ReportWriting,
): string {
  const lines = sections.flatMap((section) => [
    ...(section.title.trim() === '' ? [] : [`## ${markdownText(section.title)}`, '']),
    ...filledLines(section, facts, writing),
    '',
  ])
  const text = withoutEmptyHeadings(lines)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return `${text}\n`
}

/** A section without its heading, as the editor previews it. */
export function filledLines(
  { body, lines }: SectionText,
  facts: ReportFacts,
  writing: ReportWriting,
): string[] {
  const wordsOf = words(facts, writing)
  return body.split('\n').flatMap((line) => {
    const [, name = ''] = blockLine.exec(line) ?? []
    if (isBlock(name)) return block(name, lines, facts, writing)
    return line
      .split(wholePlaceholder)
      .map((part) => {
        const [, word = ''] = onePlaceholder.exec(part) ?? []
        return isWord(word) ? markdownText(wordsOf[word]) : writtenLine(part)
      })
      .join('')
  })
}

const wholePlaceholder = /(\{\{\s*[a-z.]{1,40}\s*\}\})/
const onePlaceholder = /^\{\{\s*([a-z.]{1,40})\s*\}\}$/

function words(facts: ReportFacts, writing: ReportWriting): Record<Word, string> {
  const { case: row, organization, author, at } = facts
  const { texts } = writing
  return {
    'case.number': `#${row.number}`,
    'case.title': row.title,
    'case.severity': texts.severity[row.severity - 1] ?? String(row.severity),
    'case.status': wordOf(texts.status, row.status),
    'case.tlp': tlpText(row.tlp),
    'case.pap': papText(row.pap),
    'case.opened': day(row.openedAt, writing),
    'case.closed': row.closedAt === undefined ? '' : day(row.closedAt, writing),
    'case.assignee': row.assignee ?? '',
    organization,
    author,
    today: day(at, writing),
  }
}

const listed = (texts: readonly string[]) => texts.map((text) => `- ${markdownText(text)}`)

function block(
  name: Block,
  chosen: SectionText['lines'],
  facts: ReportFacts,
  writing: ReportWriting,
): string[] {
  const { texts } = writing
  const written = (entries: ReportFacts['timeline']) => reportLines(entries, chosen, writing)
  switch (name) {
    case 'case.description':
      return quotedLines(facts.case.description)
    case 'case.conclusion':
      return quotedLines(facts.case.conclusion)
    case 'values':
      return values(facts.observables, facts.moreObservables, writing)
    case 'values.malicious':
      return values(
        facts.observables.filter(({ level }) => level === 'malicious'),
        0,
        writing,
      )
    case 'values.suspicious':
      return values(
        facts.observables.filter(({ level }) => level === 'suspicious'),
        0,
        writing,
      )
    case 'values.iocs':
      return values(
        facts.observables.filter(({ ioc }) => ioc),
        0,
        writing,
      )
    case 'timeline':
      return [
        ...(facts.moreTimeline > 0 ? [filled(texts.older, { count: facts.moreTimeline }), ''] : []),
        ...written(facts.timeline)
          .filter(({ isShown }) => isShown)
          .map(({ at, text }) => `- ${markdownText(moment(at, writing))}: ${markdownText(text)}`),
      ]
    case 'techniques':
      return listed(
        facts.techniques.map(({ patternId, name, tactic }) => `${patternId} ${name} (${tactic})`),
      )
    case 'actions':
      return listed(
        written(
          facts.timeline.filter(
            ({ kind, status }) =>
              kind === 'action' ||
              (kind === 'task' && status !== 'started' && status !== 'cancelled'),
          ),
        ).map(({ text }) => text),
      )
    case 'tasks':
      return listed(
        facts.tasks.map(({ title, status, assignee }) =>
          [`${title}: ${wordOf(texts.task, status)}`, assignee].filter(Boolean).join(', '),
        ),
      )
    case 'comments':
      return facts.timeline.flatMap((entry) =>
        entry.kind === 'comment'
          ? [
              `${markdownText(entry.by ?? '')}, ${markdownText(moment(entry.at, writing))}:`,
              '',
              ...quotedLines(entry.message ?? ''),
              '',
            ]
          : [],
      )
    case 'people':
      return facts.people.length === 0 ? [] : [facts.people.map(markdownText).join(', ')]
  }
}

function values(rows: ReportFacts['observables'], more: number, writing: ReportWriting): string[] {
  const { texts } = writing
  if (rows.length === 0) return []
  const table = markdownTable(
    [texts.verdict, texts.observable, texts.type, texts.reason, texts.ioc],
    rows.map(({ level, dataType, shown, isFile, reason, ioc }) => [
      levelText(level, texts),
      shownValue(dataType, shown, isFile),
      writing.typeName(dataType),
      reason ? reasonText(reason, writing) : '',
      ioc ? texts.yes : '',
    ]),
  )
  return [
    ...table.trimEnd().split('\n'),
    ...(more > 0 ? ['', filled(texts.more, { count: more })] : []),
  ]
}

const heading = /^(#{1,6})\s/

/** Also that of a section whose text has yet to be written. */
export function withoutEmptyHeadings(lines: readonly string[]): string[] {
  const kept: string[] = []
  let isCode = false
  // From the end: what comes below a heading is known when it is reached.
  let below = 0
  let fences = lines.filter((line) => line.startsWith('```')).length
  for (const line of lines.toReversed()) {
    if (line.startsWith('```')) {
      fences -= 1
      isCode = fences % 2 === 1
    }
    const level = isCode ? 0 : (heading.exec(line)?.[1]?.length ?? 0)
    if (level === 0) {
      if (line.trim() !== '') below = 7
      kept.push(line)
    } else if (level < below) {
      kept.push(line)
      below = level
    }
  }
  return kept.toReversed()
}
