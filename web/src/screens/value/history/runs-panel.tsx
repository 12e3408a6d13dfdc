import type { ValueHistory, ValueRun } from '@assay/contract'
import { dateAndTime } from '../../../base/model/times.ts'
import { text } from '../../../base/texts/index.ts'
import { Segments } from '../../../base/ui/segments.tsx'
import { Time } from '../../../base/ui/time.tsx'
import { Cause } from './cause.tsx'
import { Change } from './change.tsx'
import { type Choice, isChange, whyNot } from './runs.ts'

interface RunsPanelProps {
  history: ValueHistory
  shown: string
  onlyChanges: boolean
  onOnlyChanges: (only: boolean) => void
  /** Undefined where there is nothing to compare. */
  choice: Choice | undefined
  onChoose: (side: keyof Choice, id: string) => void
}

/** One row for each run of analyzers and each decision, the newest first. */
export function RunsPanel(props: RunsPanelProps) {
  const { history, shown, onlyChanges, onOnlyChanges, choice, onChoose } = props
  const { runs, isCut } = history
  const changes = runs.filter(isChange)
  const rows = onlyChanges ? changes : runs
  return (
    <section className="panel history-runs" aria-labelledby="history-runs">
      <div className="panel-head">
        <h2 id="history-runs">{text('history.runs')}</h2>
        <span className="count">{runs.length}</span>
        <div className="history-runs-end">
          <Segments
            label={text('history.show')}
            value={onlyChanges ? 'changes' : 'all'}
            options={[
              { value: 'all', label: text('history.all') },
              { value: 'changes', label: text('history.changes', { count: changes.length }) },
            ]}
            onChange={(value) => onOnlyChanges(value === 'changes')}
          />
          {choice && (
            <span className="history-sides" aria-hidden="true">
              <span>A</span>
              <span>B</span>
            </span>
          )}
        </div>
      </div>
      <ul>
        {rows.map((run) => (
          <li
            key={run.id}
            className="history-run"
            data-chosen={choice?.a === run.id || choice?.b === run.id || undefined}
          >
            <Time at={run.at} />
            <div>
              <Change run={run} />
              <Cause run={run} shown={shown} />
              <NoReport run={run} />
            </div>
            {choice && <Sides run={run} choice={choice} onChoose={onChoose} />}
          </li>
        ))}
      </ul>
      {isCut && <p className="muted history-cut">{text('history.cut')}</p>}
    </section>
  )
}

/** Why this row cannot be compared. */
function NoReport({ run }: { run: ValueRun }) {
  const why = whyNot(run)
  return why ? <p className="muted history-no-report">{text(`history.${why}`)}</p> : null
}

interface SidesProps {
  run: ValueRun
  choice: Choice
  onChoose: RunsPanelProps['onChoose']
}

function Sides({ run, choice, onChoose }: SidesProps) {
  const why = whyNot(run)
  return (
    <span className="history-sides">
      {(['a', 'b'] as const).map((side) => (
        <input
          key={side}
          type="radio"
          name={`history-${side}`}
          aria-label={text('history.choose', {
            side: side.toUpperCase(),
            at: dateAndTime(run.at),
          })}
          title={why && text(`history.${why}`)}
          disabled={why !== undefined}
          checked={choice[side] === run.id}
          onChange={() => onChoose(side, run.id)}
        />
      ))}
    </span>
  )
}
