import '../../shared/verdicts/mark-line.css'
import type { Decision, ValueDetail, ValueName } from '@assay/contract'
import { defangText } from '../../base/model/defang.ts'
import { dateAndHour, dateOnly } from '../../base/model/times.ts'
import { text } from '../../base/texts/index.ts'
import { VerdictMark } from '../../base/ui/verdict-mark.tsx'
import { DecisionButtons } from '../../shared/verdicts/decision-buttons.tsx'

interface MarkLineProps {
  subject: ValueName
  value: ValueDetail
}

/** Next to the verdict: whose decision it is, why, until when, and what analyzers say instead. */
export function MarkLine({ subject, value }: MarkLineProps) {
  const { decision } = value
  if (!decision) return null
  return (
    <section className="mark-line" data-verdict={decision.level} aria-label={text('mark.list')}>
      <div className="mark-line-what">
        <p>
          <b>{text(`verdict.${decision.level}`)}</b> {termOf(decision)}
        </p>
        <MarkQuote decision={decision} />
        {decision.contradicted && <p className="mark-line-odd">{text('mark.contradicted')}</p>}
      </div>
      <div className="mark-line-others">
        <span className="muted">{text('mark.analyzersSay')}</span>
        <VerdictMark level={value.analyzersLevel ?? null} isPlain />
      </div>
      <DecisionButtons subject={subject} decision={decision} isSmall />
    </section>
  )
}

/** Why the analyst decided, who that was, and when. */
export const MarkQuote = ({ decision }: { decision: Decision }) => (
  <p>
    {text('mark.quote', { reason: defangText(decision.reason) })}{' '}
    <span className="muted">
      {text('mark.by', { name: decision.by, at: dateAndHour(decision.at) })}
    </span>
  </p>
)

export function termOf({ expiresAt, caseId }: Decision) {
  const until =
    expiresAt === undefined
      ? text('mark.decided')
      : text('mark.decidedUntil', { date: dateOnly(expiresAt) })
  return caseId === undefined ? until : `${until}, ${text('mark.decidedHere')}`
}
