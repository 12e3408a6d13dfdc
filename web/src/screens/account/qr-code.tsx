import { encodeQR } from 'qr'

/**
 * One path of squares; colors are in the style sheet, which stays light in the dark theme: apps read only
 * that.
 */
export function QrCode({ value, label }: { value: string; label: string }) {
  const rows = encodeQR(value, 'raw', { ecc: 'medium', border: 4 })
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  )
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
    >
      <path d={squares.join('')} />
    </svg>
  )
}
