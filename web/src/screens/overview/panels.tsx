import type { contract, KnownValue, Output } from '@assay/contract'
import { useState } from 'react'
import { defangText } from '../../base/model/defang.ts'
import { said } from '../../base/model/said.ts'
import { dateOnly, shortTime } from '../../base/model/times.ts'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { useRights } from '../../base/session/rights.ts'
import { counted, formatNumber, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Count } from '../../base/ui/count.tsx'
import { Icon } from '../../base/ui/icons.tsx'
import { Names } from '../../base/ui/names.tsx'
import { valuePath } from '../../base/ui/observable.tsx'
import { TypeChip } from '../../base/ui/type-chip.tsx'
import { VerdictMark } from '../../base/ui/verdict-mark.tsx'
import { shownValueOf, whereKnown } from '../investigation/shown.ts'
import type { Preset } from './period.ts'
import { reopen } from './reopen.ts'
import type { ChangedValue, Threats, Waiting } from './threats.ts'

interface Cell {
  readonly label: string
  readonly count: number | undefined
  readonly note: string | false | undefined
  readonly tone?: 'danger' | 'warn' | undefined
  readonly to: string
}

/** Four numbers that each open their list. */
export function Counts(props: {
  waiting: Waiting | undefined
  changes: readonly ChangedValue[] | undefined
  range: Preset
}) {
  const { waiting, changes, range } = props
  const now = Date.now()
  const closed = changes?.filter(({ isClosed }) => isClosed).length ?? 0
  const cells: Cell[] = [
    {
      label: text('overview.newAlerts'),
      count: waiting?.alerts,
      note:
        waiting?.oldestAlert !== undefined &&
        (waiting.maliciousAlerts > 0
          ? counted('overview.maliciousAlerts', waiting.maliciousAlerts)
          : text('overview.oldest', { at: shortTime(waiting.oldestAlert, now) })),
      tone: waiting && waiting.maliciousAlerts > 0 ? 'danger' : undefined,
      to: '/alerts?status=New',
    },
    {
      label: text('overview.openCases'),
      count: waiting?.cases,
      note: waiting && waiting.silent > 0 && counted('overview.silent', waiting.silent),
      to: '/cases?status=Open',
    },
    {
      label: text('overview.myTasks'),
      count: waiting?.tasks,
      note: waiting && waiting.due > 0 && counted('overview.due', waiting.due),
      tone: 'warn',
      to: '/tasks?view=mine',
    },
    {
      label: text('overview.changed'),
      count: changes?.length,
      note: closed > 0 && counted('overview.ofClosed', closed),
      tone: 'warn',
      to: `/?${new URLSearchParams({ range, show: 'changes' })}`,
    },
  ]
  return (
    <ul className="panel overview-counts">
      {cells.map(({ label, count, note, tone, to }) => (
        <li key={label}>
          <Link to={to}>
            <span className="overview-count-label">{label}</span>
            <strong className="number">
              <Count of={count} />
            </strong>
            <span className="muted" data-tone={tone}>
              {note || '\u00a0'}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface ThreatsPanelProps {
  threats: Threats
  range: Preset
  onAdd: (value: KnownValue) => void
}

const days = { '24h': '1', '7d': '7', '30d': '30' } as const

export function ThreatsPanel({ threats, range, onAdd }: ThreatsPanelProps) {
  const { analyze } = useRights()
  const all = `/search?${new URLSearchParams([
    ['level', 'malicious'],
    ['level', 'suspicious'],
    ['days', days[range]],
  ])}`
  const more = threats.total - threats.rows.length
  return (
    <section className="panel overview-threats" aria-label={text('overview.threats')}>
      <div className="panel-head">
        <h2>
          {text('overview.threats')}{' '}
          <span className="tab-count">{formatNumber(threats.total)}</span>
        </h2>
        <Link to={all}>{text('overview.allValues')}</Link>
      </div>
      {threats.rows.length === 0 ? (
        <p className="muted">{text('overview.noThreats')}</p>
      ) : (
        <ul>
          {threats.rows.map((value) => (
            <li key={rowId(value)} data-row={rowId(value)}>
              <VerdictMark level={value.level} isPlain isShort />
              <span className="overview-value">
                <Link to={valuePath(value)} className="value">
                  {shownValueOf(value)}
                </Link>{' '}
                <TypeChip type={value.dataType} />
                <span className="overview-reason few-lines">
                  {value.reasons[0] && <Names in={said(value.reasons[0])} />}
                </span>
              </span>
              <span className="muted">{whereKnown(value)}</span>
              {analyze && value.cases.length === 0 ? (
                <Button size="small" onClick={() => onAdd(value)}>
                  {text('overview.addToCase')}
                </Button>
              ) : (
                <span />
              )}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="overview-more">
          <Link to={all}>{counted('overview.moreThreats', more)}</Link>
        </p>
      )}
    </section>
  )
}

export const rowId = ({ dataType, data, hash }: KnownValue) => `${dataType} ${hash ?? data}`

const few = 5

export function ChangesPanel(props: { changes: readonly ChangedValue[]; isWhole: boolean }) {
  const { changes, isWhole } = props
  const { analyze } = useRights()
  if (changes.length === 0 && !isWhole) return null
  const shown = isWhole ? changes : changes.slice(0, few)
  return (
    <section className="panel overview-changes" aria-label={text('overview.changed')}>
      <div className="panel-head">
        <h2>{text('overview.changed')}</h2>
      </div>
      {changes.length === 0 && <p className="muted">{text('overview.noChange')}</p>}
      <ul>
        {shown.map(({ value, isClosed }) => {
          const [one] = value.cases
          return (
            <li key={rowId(value)}>
              <span className="overview-value">
                <Link to={valuePath(value)} className="value">
                  {shownValueOf(value)}
                </Link>
                {one && (
                  <span className="overview-reason few-lines">
                    <Link to={path`/cases/${one.id}`}>
                      {text(isClosed ? 'overview.inClosed' : 'overview.inOpen', {
                        number: String(one.number),
                        title: defangText(one.title),
                      })}
                    </Link>
                  </span>
                )}
              </span>
              <span className="overview-move">
                <VerdictMark level={value.previousLevel ?? null} isPlain /> →{' '}
                <VerdictMark level={value.level} isPlain />
              </span>
              {analyze && isClosed && one ? (
                <Button size="small" onClick={() => void reopen(one)}>
                  {text('overview.reopen', { number: String(one.number) })}
                </Button>
              ) : (
                <span />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type DayCounts = Output<typeof contract.valueStats>

/** Stacked by verdict, one bar a day, with a table of the same. */
export function ValuesChart({ counts }: { counts: DayCounts }) {
  const [isTable, setTable] = useState(false)
  const top = Math.max(1, ...counts.map(sumOf))
  const [first] = counts
  return (
    <section className="panel overview-chart" aria-label={text('overview.perDay')}>
      <div className="panel-head">
        <h2>{text('overview.perDay')}</h2>
        <Button kind="quiet" size="small" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {text(isTable ? 'overview.asChart' : 'overview.asTable')}
        </Button>
      </div>
      {isTable ? (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{text('overview.day')}</th>
              <th scope="col">{text('verdict.malicious')}</th>
              <th scope="col">{text('verdict.suspicious')}</th>
              <th scope="col">{text('overview.other')}</th>
            </tr>
          </thead>
          <tbody>
            {counts.map((day) => (
              <tr key={day.at}>
                <th scope="row">{dateOnly(day.at)}</th>
                <td>{formatNumber(day.malicious)}</td>
                <td>{formatNumber(day.suspicious)}</td>
                <td>{formatNumber(day.safe + day.none)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <>
          <svg
            className="overview-bars"
            role="img"
            aria-label={text('overview.perDayAbout', { top: formatNumber(top) })}
            viewBox={`0 0 ${counts.length * 10} 100`}
            preserveAspectRatio="none"
          >
            {[0, 50, 100].map((y) => (
              <line key={y} x1={0} x2={counts.length * 10} y1={y} y2={y} />
            ))}
            {counts.map((day, index) => {
              const height = (count: number) => (count / top) * 100
              const other = height(day.safe + day.none)
              const warn = height(day.suspicious)
              const danger = height(day.malicious)
              return (
                <g key={day.at}>
                  <rect
                    data-tone="other"
                    x={index * 10 + 1}
                    y={100 - other}
                    width={8}
                    height={other}
                  />
                  <rect
                    data-tone="suspicious"
                    x={index * 10 + 1}
                    y={100 - other - warn}
                    width={8}
                    height={warn}
                  />
                  <rect
                    data-tone="malicious"
                    x={index * 10 + 1}
                    y={100 - other - warn - danger}
                    width={8}
                    height={danger}
                  />
                </g>
              )
            })}
          </svg>
          <p className="overview-ends muted">
            <span>{first && dateOnly(first.at)}</span>
            <span>{text('overview.today')}</span>
          </p>
          <p className="overview-legend">
            <VerdictMark level="malicious" isPlain /> <VerdictMark level="suspicious" isPlain />{' '}
            <span className="muted">
              <Icon name="level-info" /> {text('overview.other')}
            </span>
          </p>
        </>
      )}
    </section>
  )
}

const sumOf = ({ malicious, suspicious, safe, none }: DayCounts[number]) =>
  malicious + suspicious + safe + none
