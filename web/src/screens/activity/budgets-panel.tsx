import './budgets.css'
import type { Budget } from '@assay/contract'
import { api } from '../../base/api.ts'
import { attempt } from '../../base/attempt.ts'
import { readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { defangSentence } from '../../base/model/defang.ts'
import { hourOf, shortTime } from '../../base/model/times.ts'
import { Link } from '../../base/routing/link.tsx'
import { useRights } from '../../base/session/rights.ts'
import { counted, formatNumber, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Icon, type IconName } from '../../base/ui/icons.tsx'
import { Failed } from '../../base/ui/states.tsx'
import { useNow } from '../../base/ui/time.tsx'
import { useBudgets } from '../../shared/budgets/data.ts'
import { windowName } from '../../shared/budgets/windows.ts'
import { about, type BudgetState, isTrouble, stateOf } from '../../shared/budgets/words.ts'
import { jobsPath } from '../../shared/jobs/paths.ts'

/** Providers by their budgets: what is left, what holds them up, and when the next job starts. */
export function BudgetsPanel({ everyMs }: { everyMs: number | false }) {
  const { administer } = useRights()
  const query = useBudgets(true, everyMs)
  if (query.isError && !query.data)
    return <Failed error={query.error} onRetry={() => void query.refetch()} />
  const budgets = query.data ?? []
  if (budgets.length === 0) return null
  const edit = administer && <Link to="/settings/budgets">{text('brakes.editBudgets')}</Link>
  return (
    <section className="panel budgets-panel" aria-label={text('brakes.budgets')}>
      <div className="panel-head">
        <h2>
          {text('brakes.budgets')} <span className="tab-count">{formatNumber(budgets.length)}</span>
        </h2>
        {edit}
      </div>
      <div className="table-box">
        <table className="table">
          <caption className="visually-hidden">{text('brakes.budgets')}</caption>
          <thead>
            <tr>
              {(['provider', 'state', 'left', 'waiting', 'next'] as const).map((column) => (
                <th key={column} scope="col">
                  {text(`brakes.column.${column}`)}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">{text('brakes.column.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {budgets.map((budget) => (
              <BudgetRow key={budget.id} budget={budget} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const icons: Readonly<Record<BudgetState, IconName>> = {
  open: 'check',
  usedUp: 'status-waiting',
  held: 'pause',
  down: 'status-failure',
  refused: 'lock',
}

function BudgetRow({ budget }: { budget: Budget }) {
  const now = useNow(5_000)
  const { name, windows, waiting, workers, startsAt } = budget
  const state = stateOf(budget)
  return (
    <tr>
      <th scope="row" data-label={text('brakes.column.provider')}>
        {name}
        <small className="muted" title={workers.map((one) => analyzerName(one.name)).join(', ')}>
          {workers.length === 1
            ? analyzerName(workers[0]?.name ?? '')
            : counted('brakes.sharedBy', workers.length)}
        </small>
      </th>
      <td data-label={text('brakes.column.state')}>
        <span className="budget-state" data-trouble={isTrouble(state) || undefined}>
          <Icon name={icons[state]} /> {text(`brakes.budget.${state}`)}
        </span>
        <small className="muted">{whyOf(budget, now)}</small>
      </td>
      <td data-label={text('brakes.column.left')}>
        <ul className="budget-rests">
          {windows.map((window) => (
            <li key={String(window.per)} data-empty={window.left <= 0 || undefined}>
              <span>
                {windowName(window)}{' '}
                <strong className="number">
                  {text('brakes.leftOf', { left: Math.max(0, window.left), count: window.count })}
                </strong>
              </span>
              <svg
                viewBox="0 0 100 4"
                preserveAspectRatio="none"
                aria-hidden="true"
                focusable="false"
              >
                <rect className="budget-all" width="100" height="4" />
                <rect
                  className="budget-left"
                  width={Math.max(0, Math.min(100, (100 * window.left) / window.count))}
                  height="4"
                />
              </svg>
            </li>
          ))}
        </ul>
      </td>
      <td data-label={text('brakes.column.waiting')} className="number">
        {formatNumber(waiting)}
      </td>
      <td data-label={text('brakes.column.next')}>{nextOf(state, startsAt, budget.until, now)}</td>
      <td className="cell-right">
        <RowButton budget={budget} state={state} />
      </td>
    </tr>
  )
}

function whyOf({ reason, state }: Budget, now: number): string {
  if (state === 'open' || reason === undefined) return ''
  return defangSentence(reason).slice(0, 160) || hourOf(now)
}

function nextOf(
  state: BudgetState,
  startsAt: number | undefined,
  until: number | undefined,
  now: number,
) {
  if (state === 'refused') return text('brakes.next.key')
  if (state === 'down' && until !== undefined)
    return text('brakes.next.probe', { at: shortTime(until, now) })
  const at = startsAt ?? (state === 'held' ? until : undefined)
  if (at === undefined || at <= now)
    return text(state === 'open' ? 'brakes.next.now' : 'brakes.next.soon')
  return text('brakes.next.in', { time: about(at - now) })
}

/** Trying again is for those who set it up; the line of waiting jobs is for all. */
function RowButton({ budget, state }: { budget: Budget; state: BudgetState }) {
  const { administer } = useRights()
  const { id, name, source, waiting, workers } = budget
  const about = <span className="visually-hidden"> {name}</span>
  const mayResume = administer && source === 'organization'
  if (mayResume && (state === 'held' || state === 'down' || state === 'refused'))
    return (
      <Button size="small" icon="refresh" onClick={() => void resume(id)}>
        {text(state === 'down' ? 'brakes.probe' : 'app.retry')}
        {about}
      </Button>
    )
  if (waiting === 0) return null
  const worker = workers.filter(({ type }) => type === 'analyzer').map((one) => one.id)
  return (
    <Link
      className="button button-plain button-small"
      to={jobsPath({ status: ['Waiting'], worker })}
    >
      {text('brakes.queue')}
      {about}
    </Link>
  )
}

const resume = (id: string) =>
  attempt(async () => {
    await api.resumeBudget({ id })
    await readAgain(keyOf('budgets'))
  })
