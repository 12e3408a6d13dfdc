import type { InvestigationJob, InvestigationState, InvestigationValue } from '@assay/contract'
import { useState } from 'react'
import { analyzerName } from '../model/analyzer-name.ts'
import { defangText } from '../model/defang.ts'
import { reasonLine } from '../model/failures.ts'
import { Link } from '../routing/link.tsx'
import { counted, formatNumber, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { valuePath } from '../ui/observable.tsx'
import { groupsOf } from './groups.ts'
import { shownValueOf, whereKnown } from './shown.ts'
import { stateIcons } from './tally.tsx'

/** More chips than that say nothing at a glance: they become a list. */
const maxChips = 60
/** Rows that are drawn before somebody asks for more. */
const maxRows = 200

export interface VerdictViewProps {
  values: readonly InvestigationValue[]
  jobs: readonly InvestigationJob[]
  chosen: ReadonlySet<string>
  /** Nobody chooses what they can do nothing with. */
  canChoose: boolean
  onToggle: (key: string) => void
  /** Of those who may ask anew. */
  onTryAgain: ((jobs: readonly InvestigationJob[]) => void) | undefined
}

/** The values in groups, what needs somebody first. */
export function ByVerdict(props: VerdictViewProps) {
  const failed = props.jobs.filter(({ status }) => status === 'Failure')
  const failedByKey = Map.groupBy(failed, ({ key }) => key)
  return (
    <div className="panel inv-groups">
      {groupsOf(props.values).map(({ state, values }) => (
        <Group key={state} {...props} state={state} values={values} failedByKey={failedByKey} />
      ))}
    </div>
  )
}

const maxInline = 3

const isPacked = (state: InvestigationState, count: number) =>
  ['none', 'safe', 'notAnalyzed'].includes(state) && count <= maxChips

interface GroupProps extends VerdictViewProps {
  state: InvestigationState
  failedByKey: ReadonlyMap<string, readonly InvestigationJob[]>
}

function Group(props: GroupProps) {
  const { state, values, failedByKey, onTryAgain } = props
  const [shown, setShown] = useState(maxRows)
  const outside = values.filter(({ cases }) => cases.length === 0).length
  const isBad = state === 'malicious' || state === 'suspicious'
  // A few need no line of their own.
  const isInline = isPacked(state, values.length) && values.length <= maxInline
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
        {isInline && <Chips values={values} />}
        {state === 'failed' && onTryAgain && failed.length > 0 && (
          <Button size="small" icon="refresh" onClick={() => onTryAgain(failed)}>
            {text('investigation.tryAgain')}
          </Button>
        )}
      </div>
      {isPacked(state, values.length) ? (
        !isInline && <Chips values={values} />
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
      {!isPacked(state, values.length) && values.length > shown && (
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

const Chips = ({ values }: { values: readonly InvestigationValue[] }) => (
  <ul className="inv-chips">
    {values.map((value) => (
      <li key={value.key}>
        <Link to={valuePath(value)} className="inv-chip">
          <span className="muted">{value.dataType}</span>{' '}
          <span className="value">{shownValueOf(value)}</span>
        </Link>
      </li>
    ))}
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
      <span className="type-chip">{value.dataType}</span>
      <Link to={valuePath(value)} className="value inv-value" title={shown}>
        {shown}
      </Link>
      <span className="inv-reason">{reasonOf(value, failed)}</span>
      <span className="inv-known">{whereKnown(value)}</span>
    </li>
  )
}

/** Why it stands here, in one line. */
function reasonOf(value: InvestigationValue, failed: readonly InvestigationJob[]) {
  const { state, level, reasons } = value
  // A fact is no reason for what is bad.
  const own = reasons.filter((reason) => reason.level === level)
  const said = own.map(({ text: sentence }) => defangText(sentence)).join('; ')
  if (state !== 'failed')
    return failed.length === 0 ? said : `${said} ${failedWords(failed)}`.trim()
  const [first] = failed
  return first
    ? `${analyzerName(first.analyzer)}: ${defangText(reasonLine(first.text ?? '')) || text('status.Failure')}`
    : said
}

const failedWords = (failed: readonly InvestigationJob[]) =>
  text('investigation.alsoFailed', {
    names: failed.map(({ analyzer }) => analyzerName(analyzer)).join(', '),
  })
