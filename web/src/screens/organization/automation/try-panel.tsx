import type { Budget, RuleOn, RuleStep, RuleTrial } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { dateOnly } from '../../../base/model/times.ts'
import { Link } from '../../../base/routing/link.tsx'
import { counted, formatNumber, locale, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Icon } from '../../../base/ui/icons.tsx'
import { Failed, Loading } from '../../../base/ui/states.tsx'
import { Time } from '../../../base/ui/time.tsx'
import { useBudgets } from '../../../shared/budgets/data.ts'
import { objectPath } from '../../../shared/rules/paths.ts'
import { RuleWords } from '../../../shared/rules/sentence.tsx'
import { sentence, split } from '../../../shared/rules/words.ts'

const ranges = [1, 7, 30] as const
type Days = (typeof ranges)[number]

export interface TriedBody {
  readonly on: RuleOn
  readonly if: Record<string, unknown>
  readonly do: readonly RuleStep[]
}

interface TryPanelProps {
  /** Undefined while it cannot be tried; `hint` says why. */
  body: TriedBody | undefined
  hint?: string
  limits: { readonly runsPerHour: number; readonly jobsPerDay: number }
  footer?: ReactNode
}

/** What the rule would have acted on in the last days. Nothing is done. */
export function TryPanel({ body, hint, limits, footer }: TryPanelProps) {
  const [days, setDays] = useState<Days>(7)
  const asked = body && { on: body.on, if: body.if, do: [...body.do], days }
  const query = useQuery({
    queryKey: keyOf('rules', 'try', asked ?? {}),
    queryFn: ({ signal }) => api.tryRule(asked ?? {}, { signal }),
    enabled: asked !== undefined,
    staleTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
    placeholderData: (previous) => previous,
  })
  return (
    <section className="panel try-panel" aria-label={text('rules.try')}>
      <div className="panel-head">
        <h2>{text('rules.try')}</h2>
        <label className="try-range">
          <span className="visually-hidden">{text('rules.tryRange')}</span>
          <select
            className="input"
            value={days}
            onChange={(event) =>
              setDays(ranges.find((one) => String(one) === event.currentTarget.value) ?? 7)
            }
          >
            {ranges.map((one) => (
              <option key={one} value={one}>
                {counted('rules.tryDays', one)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="rule-tried" aria-busy={query.isFetching || undefined} aria-live="polite">
        {asked === undefined ? (
          <p className="muted try-hint">{hint}</p>
        ) : query.isError ? (
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        ) : query.data ? (
          <Found trial={query.data} limits={limits} />
        ) : (
          <>
            <p className="muted try-hint">{text('rules.trying', { count: days })}</p>
            <Loading lines={5} />
          </>
        )}
      </div>
      {footer && <div className="try-foot buttons">{footer}</div>}
    </section>
  )
}

function Found({ trial, limits }: { trial: RuleTrial; limits: TryPanelProps['limits'] }) {
  const { matched, isComplete, perDay } = trial
  const isUnexamined = ({ id }: RuleTrial['unknown'][number]) => id === 'unknown.unexamined'
  const unexamined = trial.unknown.filter(isUnexamined)
  const unknown = trial.unknown.filter((one) => !isUnexamined(one))
  const words =
    matched === 0 && isComplete
      ? text('rules.firedNone')
      : counted(isComplete ? 'rules.fired' : 'rules.atLeast', matched)
  return (
    <>
      <p className="try-count">
        <RuleWords parts={split(words)} />
      </p>
      {unexamined.map((one) => (
        <p key={one.id} className="muted try-hint">
          {sentence(one)}
        </p>
      ))}
      <Days perDay={perDay} />
      <Costs trial={trial} limits={limits} />
      <Matches trial={trial} />
      <div className="try-unknown muted">
        <Icon name="info" />
        <p>
          <span className="visually-hidden">{text('rules.unknownHead')} </span>
          {unknown.map(sentence).join(' ')}
        </p>
      </div>
    </>
  )
}

/** Days of the server are those of UTC. */
const weekday = (at: number, many: boolean) =>
  new Intl.DateTimeFormat(
    locale(),
    many ? { day: 'numeric', timeZone: 'UTC' } : { weekday: 'short', timeZone: 'UTC' },
  ).format(at)

const height = 56

function Days({ perDay }: Pick<RuleTrial, 'perDay'>) {
  const most = Math.max(1, ...perDay.map(({ count }) => count))
  const isMany = perDay.length > 7
  const step = 328 / Math.max(1, perDay.length)
  const width = Math.min(30, step * 0.7)
  return (
    <figure className="try-days">
      <svg viewBox="0 0 328 90" role="img" aria-label={text('rules.perDayLabel')}>
        {perDay.map(({ day, count }, index) => {
          const tall = count === 0 ? 1 : Math.max(3, (height * count) / most)
          const x = index * step + (step - width) / 2
          return (
            <g key={day}>
              <title>{counted('rules.perDay', count, { day: dateOnly(day) })}</title>
              <rect x={x} y={70 - tall} width={width} height={tall} rx={isMany ? 1 : 2} />
              {count > 0 && !isMany && (
                <text className="try-day-count" x={x + width / 2} y={65 - tall} textAnchor="middle">
                  {formatNumber(count)}
                </text>
              )}
              {(!isMany || index % 5 === 0) && (
                <text x={x + width / 2} y={85} textAnchor="middle">
                  {weekday(day, isMany)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <figcaption className="visually-hidden">
        {perDay
          .filter(({ count }) => count > 0)
          .map(({ day, count }) => counted('rules.perDay', count, { day: dateOnly(day) }))
          .join(', ')}
      </figcaption>
    </figure>
  )
}

/** Jobs and budgets that it would have needed, and whether they are beyond its limits. */
function Costs({ trial, limits }: { trial: RuleTrial; limits: TryPanelProps['limits'] }) {
  const budgets = useBudgets(true, false).data ?? []
  const { matched, perDay, needs, days } = trial
  const analyzers = needs.filter(({ kind }) => kind === 'analyzer')
  const responders = needs.filter(({ kind }) => kind === 'responder')
  const jobs = analyzers.reduce((sum, { runs }) => sum + runs, 0)
  const perMatch = analyzers.length + responders.length
  const busiest = perDay.reduce(
    (most, one) => (one.count > most.count ? one : most),
    perDay[0] ?? { day: 0, count: 0 },
  )
  const isOver = perMatch > 0 && busiest.count * perMatch > limits.jobsPerDay
  const isMuch = busiest.count > limits.runsPerHour
  return (
    <dl className="try-costs">
      <dt>{text('rules.jobs')}</dt>
      <dd>
        {jobs === 0 ? (
          text('rules.noJobs')
        ) : (
          <>
            {formatNumber(jobs)}{' '}
            <span className="muted">
              {text('rules.jobsOf', {
                matched,
                analyzers: counted('rules.analyzers', analyzers.length),
              })}
            </span>
          </>
        )}
        {isOver && (
          <span className="try-over">
            {text('rules.overJobs', { count: limits.jobsPerDay, day: dateOnly(busiest.day) })}
          </span>
        )}
      </dd>
      {withBudget(analyzers, budgets).map(({ budget, runs, most }) => (
        <BudgetCost key={budget.id} name={budget.name} runs={runs} most={most * days} days={days} />
      ))}
      <dt>{text('rules.responses')}</dt>
      <dd>
        {responders.length === 0
          ? text('rules.noResponses')
          : responders.map(({ name, runs }) => (
              <span key={name} className="try-need">
                {text('rules.responsesOf', { count: runs, responder: analyzerName(name) })}
              </span>
            ))}
      </dd>
      {isMuch && (
        <dd className="try-over try-wide">
          {text('rules.overRuns', { count: limits.runsPerHour })}
        </dd>
      )}
    </dl>
  )
}

interface BudgetCostProps {
  name: string
  runs: number
  most: number
  days: number
}

function BudgetCost({ name, runs, most, days }: BudgetCostProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <span className={runs > most ? 'try-over' : undefined}>{formatNumber(runs)}</span>{' '}
        <span className="muted">{counted('rules.budgetOf', days, { most })}</span>
      </dd>
    </>
  )
}

const perDayOf = { minute: 1_440, hour: 24, day: 1, month: 1 / 30 } as const

/** Runs by the provider's budget, and how many it allows on a day by its longest limit. */
function withBudget(needs: RuleTrial['needs'], budgets: readonly Budget[]) {
  return budgets.flatMap((budget) => {
    const runs = needs
      .filter(({ name }) => budget.workers.some((worker) => worker.name === name))
      .reduce((sum, one) => sum + one.runs, 0)
    const most = Math.min(
      ...budget.windows.map(({ count, per }) =>
        Math.floor(count * (typeof per === 'number' ? 86_400 / per : perDayOf[per])),
      ),
    )
    return runs === 0 || !Number.isFinite(most) ? [] : [{ budget, runs, most }]
  })
}

const firstMatches = 3
const icons = {
  alert: 'bell',
  case: 'case',
  observable: 'observable',
  task: 'task',
  response: 'shield',
  budget: 'pause',
} as const

function Matches({ trial: { objects, matched } }: { trial: RuleTrial }) {
  const [isAll, setAll] = useState(false)
  if (objects.length === 0) return null
  const shown = isAll ? objects : objects.slice(0, firstMatches)
  return (
    <section aria-label={text('rules.firstMatches')}>
      <div className="try-head">
        <h3>{text('rules.firstMatches')}</h3>
        {!isAll && objects.length > firstMatches && (
          <Button kind="quiet" size="small" onClick={() => setAll(true)}>
            {text(matched > objects.length ? 'rules.newestMatches' : 'rules.allMatches', {
              count: objects.length,
            })}
          </Button>
        )}
      </div>
      <ul>
        {shown.map((one) => {
          const root = { objectType: one.rootType, objectId: one.rootId }
          return (
            <li key={one.objectId} className="try-match">
              <Icon name={icons[one.objectType]} />
              <div>
                <Link
                  to={objectPath(one, root)}
                  className={one.objectType === 'observable' ? 'value' : ''}
                >
                  {one.title}
                </Link>
                <p className="muted">
                  {one.objectId === one.rootId ? '' : `${one.rootTitle}, `}
                  <Time at={one.at} />
                </p>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
