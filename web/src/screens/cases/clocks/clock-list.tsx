import type { CaseClock } from '@assay/contract'
import { duration } from '../../../base/model/times.ts'
import { text } from '../../../base/texts/index.ts'
import { StateMark } from '../../../base/ui/marks.tsx'
import { Time, useNow } from '../../../base/ui/time.tsx'
import { type ClockState, clockStateOf } from './data.ts'

const marks = {
  running: { tone: 'neutral', icon: 'status-waiting' },
  paused: { tone: 'neutral', icon: 'pause' },
  overdue: { tone: 'bad', icon: 'alert' },
  inTime: { tone: 'good', icon: 'check' },
  late: { tone: 'bad', icon: 'alert' },
} as const satisfies Record<ClockState, object>

/** All clocks that the case had: the running ones, then what became of the others. */
export function ClockList({ clocks }: { clocks: readonly CaseClock[] }) {
  const now = useNow()
  if (clocks.length === 0) return <p className="muted">{text('clocks.noPolicy')}</p>
  return (
    <section aria-label={text('clocks.list')}>
      <h3>{text('clocks.list')}</h3>
      <ul className="clock-list">
        {clocks.map((clock) => (
          <li key={`${clock.kind} ${clock.startedAt} ${clock.endedAt ?? ''}`}>
            <ClockRow clock={clock} state={clockStateOf(clock, now)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ClockRow({ clock, state }: { clock: CaseClock; state: ClockState }) {
  const { kind, minutes, isByPerson, dueAt, startedAt, endedAt, pausedMs, escalateTo } = clock
  return (
    <>
      <p>
        <strong>{text(`clocks.kind.${kind}`)}</strong>{' '}
        <StateMark {...marks[state]}>{text(`clocks.state.${state}`)}</StateMark>
      </p>
      <p className="muted">
        {[
          isByPerson && text('clocks.byPerson'),
          minutes !== undefined && text('clocks.within', { time: duration(minutes * 60_000) }),
          pausedMs > 0 && text('clocks.pausedFor', { time: duration(pausedMs) }),
          escalateTo !== undefined && text('clocks.escalatesTo', { login: escalateTo }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="muted">
        {text('clocks.started')} <Time at={startedAt} />
        {dueAt !== undefined && (
          <>
            {' · '}
            {text('clocks.dueAt')} <Time at={dueAt} />
          </>
        )}
        {endedAt !== undefined && (
          <>
            {' · '}
            {text('clocks.endedAt')} <Time at={endedAt} />
          </>
        )}
      </p>
    </>
  )
}
