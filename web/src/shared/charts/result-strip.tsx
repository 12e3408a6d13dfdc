import type { Tone } from './stacked-bars.tsx'
import './charts.css'

interface ResultStripProps {
  label: string
  /** Oldest first. */
  results: readonly Tone[]
  /** Total places, so adjacent strips have bars of one width. */
  places: number
}

/** How the last runs went, one line each: failures stand out by height as well as by color. */
export function ResultStrip({ label, results, places }: ResultStripProps) {
  return (
    <svg
      className="result-strip"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${places} 10`}
      preserveAspectRatio="none"
    >
      {results.map((tone, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a place in the strip is its identity
          key={index}
          className="bar-part"
          data-tone={tone}
          x={index + 0.15}
          y={tone === 'bad' ? 0 : 4}
          width={0.7}
          height={tone === 'bad' ? 10 : 6}
        />
      ))}
    </svg>
  )
}
