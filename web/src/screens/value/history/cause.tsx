import type { RunCause, ValueRun } from '@assay/contract'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { defangText } from '../../../base/model/defang.ts'
import { dateAndHour, dateOnly } from '../../../base/model/times.ts'
import { counted, labeled, text } from '../../../base/texts/index.ts'
import { Icon, type IconName } from '../../../base/ui/icons.tsx'
import { ByRule } from '../../../shared/rules/by-rule.tsx'
import { kindOf } from '../../../shared/verdicts/marks.ts'

const icons: Readonly<Record<RunCause['kind'], IconName>> = {
  firstAnalysis: 'plus',
  listChanged: 'jobs',
  newVersion: 'catalogue',
  decision: 'user',
  newEvidence: 'search',
  reanalysis: 'refresh',
}

interface CauseProps {
  run: ValueRun
  /** As it is called in sentences. */
  shown: string
}

/** Why the verdict is what it is since then. */
export function Cause({ run, shown }: CauseProps) {
  const { cause } = run
  const word = text(`history.cause.${cause.kind}`)
  const rule = run.asked?.rule
  const detail = [detailOf(run, shown), rule ? '' : askedOf(run), countsOf(run)]
    .filter(Boolean)
    .join('; ')
  const isSentence = cause.list !== undefined || cause.version !== undefined || cause.decision
  return (
    <p className="history-cause">
      <Icon name={icons[cause.kind]} />
      <span>
        <b>{isSentence ? labeled(word, '').trimEnd() : word}</b>{' '}
        <span className="muted">
          {detail}
          {rule && detail !== '' && '; '}
          {rule && <ByRule rule={rule} />}
        </span>
      </span>
    </p>
  )
}

function detailOf({ cause, from, to, analyzersLevel }: ValueRun, shown: string): string {
  const { list, version, decision } = cause
  const stands =
    analyzersLevel !== undefined && from === to && !decision && cause.kind !== 'reanalysis'
      ? text('history.stillApplies')
      : ''
  if (list) {
    const said = text(`history.${list.source}.${list.change}`, {
      list: defangText(list.name),
      value: shown,
    })
    const others = list.others > 0 ? counted('history.moreLists', list.others) : ''
    const by =
      list.by === undefined
        ? ''
        : text('history.changedBy', { name: list.by, at: dateAndHour(list.at ?? 0) })
    return [[said, others].filter(Boolean).join(' '), by, stands].filter(Boolean).join('; ')
  }
  if (version) {
    const { analyzer, before, after } = version
    return [text('history.version', { analyzer: analyzerName(analyzer), before, after }), stands]
      .filter(Boolean)
      .join('; ')
  }
  return decision ? decisionLine(decision) : stands
}

function decisionLine(decision: NonNullable<RunCause['decision']>): string {
  const { step, by: name, expiresAt, endedBy, caseId } = decision
  const kind = text(`mark.kind.${kindOf(decision)}`).toLowerCase()
  const where = caseId === undefined ? '' : `, ${text('history.onlyHere')}`
  if (step === 'expired') return text('history.decisionExpired', { kind, name }) + where
  if (step === 'withdrawn')
    return endedBy === undefined || endedBy === name
      ? text('history.withdrawn', { kind, name }) + where
      : text('history.withdrawnBy', { kind, name, by: endedBy }) + where
  const said =
    expiresAt === undefined
      ? text('history.markedForever', { kind, name })
      : text('history.marked', { kind, name, date: dateOnly(expiresAt) })
  return `${said}${where}; ${text('mark.quote', { reason: defangText(decision.reason) })}`
}

/** The cause of a list names its author; who ran the analyzers then says less. */
function askedOf({ asked, cause }: ValueRun): string {
  if (!asked || cause.list) return ''
  const by = text(`history.by.${asked.as ?? 'person'}`, { name: asked.by })
  const { investigation } = asked
  if (!investigation) return by
  return `${by}, ${text('history.inInvestigation', { name: defangText(investigation.name) })}`
}

function countsOf({ analyzers, cause }: ValueRun): string {
  const failed = analyzers.filter(({ state }) => state === 'failed').length
  return [
    cause.kind === 'firstAnalysis' && counted('history.analyzers', analyzers.length),
    failed > 0 && counted('history.failedCount', failed),
  ]
    .filter(Boolean)
    .join(', ')
}
