import type { ValueChange, ValueDetail } from '@assay/contract'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { dateOnly } from '../../base/model/times.ts'
import { Link } from '../../base/routing/link.tsx'
import { changedSearch, useLocation } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Time, useNow } from '../../base/ui/time.tsx'
import { VerdictMark } from '../../base/ui/verdict-mark.tsx'

const few = 6
const strip = { width: 300, height: 8, gap: 2 }

/** How the verdict came to be what it is: a strip of time, and each change with its cause. */
export function MovesPanel({ value: { changes } }: { value: ValueDetail }) {
  const { analyze } = useRights()
  const { path, search } = useLocation()
  if (changes.length === 0) return null
  return (
    <section className="panel value-panel">
      <div className="panel-head">
        <h2>{text('value.moved')}</h2>
      </div>
      <Strip changes={changes} />
      <ul className="value-moves">
        {changes.slice(0, few).map((change) => {
          const older = olderOf(changes, change)
          return (
            <li key={`${change.at} ${change.jobId}`}>
              <span className="value-move">
                {change.from !== undefined && (
                  <>
                    <VerdictMark level={change.from} isPlain /> <span aria-hidden="true">→</span>
                    <span className="visually-hidden">{text('value.became')}</span>{' '}
                  </>
                )}
                <VerdictMark level={change.to} isPlain />
              </span>
              <span className="value-seen-line">
                <Time at={change.at} style="full" /> · {analyzerName(change.analyzer)}
              </span>
              {analyze && older && (
                <Link to={path + changedSearch(search, { a: older.jobId, b: change.jobId })}>
                  {text('value.compare')}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The same analyzer's previous answer: only that can be compared. */
const olderOf = (changes: readonly ValueChange[], { at, analyzer, jobId }: ValueChange) =>
  changes.find((one) => one.at < at && one.analyzer === analyzer && one.jobId !== jobId)

function Strip({ changes }: { changes: readonly ValueChange[] }) {
  // A change may be newer than the last look at the clock.
  const now = Math.max(useNow(60_000), changes[0]?.at ?? 0)
  const oldestFirst = changes.toReversed()
  const start = oldestFirst[0]?.at ?? now
  // The square root keeps the newest change in sight when the first one is months ago.
  const span = Math.max(1, now - start)
  const x = (at: number) => strip.width * (1 - Math.sqrt((now - at) / span))
  return (
    <div className="value-strip">
      <svg
        viewBox={`0 0 ${strip.width} ${strip.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {oldestFirst.map(({ at, to }, index) => {
          const from = x(at)
          const until = x(oldestFirst[index + 1]?.at ?? now)
          return (
            <rect
              key={at}
              data-verdict={to}
              x={from}
              width={Math.max(2, until - from - strip.gap)}
              height={strip.height}
              rx={3}
            />
          )
        })}
      </svg>
      <span className="value-seen-line">
        {dateOnly(start)} – {text('value.today')}
      </span>
    </div>
  )
}
