import {
  type Outcome,
  type Outcomes,
  outcomes,
  overTime,
  sumOf,
} from '../../base/model/statistics.ts'
import type { Period } from '../../base/model/times.ts'
import { Link } from '../../base/routing/link.tsx'
import { counted, formatNumber, text } from '../../base/texts/index.ts'
import { Table } from '../../base/ui/table.tsx'
import { ChartPanel } from '../../shared/charts/chart-panel.tsx'
import { type Series, StackedBars, type Tone } from '../../shared/charts/stacked-bars.tsx'
import { spanOf, tickOf } from './axis.ts'
import type { Buckets } from './buckets.ts'
import { jobsBehind } from './links.ts'
import type { Overview } from './use-overview.ts'

const tones: Record<Outcome, Tone> = {
  success: 'good',
  failure: 'bad',
  notApplicable: 'skipped',
  other: 'neutral',
}

const nameOf = (outcome: Outcome) => text(`overview.outcome.${outcome}`)

export function OverTime({ overview, buckets }: { overview: Overview; buckets: Buckets }) {
  const { jobs, total } = overview
  const { unit } = buckets
  const rows = overTime(jobs, buckets.list)
  // When not all were read, nothing is known of the time before the oldest that was.
  const knownFrom = total > jobs.length ? (jobs.at(-1)?.createdAt ?? 0) : 0
  const title = text('overview.overTime')
  const series: Series[] = outcomes.map((outcome) => ({
    name: nameOf(outcome),
    tone: tones[outcome],
  }))
  const sentence = (row: Period & Outcomes) =>
    text('app.labelled', {
      label: spanOf(row, unit),
      value: outcomes
        .filter((outcome) => row[outcome] > 0)
        .map((outcome) => `${formatNumber(row[outcome])} ${nameOf(outcome)}`)
        .join(', '),
    })
  return (
    <ChartPanel
      title={title}
      className="over-time"
      chart={
        <StackedBars
          label={text('app.labelled', {
            label: title,
            value: counted('overview.jobs', jobs.length),
          })}
          series={series}
          bars={rows.map((row) => ({
            key: String(row.from),
            parts: outcomes.map((outcome) => row[outcome]),
            label: sentence(row),
            tick: tickOf(row, unit),
            to: jobsBehind({ period: row }),
            isUnknown: row.to <= knownFrom,
          }))}
        />
      }
      table={
        <Table
          caption={title}
          rows={rows.filter((row) => sumOf(row) > 0)}
          idOf={({ from }) => String(from)}
          columns={[
            {
              key: 'from',
              label: text('overview.when'),
              isHeader: true,
              cell: (row) => <Link to={jobsBehind({ period: row })}>{spanOf(row, unit)}</Link>,
            },
            ...outcomes.map((outcome) => ({
              key: outcome,
              label: nameOf(outcome),
              align: 'right' as const,
              cell: (row: Outcomes) => formatNumber(row[outcome]),
            })),
          ]}
        />
      }
    />
  )
}
