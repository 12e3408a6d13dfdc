import type { Reason, VerdictLevel } from '@assay/contract'
import {
  type CatalogueId,
  catalogue,
  type FindingParameters,
  fillSentence,
  inEnglish,
} from '@assay/contract/findings'

const isBad = (level: VerdictLevel) => level === 'malicious' || level === 'suspicious'

/**
 * Some call it benign and others bad: the worse wins, and the first reason says so. `reasons` are the most
 * convincing first; `levels` are what the analyzers said, one of each.
 */
export function disagreement(
  reasons: readonly Reason[],
  levels: readonly VerdictLevel[],
): Reason | undefined {
  const worst =
    reasons.find(({ level }) => level === 'malicious') ?? reasons.find(({ level }) => isBad(level))
  if (!worst) return undefined
  const listOf = (id: CatalogueId) => {
    const found = reasons.find((reason) => reason.id === id)?.parameters?.list
    return typeof found === 'string' ? found : undefined
  }
  const [allowed, blocked] = [listOf('lists.allowed'), listOf('lists.blocked')]
  const bad = levels.filter(isBad).length
  const safe = levels.filter((level) => level === 'safe').length
  if (allowed !== undefined && blocked !== undefined)
    return said(worst, 'verdict.allowed-yet-blocked', { allowed, blocked })
  if (allowed !== undefined && bad > 0)
    return said(worst, 'verdict.allowed-yet-bad', { allowed, bad })
  return safe > 0 && bad > 0 ? said(worst, 'verdict.disagree', { safe, bad }) : undefined
}

function said(worst: Reason, id: CatalogueId, parameters: FindingParameters): Reason {
  const { technique: _, ...rest } = worst
  const text = fillSentence(catalogue[id].sentence, parameters, inEnglish) ?? ''
  return { ...rest, text, id, parameters }
}
