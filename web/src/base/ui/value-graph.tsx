import { iconPath } from './icons.tsx'

type Level = 'malicious' | 'suspicious' | 'safe' | 'info' | 'none'

interface PlacedValue {
  readonly node: { readonly level: Level | null }
  readonly column: number
  readonly row: number
}

interface ValueEdgesProps {
  className: string
  edges: readonly { readonly from: string; readonly to: string }[]
  placed: ReadonlyMap<string, PlacedValue>
  /** Where the boxes of a column, and of a row, begin. */
  x: (column: number) => number
  y: (row: number) => number
  box: { readonly width: number; readonly height: number }
}

/** From the right side of one box to the left side of another. */
export const ValueEdges = ({ className, edges, placed, x, y, box }: ValueEdgesProps) =>
  edges.map(({ from, to }) => {
    const [a, b] = [placed.get(from), placed.get(to)]
    if (!a || !b) return null
    const start = [x(a.column) + box.width, y(a.row) + box.height / 2] as const
    const end = [x(b.column), y(b.row) + box.height / 2] as const
    const middle = (start[0] + end[0]) / 2
    const isHot = a.node.level === 'malicious' && b.node.level === 'malicious'
    return (
      <path
        key={`${from} ${to}`}
        className={isHot ? `${className} ${className}-hot` : className}
        d={`M${start.join(' ')}C${middle} ${start[1]} ${middle} ${end[1]} ${end.join(' ')}`}
      />
    )
  })

interface ValueNodeProps {
  /** Begins the names of the classes of its parts. */
  className: string
  level: Level
  value: string
  note: string
  x: number
  y: number
  width: number
  height: number
}

/** A value in a drawing. What is around it has its name in words: its texts are for the eye. */
export const ValueNode = ({ className, level, value, note, x, y, ...size }: ValueNodeProps) => (
  <>
    <rect className={`${className}-box`} x={x} y={y} {...size} rx={6} />
    <rect
      className={`${className}-bar`}
      x={x}
      y={y + 8}
      width={4}
      height={size.height - 16}
      rx={2}
    />
    {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a text of a drawing takes no focus */}
    <text className={`${className}-value`} aria-hidden="true" x={x + 12} y={y + 17}>
      {value}
    </text>{' '}
    <svg x={x + 11} y={y + 21} width={14} height={14} viewBox="0 0 20 20" aria-hidden="true">
      <path
        className={`${className}-icon`}
        d={iconPath(`level-${level === 'none' ? 'info' : level}`)}
      />
    </svg>
    {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a text of a drawing takes no focus */}
    <text className={`${className}-note`} aria-hidden="true" x={x + 30} y={y + 32}>
      {note}
    </text>
  </>
)
