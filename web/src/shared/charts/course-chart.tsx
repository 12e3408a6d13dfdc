import { type PointerEvent, useState } from 'react'
import { spreadIndexes } from './scale.ts'
import type { Tone } from './stacked-bars.tsx'
import './charts.css'

export interface CourseSeries {
  readonly name: string
  readonly tone: Tone
  readonly form: 'bar' | 'line' | 'dashed'
  /** One for each place; nothing is drawn where it is unknown. */
  readonly values: readonly (number | undefined)[]
}

interface CourseChartProps {
  label: string
  series: readonly CourseSeries[]
  /** The top of the scale. */
  top: number
  /** A number of the scale in words. */
  scale: (value: number) => string
  places: readonly { readonly key: string; readonly tick: string; readonly label: string }[]
}

const maxTicks = 6

/** Numbers over time, as bars beside each other and as lines with steps. The table says the same. */
export function CourseChart({ label, series, top, scale, places }: CourseChartProps) {
  const [pointedAt, setPointedAt] = useState<number>()
  const columns = { gridTemplateColumns: `repeat(${places.length}, minmax(0, 1fr))` }
  const ticks = spreadIndexes(places.length, maxTicks).filter(
    (index) => index <= places.length * (1 - 0.6 / maxTicks),
  )
  const bars = series.filter(({ form }) => form === 'bar')
  const width = 0.8 / Math.max(1, bars.length)
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const index = Math.floor(((clientX - box.left) / box.width) * places.length)
    setPointedAt(Math.min(places.length - 1, Math.max(0, index)))
  }
  return (
    <div className="bars">
      <div className="bars-scale" aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{scale(value)}</span>
        ))}
      </div>
      <div
        className="bars-plot"
        onPointerMove={point}
        onPointerLeave={() => setPointedAt(undefined)}
      >
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${places.length} ${top}`}
          preserveAspectRatio="none"
        >
          {bars.map(({ name, tone, values }, at) =>
            values.map(
              (value = 0, index) =>
                value > 0 && (
                  <rect
                    key={`${name} ${places[index]?.key}`}
                    className="bar-part"
                    data-tone={tone}
                    x={index + 0.1 + at * width}
                    y={top - value}
                    width={width}
                    height={value}
                  />
                ),
            ),
          )}
          {series.map(
            ({ name, tone, form, values }) =>
              form !== 'bar' && (
                <path
                  key={name}
                  className="bar-line"
                  data-tone={tone}
                  data-dashed={form === 'dashed' || undefined}
                  d={stepsOf(values, top)}
                />
              ),
          )}
        </svg>
      </div>
      <div className="bars-ticks" style={columns} aria-hidden="true">
        {places.map(({ key, tick }, index) => {
          const place = ticks.indexOf(index)
          return (
            <span key={key} data-minor={place % 2 !== 0 || undefined}>
              {place >= 0 && tick}
            </span>
          )
        })}
      </div>
      <div className="bars-foot">
        <ul className="legend">
          {series.map(({ name, tone, form }) => (
            <li key={name}>
              <span
                className={form === 'bar' ? 'legend-swatch' : 'legend-line'}
                data-tone={tone}
                data-dashed={form === 'dashed' || undefined}
                aria-hidden="true"
              />
              {name}
            </li>
          ))}
        </ul>
        <p className="bars-readout" aria-hidden="true">
          {pointedAt !== undefined && places[pointedAt]?.label}
        </p>
      </div>
    </div>
  )
}

/** A level as long as its place: so a number between two unknown ones is seen too. */
const stepsOf = (values: readonly (number | undefined)[], top: number): string =>
  values
    .map((value, index) => {
      if (value === undefined) return ''
      const isBegun = index > 0 && values[index - 1] !== undefined
      return `${isBegun ? 'L' : 'M'}${index} ${top - value}H${index + 1}`
    })
    .join('')
