import { defangText } from '../../base/model/defang.ts'
import { shownValue } from '../../base/model/observable.ts'
import { said } from '../../base/model/said.ts'
import { fileSize } from '../../base/model/times.ts'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Count } from '../../base/ui/count.tsx'
import { Names } from '../../base/ui/names.tsx'
import { valuePath } from '../../base/ui/observable.tsx'
import { Answer } from '../../base/ui/states.tsx'
import { TypeChip } from '../../base/ui/type-chip.tsx'
import { VerdictMark } from '../../base/ui/verdict-mark.tsx'
import type { useAnalyzeValues } from '../cases/observables/use-analyze.ts'
import { KeyHint } from './key-hint.tsx'
import type { ShownValue, useAlertValues } from './use-alert-values.ts'

interface ValuesPanelProps {
  alertId: string
  found: ReturnType<typeof useAlertValues>
  /** For users who may analyze. */
  analysis: ReturnType<typeof useAnalyzeValues> | undefined
  isPrimary: boolean
  /** All that were read; next to a list only the first. */
  isWhole?: boolean
}

/** How many are shown next to the list; the whole alert has all of them. */
const maxShown = 8

/** What the alert is about, each with what is known of it, wherever that was found out. */
export function ValuesPanel(props: ValuesPanelProps) {
  const { alertId, found, analysis, isPrimary, isWhole } = props
  const { query, values, total } = found
  const shown = isWhole ? values : values.slice(0, maxShown)
  const more = isWhole ? 0 : (total ?? 0) - shown.length
  return (
    <section className="panel rows-panel">
      <ValuesHead found={found} analysis={analysis} isPrimary={isPrimary} />
      <Answer query={query}>
        {() => (
          <ul className="value-rows">
            {shown.map((value) => (
              <ValueRow key={value.observable._id} value={value} analysis={analysis} />
            ))}
            {values.length === 0 && <li className="muted">{text('alerts.noObservables')}</li>}
          </ul>
        )}
      </Answer>
      {more > 0 && (
        <p className="panel-foot">
          <Link to={path`/alerts/${alertId}`}>{counted('alerts.moreValues', more)}</Link>
        </p>
      )}
    </section>
  )
}

type ValuesHeadProps = Pick<ValuesPanelProps, 'found' | 'analysis' | 'isPrimary'>

export const ValuesHead = ({ found, analysis, isPrimary }: ValuesHeadProps) => (
  <div className="panel-head">
    <h2>
      {text('alerts.values')}{' '}
      <span className="tab-count">
        <Count of={found.total} />
      </span>
    </h2>
    {analysis && <AnalyzeAll values={found.values} analysis={analysis} isPrimary={isPrimary} />}
  </div>
)

interface AnalyzeAllProps {
  values: readonly ShownValue[]
  analysis: ReturnType<typeof useAnalyzeValues>
  isPrimary: boolean
}

/** Says what it costs before it is pressed. */
export function AnalyzeAll({ values, analysis, isPrimary }: AnalyzeAllProps) {
  const observables = values.map(({ observable }) => observable)
  const budget = analysis.budgetOf(observables)
  if (observables.length === 0) return null
  return (
    <div className="buttons">
      {budget > 0 && <span className="muted small">{counted('alerts.budget', budget)}</span>}
      <Button
        size="small"
        icon="play"
        kind={isPrimary ? 'primary' : 'plain'}
        busy={analysis.isBusy}
        unavailable={analysis.isReady && budget === 0 && text('alerts.noAnalyzer')}
        onClick={() => void analysis.run(observables)}
      >
        {text('alerts.analyzeAll')} <KeyHint name="A" />
      </Button>
    </div>
  )
}

interface ValueRowProps {
  value: ShownValue
  analysis: ReturnType<typeof useAnalyzeValues> | undefined
}

function ValueRow({ value: { observable, verdict }, analysis }: ValueRowProps) {
  const isUnasked = verdict?.level === null
  const [holder] = verdict?.cases ?? []
  const { attachment } = observable
  return (
    <li>
      <VerdictMark level={verdict?.level} checkedAt={verdict?.checkedAt} isPlain isShort />
      <TypeChip type={observable.dataType} />
      <span className="value-row-words">
        <Link to={valuePath(observable)} className="value">
          {attachment ? defangText(attachment.name) : shownValue(observable)}
        </Link>
        <span className="value-row-why few-lines">
          <Names in={whyOf({ observable, verdict })} />
        </span>
      </span>
      {holder && (
        <Link to={path`/cases/${holder.id}`} className="muted small">
          {text('alerts.inCase', { number: String(holder.number) })}
        </Link>
      )}
      {!holder && isUnasked && analysis && analysis.budgetOf([observable]) > 0 && (
        <Button size="small" busy={analysis.isBusy} onClick={() => void analysis.run([observable])}>
          {text('alerts.analyzeOne')}
          <span className="visually-hidden"> {shownValue(observable)}</span>
        </Button>
      )}
    </li>
  )
}

/** The first reason, or that there is none. */
function whyOf({ observable: { attachment }, verdict }: ShownValue): string {
  if (!verdict) return ''
  const [reason] = verdict.reasons
  if (reason) return said(reason)
  if (verdict.level !== null) return text(`verdict.${verdict.level}`)
  return attachment
    ? text('alerts.notYetOfSize', { size: fileSize(attachment.size) })
    : text('alerts.notYet')
}
