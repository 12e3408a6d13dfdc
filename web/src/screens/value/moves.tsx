import './history/history.css'
import type { ValueDetail, ValueName } from '@assay/contract'
import { Link } from '../../base/routing/link.tsx'
import { changedSearch, useLocation } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Time } from '../../base/ui/time.tsx'
import { Cause } from './history/cause.tsx'
import { Change } from './history/change.tsx'
import { isChange, whyNot } from './history/runs.ts'
import { VerdictStrip } from './history/strip.tsx'
import { shownSubject } from './shown.ts'

const few = 6

/** How the verdict came to be what it is: a strip of time, and each change with its cause. */
export function MovesPanel({ subject, value }: { subject: ValueName; value: ValueDetail }) {
  const { analyze } = useRights()
  const { path, search } = useLocation()
  const { runs } = value.history
  const changes = runs.filter(isChange)
  if (runs.length === 0) return null
  const to = (more: Record<string, string> = {}) =>
    path + changedSearch(search, { history: '1', report: undefined, part: undefined, ...more })
  return (
    <section className="panel value-panel">
      <div className="panel-head">
        <h2>{text('value.moved')}</h2>
        <Link to={to()}>{text('history.open')}</Link>
      </div>
      <VerdictStrip runs={runs} />
      <ul className="value-moves">
        {changes.slice(0, few).map((run) => {
          const older = runs.slice(runs.indexOf(run) + 1).find((one) => whyNot(one) === undefined)
          return (
            <li key={run.id} className="history-move">
              <Change run={run} />
              <Cause run={run} shown={shownSubject(subject, value)} />
              <span className="value-seen-line">
                <Time at={run.at} style="full" />
              </span>
              {analyze && older && run.analyzers.length > 0 && whyNot(run) === undefined && (
                <Link to={to({ a: older.id, b: run.id })}>{text('value.compare')}</Link>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
