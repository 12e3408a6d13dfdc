import type { ValueBar } from '@assay/contract'
import { useRef, useState } from 'react'
import { dateOnly } from '../../base/model/times.ts'
import type { SearchChange } from '../../base/routing/location.ts'
import { text } from '../../base/texts/index.ts'
import { dayOf, timesIn } from '../../shared/list/days.ts'

interface TimelineProps {
  bars: readonly ValueBar[]
  params: URLSearchParams
  onChange: (change: SearchChange) => void
}

const height = 44
const ticks = 5

/**
 * When observables were last seen. Dragging over it chooses a time; the dates are fields in the filter
 * next to it, so the keyboard needs no other way.
 */
export function Timeline({ bars, params, onChange }: TimelineProps) {
  const plot = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<readonly [number, number]>()
  const top = Math.max(1, ...bars.map(heightOf))
  const { since, until } = timesIn(params)
  const isChosen = ({ at, until: end }: ValueBar) =>
    end > (since ?? 0) && at < (until ?? Number.POSITIVE_INFINITY)
  const indexAt = (x: number) => {
    const box = plot.current?.getBoundingClientRect()
    const share = box && box.width > 0 ? (x - box.left) / box.width : 0
    return Math.min(bars.length - 1, Math.max(0, Math.floor(share * bars.length)))
  }
  const [first, last] = drag ? [Math.min(...drag), Math.max(...drag)] : [undefined, undefined]
  const isRange = drag !== undefined || since !== undefined || until !== undefined
  const isMarked = (bar: ValueBar, index: number) =>
    first === undefined ? isChosen(bar) : index >= first && index <= (last ?? first)
  const choose = () => {
    const [from, to] = [bars[first ?? 0], bars[last ?? 0]]
    setDrag(undefined)
    if (!drag || !from || !to) return
    const isToEnd = last === bars.length - 1
    onChange({ from: dayOf(from.at), until: isToEnd ? undefined : dayOf(to.until - 1) })
  }
  return (
    <figure className="known-timeline">
      <div
        ref={plot}
        className="known-timeline-plot"
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          const at = indexAt(event.clientX)
          setDrag([at, at])
        }}
        onPointerMove={(event) => drag && setDrag([drag[0], indexAt(event.clientX)])}
        onPointerUp={choose}
        onPointerCancel={() => setDrag(undefined)}
      >
        <svg
          role="img"
          aria-label={text('observables.timeline')}
          viewBox={`0 0 ${bars.length} ${height}`}
          preserveAspectRatio="none"
        >
          {bars.map((bar, index) => (
            <Stack
              key={bar.at}
              bar={bar}
              x={index}
              top={top}
              isMarked={isMarked(bar, index)}
              isOn={isRange && isMarked(bar, index)}
            />
          ))}
        </svg>
      </div>
      <div className="known-timeline-ticks" aria-hidden="true">
        {Array.from({ length: ticks }, (_, tick) => {
          const at = bars[Math.floor((tick * bars.length) / ticks)]?.at
          return at === undefined ? null : <span key={at}>{dateOnly(at)}</span>
        })}
        <span>{text('timeRange.today')}</span>
      </div>
    </figure>
  )
}

const heightOf = ({ malicious, suspicious, other }: ValueBar) => malicious + suspicious + other

interface StackProps {
  bar: ValueBar
  x: number
  top: number
  isMarked: boolean
  /** Inside a chosen time, not merely among all. */
  isOn: boolean
}

function Stack(props: StackProps) {
  const { bar, x, top, isMarked, isOn } = props
  let y = height
  return (
    <g opacity={isMarked ? 1 : 0.35}>
      <rect
        className="known-timeline-slot"
        data-on={isOn || undefined}
        x={x}
        width={1}
        height={height}
      />
      {(['malicious', 'suspicious', 'other'] as const).map((level) => {
        // Something of few is still to be seen next to many.
        const part = bar[level] === 0 ? 0 : Math.max(1, (bar[level] / top) * height)
        y -= part
        return part === 0 ? null : (
          <rect key={level} data-level={level} x={x + 0.1} y={y} width={0.8} height={part} />
        )
      })}
    </g>
  )
}
