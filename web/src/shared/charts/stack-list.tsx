import type { ReactNode } from 'react'
import type { Series } from './stacked-bars.tsx'
import './charts.css'

export interface StackRow {
  readonly key: string
  readonly name: ReactNode
  /** One number for each series. */
  readonly parts: readonly number[]
  /** As much of each part is marked. */
  readonly marked?: readonly number[]
  /** What the bar says, in words and numbers. */
  readonly value: ReactNode
}

interface StackListProps {
  label: string
  series: readonly Series[]
  rows: readonly StackRow[]
  /** Names what is marked. */
  mark?: Series
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** Bars that lie, each made of parts, as long as its row is of the largest. */
export function StackList({ label, series, rows, mark }: StackListProps) {
  const most = Math.max(1, ...rows.map(({ parts }) => sumOf(parts)))
  return (
    <>
      <ul className="bar-list stack-list" aria-label={label}>
        {rows.map(({ key, name, parts, marked, value }) => (
          <li key={key}>
            <span className="bar-list-name">{name}</span>
            <span className="bar-list-value number">{value}</span>
            <svg
              className="stack-list-bar"
              viewBox={`0 0 ${most} 10`}
              preserveAspectRatio="none"
              aria-hidden="true"
              focusable="false"
            >
              {parts.map((part, index) => {
                const x = sumOf(parts.slice(0, index))
                const found = series[index]
                if (!found || part === 0) return null
                const late = marked?.[index] ?? 0
                return (
                  <g key={found.name}>
                    <rect
                      className="bar-part"
                      data-tone={found.tone}
                      {...{ x, width: part }}
                      height={10}
                    />
                    {late > 0 && mark && (
                      <rect
                        className="bar-part"
                        data-tone={mark.tone}
                        {...{ x, width: late }}
                        y={5}
                        height={5}
                      />
                    )}
                  </g>
                )
              })}
            </svg>
          </li>
        ))}
      </ul>
      <ul className="legend">
        {[...series, ...(mark ? [mark] : [])].map(({ name, tone }) => (
          <li key={name}>
            <span className="legend-swatch" data-tone={tone} aria-hidden="true" />
            {name}
          </li>
        ))}
      </ul>
    </>
  )
}
