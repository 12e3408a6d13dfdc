import { iconPath } from './icons.tsx'

/** From the right side of one box to the left side of another. */
export function edgePath(from: readonly [number, number], to: readonly [number, number]): string {
  const middle = (from[0] + to[0]) / 2
  return `M${from.join(' ')}C${middle} ${from[1]} ${middle} ${to[1]} ${to.join(' ')}`
}

interface ValueNodeProps {
  /** Begins the names of the classes of its parts. */
  className: string
  level: 'malicious' | 'suspicious' | 'safe' | 'info' | 'none'
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
