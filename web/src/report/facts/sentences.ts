import { sentenceOf, type VerdictLevel } from '@assay/contract'
import { isRecord, levelOf, worstFirst } from '../../model/levels.ts'
import type { ReportParts } from '../report-parts.ts'
import type { Check } from './model.ts'
import { reading } from './reading.ts'

/**
 * What the report says, the worst first: its own sentences, else those made of its badges. The server
 * does the same for the value; an older report is no longer part of that.
 */
export function sentencesOf({ findings, taxonomies }: ReportParts): Check[] {
  const own = (isRecord(findings) ? reading(findings).records('findings') : []).flatMap((one) => {
    const at = reading(one)
    const said = at.text('explanation')?.trim() ?? ''
    return said === '' ? [] : [{ level: levelOf(at.text('level')), said }]
  })
  const all =
    own.length > 0
      ? own
      : taxonomies.flatMap((taxonomy) => {
          const said = sentenceOf(taxonomy)
          return said === '' ? [] : [{ level: taxonomy.level, said }]
        })
  const once = new Map(worstFirst(all).map((one) => [one.said, one]))
  return [...once.values()].map(({ level, said }) => ({
    level: isVerdict(level) ? level : 'none',
    title: said,
    note: '',
  }))
}

const isVerdict = (level: string): level is VerdictLevel =>
  level === 'malicious' || level === 'suspicious' || level === 'safe'
