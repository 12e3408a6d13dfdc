import type { ReactNode } from 'react'
import {
  countOutcomes,
  durationsOf,
  overTime,
  percentile,
  successRate,
  sumOf,
} from '../../base/model/statistics.ts'
import { ago, duration } from '../../base/model/times.ts'
import { Link } from '../../base/routing/link.tsx'
import { formatNumber, text } from '../../base/texts/index.ts'
import { useNow } from '../../base/ui/time.tsx'
import { percent } from '../../shared/charts/scale.ts'
import { Sparkline } from '../../shared/charts/sparkline.tsx'
import type { Buckets } from './buckets.ts'
import { jobsBehind } from './links.ts'
import type { Overview, useQueue } from './use-overview.ts'

interface TilesProps {
  overview: Overview
  buckets: Buckets
  queue: ReturnType<typeof useQueue>
}

export function Tiles({ overview, buckets, queue }: TilesProps) {
  const { jobs, total, period, before } = overview
  const rate = successRate(countOutcomes(jobs))
  const rateBefore = successRate(before)
  const durations = durationsOf(jobs)
  const median = percentile(durations, 0.5)
  const p95 = percentile(durations, 0.95)
  return (
    <div className="tiles">
      <Tile
        label={text('overview.tile.jobs')}
        value={<Link to={jobsBehind({ period })}>{formatNumber(total)}</Link>}
      >
        <Sparkline values={overTime(jobs, buckets.list).map(sumOf)} />
      </Tile>
      <Tile label={text('overview.tile.success')} value={rate === undefined ? '–' : percent(rate)}>
        {rateBefore === undefined
          ? text('overview.tile.noneBefore')
          : text('overview.tile.before', { rate: percent(rateBefore) })}
      </Tile>
      <Tile
        label={text('overview.tile.median')}
        value={median === undefined ? '–' : duration(median)}
      >
        {p95 !== undefined && text('overview.tile.p95', { duration: duration(p95) })}
      </Tile>
      <QueueTile queue={queue} />
    </div>
  )
}

function QueueTile({ queue }: Pick<TilesProps, 'queue'>) {
  const now = useNow(5_000)
  const { running, waiting, oldestAt } = queue.data ?? {}
  const shown = (count: number | undefined) => (count === undefined ? '–' : formatNumber(count))
  return (
    <Tile
      label={text('overview.tile.queue')}
      value={
        <>
          <Link to={jobsBehind({ status: ['InProgress'] })} aria-label={nameOf('running', running)}>
            {shown(running)}
          </Link>
          <span className="muted"> / </span>
          <Link to={jobsBehind({ status: ['Waiting'] })} aria-label={nameOf('waiting', waiting)}>
            {shown(waiting)}
          </Link>
        </>
      }
    >
      {waiting !== undefined && oldestAt === undefined && text('overview.tile.noneWaits')}
      {oldestAt !== undefined &&
        text('overview.tile.oldest', { ago: ago(oldestAt, Math.max(now, oldestAt)) })}
    </Tile>
  )
}

const nameOf = (what: 'running' | 'waiting', count: number | undefined) =>
  text(`overview.tile.${what}`, { count: count ?? '–' })

function Tile(props: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <section className="tile panel">
      <h2 className="tile-label">{props.label}</h2>
      <p className="tile-value number">{props.value}</p>
      <div className="tile-more muted">{props.children}</div>
    </section>
  )
}
