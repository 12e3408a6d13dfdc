import { formatNumber, text } from '../../base/texts/index.ts'
import { percentOf } from './similar.ts'

/** `62% (5/8)` with a bar; "n/a" when there is nothing that could be shared. */
export function Share({ part, whole }: { part: number; whole: number }) {
  const percent = percentOf(part, whole)
  if (percent === undefined) return <span className="muted">{text('response.notApplicable')}</span>
  return (
    <span className="share">
      <span className="number">
        {formatNumber(percent)}% ({formatNumber(part)}/{formatNumber(whole)})
      </span>
      <Meter part={part} whole={whole} />
    </span>
  )
}

/** A part of a whole as a bar; its words are next to it. */
export const Meter = ({ part, whole }: { part: number; whole: number }) => (
  <svg className="share-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect width="100" height="6" className="share-ground" />
    <rect width={percentOf(part, whole) ?? 0} height="6" className="share-part" />
  </svg>
)
