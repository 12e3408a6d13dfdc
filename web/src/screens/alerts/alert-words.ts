import { counted, text } from '../../base/texts/index.ts'
import { withReason } from './dismissals.ts'
import type { AlertFacts } from './facts.ts'
import { bestCase, totalOf, type VerdictCounts } from './next-step.ts'
import type { AlertRow } from './use-alert-list.ts'

const bad = ['malicious', 'suspicious'] as const

/** `2 of 4 values malicious` */
export function valuesLine(counts: VerdictCounts): string {
  const total = totalOf(counts)
  if (total === 0) return text('alerts.row.noValues')
  const level = bad.find((one) => counts[one] > 0)
  if (level) return counted(`alerts.row.${level}`, total, { bad: counts[level] })
  if (counts.unasked > 0) return counted('alerts.row.unasked', counts.unasked)
  if (counts.safe === total) return counted('alerts.row.safe', total)
  return counted('alerts.row.none', counts.none)
}

/** What the list says about an alert in one line, the most important first. */
export function alertLine(alert: AlertRow, facts: AlertFacts | undefined): string {
  const best = facts && bestCase(facts.similar)
  const like = best && best.case.status === 'Open' && alert.caseId === undefined
  return [
    decisionOf(alert),
    facts && valuesLine(facts.verdicts),
    like ? text('alerts.row.like', { number: String(best.case.number) }) : '',
    alert.source,
    alert.assignee === undefined ? '' : text('alerts.row.assignee', { login: alert.assignee }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** What became of it, and who decided. */
export function decisionOf(alert: AlertRow): string {
  if (alert.isGone) return text('alerts.row.deleted')
  const by = alert._updatedBy ?? ''
  if (alert.caseId !== undefined) {
    const number = String(alert.extraData.caseNumber ?? '')
    return text(alert.read ? 'alerts.row.inCase' : 'alerts.row.inCaseUpdated', { number, by })
  }
  return alert.read ? withReason(text('alerts.row.dismissed', { by }), alert) : ''
}

/** One that belongs to a case and was updated since waits again. */
export const isDecided = ({ isGone, read }: AlertRow) => isGone === true || read
