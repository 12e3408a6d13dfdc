import type { ReactNode } from 'react'
import type { Tone } from './stacked-bars.tsx'
import './charts.css'

export interface BarRow {
  readonly key: string
  readonly name: ReactNode
  /** 0 to 1; the bar. */
  readonly share: number
  readonly tone: Tone
  /** What the bar says, in words and numbers. */
  readonly value: ReactNode
  /** Below the bar. */
  readonly note?: ReactNode
}

/** Bars that lie: each with its name and number in text, so the bar itself says nothing more. */
export function BarList({ label, rows }: { label: string; rows: readonly BarRow[] }) {
  return (
    <ul className="bar-list" aria-label={label}>
      {rows.map(({ key, name, share, tone, value, note }) => (
        <li key={key}>
          <span className="bar-list-name">{name}</span>
          <span className="bar-list-value number">{value}</span>
          <ShareBar share={share} tone={tone} />
          {note && <span className="bar-list-note">{note}</span>}
        </li>
      ))}
    </ul>
  )
}

function ShareBar({ share, tone }: { share: number; tone: Tone }) {
  const width = Math.min(1, Math.max(0, share))
  return (
    <svg
      className="bar-list-bar"
      viewBox="0 0 1 1"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <rect className="bar-part" data-tone={tone} width={width} height={1} />
    </svg>
  )
}
