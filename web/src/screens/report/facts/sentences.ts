import { badgeSentence, cleanText, type VerdictLevel } from '@assay/contract'
import { isRecord, levelOf, worstFirst } from '../../../base/model/levels.ts'
import { said, toldIn } from '../../../base/model/said.ts'
import type { ReportParts } from '../report-parts.ts'
import type { Check } from './model.ts'
import { reading } from './reading.ts'

/**
 * What the report says, the worst first: its own sentences, else those made of its badges. The server
 * does the same for the value; an older report is no longer part of that.
 */
export function sentencesOf({ findings, taxonomies }: ReportParts): Check[] {
  const own = (isRecord(findings) ? reading(findings).records('findings') : []).flatMap((one) => {
    const sentence = said(toldIn(one))
    return sentence === '' ? [] : [{ level: levelOf(reading(one).text('level')), sentence }]
  })
  const all =
    own.length > 0
      ? own
      : taxonomies.flatMap((taxonomy) => {
          const sentence = said(badgeSentence(taxonomy))
          return sentence === '' ? [] : [{ level: taxonomy.level, sentence }]
        })
  // Gaps come last and are never left out: without them a silent report would read as a clean one.
  const once = new Map([...worstFirst(all), ...gapsOf(findings)].map((one) => [one.sentence, one]))
  return [...once.values()].map(({ level, sentence }) => ({
    level: isVerdict(level) ? level : 'none',
    title: sentence,
    note: '',
  }))
}

const gapsOf = (findings: unknown) =>
  (isRecord(findings) ? reading(findings).texts('incomplete') : []).map((gap) => {
    const reason = cleanText(gap).slice(0, maxGap)
    const told = {
      id: 'verdict.not-examined',
      text: `Not examined: ${reason}`,
      parameters: { reason },
    }
    return { level: 'info', sentence: said(told) }
  })

const maxGap = 200

const isVerdict = (level: string): level is VerdictLevel =>
  level === 'malicious' || level === 'suspicious' || level === 'safe'
