import { useRights } from '../../base/session/rights.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { verdictIcon } from '../../base/ui/verdict-mark.tsx'
import { withReason } from './dismissals.ts'
import type { AlertFacts } from './facts.ts'
import {
  bestCase,
  nextStep,
  sharedCount,
  totalOf,
  type VerdictCounts,
  worstOf,
} from './next-step.ts'
import type { AlertDetail } from './use-alert.ts'

/** How bad it is in one sentence, and the suggested next step. */
export function AnswerLine({ alert, facts }: { alert: AlertDetail; facts: AlertFacts }) {
  const { analyze } = useRights()
  const { verdicts } = facts
  const level = worstOf(verdicts)
  return (
    <p className="answer-line" data-verdict={level ?? 'unasked'}>
      <Icon name={verdictIcon(level)} />
      <span>
        <strong>{knownSentence(verdicts)}</strong>{' '}
        {isOpen(alert) ? analyze && nextSentence(facts) : decidedSentence(alert)}
      </span>
    </p>
  )
}

const isOpen = ({ read, caseId }: AlertDetail) => !read && caseId === undefined

function knownSentence(counts: VerdictCounts): string {
  const total = totalOf(counts)
  if (total === 0) return text('alerts.known.noValues')
  if (counts.malicious > 0) return counted('alerts.known.malicious', counts.malicious, { total })
  if (counts.suspicious > 0) return counted('alerts.known.suspicious', counts.suspicious, { total })
  if (counts.unasked === total) return counted('alerts.known.unasked', total)
  if (counts.safe === total) return counted('alerts.known.safe', total)
  return counted('alerts.known.none', total)
}

function nextSentence({ verdicts, similar }: AlertFacts): string {
  const best = bestCase(similar)
  const step = nextStep(verdicts, best)
  if (step !== 'merge' || !best) return text(`alerts.next.${step}`)
  return text('alerts.next.merge', {
    shared: counted('alerts.next.shared', sharedCount(best, totalOf(verdicts))),
    number: String(best.case.number),
  })
}

function decidedSentence(alert: AlertDetail): string {
  const { caseId, caseNumber, _updatedBy } = alert
  return caseId === undefined
    ? `${withReason(text('alerts.next.dismissed', { by: _updatedBy ?? '' }), alert)}.`
    : text('alerts.next.inCase', { number: String(caseNumber ?? '') })
}
