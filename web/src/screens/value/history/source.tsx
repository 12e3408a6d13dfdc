import type { Decision, ValueDetail, ValueName, ValueRun } from '@assay/contract'
import { defangText } from '../../../base/model/defang.ts'
import { saidHeadline } from '../../../base/model/headline.ts'
import { dateAndHour } from '../../../base/model/times.ts'
import { text } from '../../../base/texts/index.ts'
import { Icon } from '../../../base/ui/icons.tsx'
import { VerdictMark, verdictIcon } from '../../../base/ui/verdict-mark.tsx'
import { DecisionButtons } from '../../../shared/verdicts/decision-buttons.tsx'
import { kindOf } from '../../../shared/verdicts/marks.ts'
import { MarkQuote, termOf } from '../mark-line.tsx'
import { isChange } from './runs.ts'
import { VerdictStrip } from './strip.tsx'

interface SourceProps {
  subject: ValueName
  value: ValueDetail
  chosen: readonly string[]
}

/** The verdict that counts, whose it is, and what analyzers say beside it. */
export function Source({ subject, value, chosen }: SourceProps) {
  const { decision, history, verdict, analyzersLevel } = value
  const expired = expiredOf(history.runs)
  return (
    <section
      className="panel history-source"
      data-verdict={verdict.level ?? 'unasked'}
      aria-label={text('value.verdict')}
    >
      <div className="history-source-head">
        <Icon name={verdictIcon(verdict.level)} />
        <div>
          <p>
            <b className="history-word">
              {text(verdict.level === null ? 'verdict.unasked' : `verdict.${verdict.level}`)}
            </b>{' '}
            <span className="muted">{sourceOf(value)}</span>
          </p>
          {decision ? <Reason decision={decision} /> : <p>{saidHeadline(value.headline)}</p>}
          {expired && <p className="history-expired">{expiredLine(expired)}</p>}
        </div>
        {decision && (
          <div className="history-others">
            <span className="muted">{text('mark.analyzersSay')}</span>
            <VerdictMark level={analyzersLevel ?? null} isPlain />
          </div>
        )}
        {decision && <DecisionButtons subject={subject} decision={decision} />}
      </div>
      {history.runs.length > 0 && <VerdictStrip runs={history.runs} chosen={chosen} isLarge />}
    </section>
  )
}

function sourceOf({ decision, history: { runs } }: ValueDetail): string {
  if (decision) return termOf(decision)
  const last = runs.find(isChange)
  return last ? text('history.byAnalyzers', { at: dateAndHour(last.at) }) : ''
}

const Reason = ({ decision }: { decision: Decision }) => (
  <>
    <MarkQuote decision={decision} />
    {decision.contradicted && <p className="history-odd">{text('mark.contradicted')}</p>}
  </>
)

/** The newest row about decisions, if it is that one expired. */
function expiredOf(runs: readonly ValueRun[]) {
  const last = runs.find(({ cause }) => cause.decision)
  return last?.cause.decision?.step === 'expired'
    ? { ...last.cause.decision, endedAt: last.at }
    : undefined
}

const expiredLine = (decision: Decision & { endedAt: number }) =>
  text('history.expired', {
    name: decision.by,
    at: dateAndHour(decision.endedAt),
    kind: text(`mark.kind.${kindOf(decision)}`).toLowerCase(),
    reason: defangText(decision.reason),
  })
