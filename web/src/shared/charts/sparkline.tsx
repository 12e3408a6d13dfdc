import './charts.css'

/** A hint of the trend, next to a number; the chart below it shows the whole. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const top = Math.max(1, ...values)
  const width = Math.max(1, values.length - 1)
  const points = values.map((value, index) => `${index},${top - value}`).join(' ')
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${width} ${top}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <polygon points={`0,${top} ${points} ${width},${top}`} />
      <polyline points={points} />
    </svg>
  )
}
