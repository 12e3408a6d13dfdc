import type { InvestigationJob, InvestigationState, InvestigationValue } from '@assay/contract'
import { useState } from 'react'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { defangSentence } from '../../base/model/defang.ts'
import { reasonLine } from '../../base/model/failures.ts'
import { said } from '../../base/model/said.ts'
import { typeName } from '../../base/model/type-name.ts'
import { Link } from '../../base/routing/link.tsx'
import { counted, formatNumber, labeled, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Icon } from '../../base/ui/icons.tsx'
import { valuePath } from '../../base/ui/observable.tsx'
import { TypeChip } from '../../base/ui/type-chip.tsx'
import { failedJobs } from './failed.ts'
import { groupsOf } from './groups.ts'
import { shownValueOf, whereKnown } from './shown.ts'
import { stateIcons } from './tally.tsx'

/** More chips than that say nothing at a glance: they become a list. */
const maxChips = 60
/** Rows that are drawn before more are requested. */
const maxRows = 200

export interface VerdictViewProps {
  values: readonly InvestigationValue[]
  jobs: readonly InvestigationJob[]
  chosen: ReadonlySet<string>
  /** No selection without any action. */
  canChoose: boolean
  onToggle: (key: string) => void
  /** For users who may run analyzers again. */
  onTryAgain: ((jobs: readonly InvestigationJob[]) => void) | undefined
  /** Each with its reason, also those that else are packed together. */
  isLong?: boolean
}

/** The values in groups, those that need attention first. */
export function ByVerdict(props: VerdictViewProps) {
  const failedByKey = Map.groupBy(failedJobs(props.jobs), ({ key }) => key)
  return (
    <div className="panel inv-groups">
      {groupsOf(props.values).map(({ state, values }) => (
        <Group key={state} {...props} state={state} values={values} failedByKey={failedByKey} />
      ))}
    </div>
  )
}

const maxInline = 3

const isQuiet = (state: InvestigationState) =>
  ['none', 'safe', 'notApplicable', 'notAnalyzed'].includes(state)

interface GroupProps extends VerdictViewProps {
  state: InvestigationState
  failedByKey: ReadonlyMap<string, readonly InvestigationJob[]>
}

function Group(props: GroupProps) {
  const { state, values, failedByKey, onTryAgain } = props
  const [shown, setShown] = useState(maxRows)
  const outside = values.filter(({ cases }) => cases.length === 0).length
  const isBad = state === 'malicious' || state === 'suspicious'
  const isPacked = !props.isLong && isQuiet(state) && values.length <= maxChips
  // A few need no line of their own.
  const isInline = isPacked && values.length <= maxInline
  const chips = isPacked && <Chips {...props} />
  const failed = values.flatMap(({ key }) => failedByKey.get(key) ?? [])
  return (
    <section className="inv-group" data-state={state}>
      <div className="inv-group-head">
        <Icon name={stateIcons[state]} />
        <h2>{text(`investigation.state.${state}`)}</h2>
        <span className="inv-count">{formatNumber(values.length)}</span>
        {isBad && outside > 0 && (
          <span className="muted">{counted('investigation.outside', outside)}</span>
        )}
        {(state === 'none' || state === 'running' || state === 'safe') && (
          <span className="muted">{text(`investigation.about.${state}`)}</span>
        )}
        {isInline && chips}
        {state === 'failed' && onTryAgain && failed.length > 0 && (
          <Button size="small" icon="refresh" onClick={() => onTryAgain(failed)}>
            {text('investigation.tryAgain')}
          </Button>
        )}
      </div>
      {isPacked ? (
        !isInline && chips
      ) : (
        <ul className="inv-rows">
          {values.slice(0, shown).map((value) => (
            <Row
              key={value.key}
              value={value}
              failed={failedByKey.get(value.key) ?? []}
              canChoose={props.canChoose}
              isChosen={props.chosen.has(value.key)}
              onToggle={() => props.onToggle(value.key)}
            />
          ))}
        </ul>
      )}
      {!isPacked && values.length > shown && (
        <p className="inv-more">
          <Button size="small" onClick={() => setShown(shown + maxRows)}>
            {text('investigation.showMore', {
              count: formatNumber(Math.min(maxRows, values.length - shown)),
            })}
          </Button>
        </p>
      )}
    </section>
  )
}

const Chips = ({ values, chosen, failedByKey }: GroupProps) => (
  <ul className="inv-chips">
    {values.map((value) => {
      const failed = failedByKey.get(value.key) ?? []
      return (
        <li key={value.key} data-row={value.key} data-chosen={chosen.has(value.key) || undefined}>
          <Link to={valuePath(value)} className="inv-chip">
            <span className="muted">{typeName(value.dataType)}</span>{' '}
            <span className="value">{shownValueOf(value)}</span>
            {failed.length > 0 && (
              <span title={failedWords(failed)}>
                <Icon name="status-failure" />
                <span className="visually-hidden"> {failedWords(failed)}</span>
              </span>
            )}
            {chosen.has(value.key) && (
              <span className="visually-hidden"> {text('investigation.isChosen')}</span>
            )}
          </Link>
        </li>
      )
    })}
  </ul>
)

interface RowProps {
  value: InvestigationValue
  failed: readonly InvestigationJob[]
  canChoose: boolean
  isChosen: boolean
  onToggle: () => void
}

function Row({ value, failed, canChoose, isChosen, onToggle }: RowProps) {
  const shown = shownValueOf(value)
  return (
    <li className="inv-row" data-row={value.key} data-chosen={isChosen || undefined}>
      {canChoose && (
        <label className="tick">
          <input type="checkbox" checked={isChosen} onChange={onToggle} />
          <span className="visually-hidden">{text('investigation.choose', { value: shown })}</span>
        </label>
      )}
      <TypeChip type={value.dataType} />
      <Link to={valuePath(value)} className="value inv-value" title={shown}>
        {shown}
      </Link>
      <span className="inv-reason few-lines">{reasonOf(value, failed)}</span>
      <span className="inv-known">{whereKnown(value)}</span>
    </li>
  )
}

/** Why it is here, in one line. */
function reasonOf(value: InvestigationValue, failed: readonly InvestigationJob[]) {
  const { state, level, reasons } = value
  // A fact is no reason for what is bad.
  const own = reasons.filter((reason) => reason.level === level)
  const why = own.map(said).join('; ')
  if (state !== 'failed') return failed.length === 0 ? why : `${why} ${failedWords(failed)}`.trim()
  const [first] = failed
  return first
    ? labeled(
        analyzerName(first.analyzer),
        defangSentence(reasonLine(first.text ?? '')) || text('status.Failure'),
      )
    : why
}

const failedWords = (failed: readonly InvestigationJob[]) =>
  text('investigation.alsoFailed', {
    names: failed.map(({ analyzer }) => analyzerName(analyzer)).join(', '),
  })
