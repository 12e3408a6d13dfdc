import type { ValueDetail, ValueRelations } from '@assay/contract'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { reasonLine } from '../../base/model/failures.ts'
import { saidHeadline } from '../../base/model/headline.ts'
import { markingOf } from '../../base/model/marking.ts'
import { said } from '../../base/model/said.ts'
import { typeName } from '../../base/model/type-name.ts'
import { labeled, text } from '../../base/texts/index.ts'
import { markdownTable, markdownText } from '../../shared/export/markdown.ts'
import { kindOf, shownNode } from '../../shared/relations/node-text.ts'
import { shownSubject } from './shown.ts'

/** Everything that the page shows, as the server sent it. */
export const valueJson = (value: ValueDetail, relations: ValueRelations | undefined) =>
  `${JSON.stringify({ ...value, relations }, null, 2)}\n`

/** `value-domain-examp1e-bank.test`: characters that every file system accepts. */
export const fileNameFor = ({ dataType, data, hash }: ValueDetail) =>
  `value-${dataType}-${(hash ?? data ?? '').replace(/[^\w.-]+/g, '_').slice(0, 60)}`

interface Marked {
  readonly tlp: number
  readonly pap: number
}

/** For tickets and mails: defanged, and nothing in it is markup. */
export function valueMarkdown(
  value: ValueDetail,
  relations: ValueRelations | undefined,
  { tlp, pap }: Marked,
): string {
  const { verdict, reasons, answers, sightings, changes } = value
  const word = text(verdict.level === null ? 'verdict.unasked' : `verdict.${verdict.level}`)
  const others = (relations?.nodes ?? []).filter(({ key }) => key !== relations?.center)
  const sections = [
    `# ${markdownText(shownSubject(value, value))}`,
    `TLP:${markingOf(tlp) ?? tlp} · PAP:${markingOf(pap) ?? pap} · ${markdownText(typeName(value.dataType))}`,
    `**${labeled(text('value.verdict'), word)}**`,
    markdownText(saidHeadline(value.headline)),
    ...(reasons.length === 0
      ? []
      : [
          reasons
            .map(
              (reason) =>
                `- **${text(`verdict.${reason.level}`)}** ${markdownText(said(reason))} (${markdownText(analyzerName(reason.analyzer))})`,
            )
            .join('\n'),
        ]),
    `## ${text('value.analyzersSay')}`,
    markdownTable(
      [text('value.analyzer'), text('value.verdict'), text('value.at')],
      answers.map(({ analyzer, level, at, failure }) => [
        analyzerName(analyzer),
        level === null
          ? failure
            ? reasonLine(failure.message)
            : text('verdict.unasked')
          : text(`verdict.${level}`),
        at === undefined ? '' : new Date(at).toISOString(),
      ]),
    ),
    ...(relations && others.length > 0
      ? [
          `## ${text('value.relations')}`,
          markdownTable(
            [text('value.type'), text('value.lookUp.observable'), text('value.relation')],
            others.map((node) => [
              typeName(node.dataType),
              shownNode(node),
              kindOf(relations, node),
            ]),
          ),
        ]
      : []),
    ...(sightings.length > 0
      ? [
          `## ${text('value.seenIn')}`,
          sightings
            .map(({ type, number, title }) =>
              markdownText(
                `${text(`value.${type}`)} ${number === undefined ? '' : `#${number} `}${title}`,
              ),
            )
            .map((line) => `- ${line}`)
            .join('\n'),
        ]
      : []),
    ...(changes.length > 0
      ? [
          `## ${text('value.moved')}`,
          changes
            .map(
              ({ at, from, to, analyzer }) =>
                `- ${labeled(
                  new Date(at).toISOString(),
                  `${from === undefined ? '' : `${text(`verdict.${from}`)} → `}${text(`verdict.${to}`)} (${markdownText(analyzerName(analyzer))})`,
                )}`,
            )
            .join('\n'),
        ]
      : []),
  ]
  return `${sections.join('\n\n')}\n`
}
