import type { CaseV1, ObservableV1, ValueVerdict, VerdictLevel } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../../base/data/keys.ts'
import { runQuery } from '../../../base/data/query.ts'
import { relatedSteps } from '../../../base/data/steps.ts'
import { useVerdicts } from '../../../base/data/verdicts.ts'
import { defangText } from '../../../base/model/defang.ts'
import { shownValue } from '../../../base/model/observable.ts'
import { said } from '../../../base/model/said.ts'
import { Link } from '../../../base/routing/link.tsx'
import { path } from '../../../base/routing/match.ts'
import { counted, formatNumber, text } from '../../../base/texts/index.ts'
import { Icon } from '../../../base/ui/icons.tsx'
import { Names } from '../../../base/ui/names.tsx'
import { valuePath } from '../../../base/ui/observable.tsx'
import { Answer } from '../../../base/ui/states.tsx'
import { VerdictMark, verdictIcon } from '../../../base/ui/verdict-mark.tsx'
import { AnalyzeNew } from '../observables/analyze-new.tsx'

/** A story, its graph and its report look at so many. */
const maxValues = 500
const maxShown = 4
const weights: readonly (VerdictLevel | null)[] = ['malicious', 'suspicious', null, 'none', 'safe']

export interface CaseValue {
  readonly observable: ObservableV1
  readonly verdict: ValueVerdict | undefined
}

/** The values of a case, the worst first. */
export function useCaseValues(caseId: string) {
  const query = useQuery({
    queryKey: keyOf('observables', 'case', caseId, { max: maxValues }),
    queryFn: () =>
      runQuery<ObservableV1>(
        relatedSteps('Case', caseId, 'observables', '+_createdAt', maxValues),
        { together: true },
      ),
  })
  const verdictOf = useVerdicts(query.data?.rows, caseId)
  const values: CaseValue[] = (query.data?.rows ?? [])
    .map((observable) => ({ observable, verdict: verdictOf(observable) }))
    .toSorted((a, b) => weightOf(a) - weightOf(b))
  return { query, values, total: query.data?.total ?? 0 }
}

const weightOf = ({ verdict }: CaseValue) =>
  verdict ? weights.indexOf(verdict.level) : weights.length

/** How bad it is, and what was not looked at yet. */
export function SideValues({ row }: { row: CaseV1 }) {
  const { query, values, total } = useCaseValues(row._id)
  const unasked = values
    .filter(({ verdict }) => verdict?.level === null)
    .map(({ observable }) => observable)
  const tab = `${path`/cases/${row._id}`}?tab=observables`
  const more = total - Math.min(values.length, maxShown)
  return (
    <section className="panel rows-panel">
      <div className="panel-head">
        <h2>{text('cases.tab.observables')}</h2>
        <Tally values={values} />
      </div>
      <Answer query={query}>
        {() => (
          <ul className="side-rows">
            {values.slice(0, maxShown).map(({ observable, verdict }) => (
              <li key={observable._id}>
                <VerdictMark
                  level={verdict?.level}
                  checkedAt={verdict?.checkedAt}
                  isPlain
                  isShort
                />
                <span className="side-words">
                  <Link className="value" to={valuePath(observable)}>
                    {observable.attachment
                      ? defangText(observable.attachment.name)
                      : shownValue(observable)}
                  </Link>
                  <span className="muted small">
                    {verdict?.reasons[0] ? (
                      <Names in={said(verdict.reasons[0])} />
                    ) : (
                      verdict &&
                      text(verdict.level === null ? 'verdict.unasked' : `verdict.${verdict.level}`)
                    )}
                  </span>
                </span>
              </li>
            ))}
            {values.length === 0 && <li className="muted">{text('cases.noObservables')}</li>}
          </ul>
        )}
      </Answer>
      <div className="side-foot">
        <Link to={tab}>
          {more > 0
            ? counted('cases.moreValues', more)
            : text(query.data?.total === 0 ? 'cases.addObservables' : 'cases.allValues')}
        </Link>
        <AnalyzeNew values={unasked} kind="quiet" />
      </div>
    </section>
  )
}

const judged = ['malicious', 'suspicious', 'safe', 'none'] as const

function Tally({ values }: { values: readonly CaseValue[] }) {
  return (
    <span className="tally">
      {judged.map((level) => {
        const count = values.filter(({ verdict }) => verdict?.level === level).length
        return count === 0 ? null : (
          <span key={level} className="verdict-mark" data-verdict={level}>
            <Icon name={verdictIcon(level)} />
            <span className="visually-hidden">{text(`verdict.${level}`)} </span>
            {formatNumber(count)}
          </span>
        )
      })}
    </span>
  )
}
