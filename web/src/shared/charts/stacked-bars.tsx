import { useState } from 'react'
import { Link } from '../../base/routing/link.tsx'
import { formatNumber } from '../../base/texts/index.ts'
import { roundedUp, spreadIndexes } from './scale.ts'
import './charts.css'

export type Tone = 'good' | 'bad' | 'neutral' | 'plain' | 'warn' | 'skipped'

export interface Series {
  readonly name: string
  readonly tone: Tone
}

export interface Bar {
  readonly key: string
  /** One number for each series, from the bottom up. */
  readonly parts: readonly number[]
  /** All that the bar says, in words. */
  readonly label: string
  /** Below the bar, where there is room for it; none where it would be no round number. */
  readonly tick: string | undefined
  /** What it was made of. */
  readonly to: string
  /** Nothing is known here, which is not the same as zero. */
  readonly isUnknown?: boolean
}

interface StackedBarsProps {
  label: string
  series: readonly Series[]
  bars: readonly Bar[]
}

const maxTicks = 7
/** More bars are too thin to be hit; the table has the same links. */
const maxPressed = 24

/**
 * The drawing is one image for screen readers; above it is a link for each bar, so the bars can be
 * reached by keyboard, named, and opened in a new tab.
 */
export function StackedBars({ label, series, bars }: StackedBarsProps) {
  const [pointedAt, setPointedAt] = useState<string>()
  const top = roundedUp(Math.max(0, ...bars.map(heightOf)))
  const ticks = tickedIndexes(bars)
  const columns = { gridTemplateColumns: `repeat(${bars.length}, minmax(0, 1fr))` }
  const scale = [top, top / 2, 0].filter(Number.isInteger)
  return (
    <div className="bars">
      <div className="bars-scale" aria-hidden="true">
        {scale.map((value) => (
          <span key={value}>{formatNumber(value)}</span>
        ))}
      </div>
      <div className="bars-plot">
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${bars.length} ${top}`}
          preserveAspectRatio="none"
        >
          {bars.map((bar, index) => (
            <Stack key={bar.key} bar={bar} x={index} top={top} series={series} />
          ))}
        </svg>
        <ol className="bars-links" style={columns}>
          {bars.map((bar) => (
            <li key={bar.key}>
              {heightOf(bar) > 0 && bars.length <= maxPressed && (
                <Link
                  to={bar.to}
                  aria-label={bar.label}
                  onPointerEnter={() => setPointedAt(bar.label)}
                  onPointerLeave={() => setPointedAt(undefined)}
                  onFocus={() => setPointedAt(bar.label)}
                  onBlur={() => setPointedAt(undefined)}
                />
              )}
            </li>
          ))}
        </ol>
      </div>
      <div className="bars-ticks" style={columns} aria-hidden="true">
        {bars.map(({ key, tick }, index) => {
          const place = ticks.indexOf(index)
          return (
            <span key={key} data-minor={place % 3 !== 0 || undefined}>
              {place >= 0 && tick}
            </span>
          )
        })}
      </div>
      <div className="bars-foot">
        <ul className="legend">
          {series.map(({ name, tone }) => (
            <li key={name}>
              <span className="legend-swatch" data-tone={tone} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
        <p className="bars-readout" aria-hidden="true">
          {pointedAt}
        </p>
      </div>
    </div>
  )
}

function tickedIndexes(bars: readonly Bar[]): number[] {
  const possible = bars.flatMap(({ tick }, index) => (tick === undefined ? [] : [index]))
  const chosen = spreadIndexes(possible.length, maxTicks).map((place) => possible[place] ?? 0)
  // A label at the right edge would be outside.
  const lastWithRoom = bars.length * (1 - 0.6 / maxTicks)
  return chosen.filter((index) => index <= lastWithRoom)
}

const heightOf = ({ parts }: Bar) => parts.reduce((sum, part) => sum + part, 0)

interface StackProps {
  bar: Bar
  x: number
  top: number
  series: readonly Series[]
}

function Stack({ bar, x, top, series }: StackProps) {
  if (bar.isUnknown) {
    return <rect className="bar-unknown" x={x} y={0} width={1} height={top} />
  }
  let y = top
  return bar.parts.map((part, index) => {
    const found = series[index]
    y -= part
    if (!found || part === 0) return null
    return (
      <rect
        key={found.name}
        className="bar-part"
        data-tone={found.tone}
        x={x + 0.12}
        y={y}
        width={0.76}
        height={part}
      />
    )
  })
}
