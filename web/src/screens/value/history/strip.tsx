import type { ValueHistory } from '@assay/contract'
import { dateOnly } from '../../../base/model/times.ts'
import { text } from '../../../base/texts/index.ts'
import { useNow } from '../../../base/ui/time.tsx'
import { stretchesOf } from './runs.ts'

interface StripProps {
  runs: ValueHistory['runs']
  /** Rows that stand out. */
  chosen?: readonly string[]
  /** With the verdicts above and a dot for each row. */
  isLarge?: boolean
}

/** Narrower ones have no room for their word, in percent. */
const roomForWord = 12

/** The verdict over time, from the first analysis until today. */
export function VerdictStrip({ runs, chosen = [], isLarge = false }: StripProps) {
  // A change may be newer than the last look at the clock.
  const now = Math.max(useNow(60_000), runs[0]?.at ?? 0)
  const stretches = stretchesOf(runs)
  const start = stretches[0]?.from ?? now
  const span = Math.max(1, now - start)
  // The square root keeps the newest change in sight when the first one is months ago.
  const x = (at: number) => 100 * (1 - Math.sqrt((now - at) / span))
  return (
    <div className="history-strip" data-large={isLarge || undefined}>
      <div
        className="history-strip-line"
        role="img"
        aria-label={text('history.since', { date: dateOnly(start) })}
      >
        {stretches.map(({ level, from, isDecided }, index) => {
          const left = x(from)
          const width = Math.max(0.5, x(stretches[index + 1]?.from ?? now) - left)
          const word = text(level === null ? 'verdict.unasked' : `verdict.${level}`)
          return (
            <span
              key={from}
              data-verdict={level ?? 'unasked'}
              style={{ left: `${left}%`, width: `${width}%` }}
            >
              {isLarge && width >= roomForWord && (
                <small>
                  {isDecided ? `${word}, ${text('history.cause.decision').toLowerCase()}` : word}
                </small>
              )}
            </span>
          )
        })}
        {isLarge &&
          runs.map(({ id, at }) => (
            <i
              key={id}
              data-chosen={chosen.includes(id) || undefined}
              style={{ left: `${x(at)}%` }}
            />
          ))}
      </div>
      <p className="history-strip-ends">
        <span>{dateOnly(start)}</span>
        <span>{text('value.today')}</span>
      </p>
    </div>
  )
}
