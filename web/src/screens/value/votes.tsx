import type { ValueDetail } from '@assay/contract'
import { progressOf } from './progress.ts'
import { votesOf } from './reasons.ts'

const maxSegments = 40

/** One segment for each analyzer: what it says, or while they run how far they are. */
export function Votes({ value }: { value: ValueDetail }) {
  const segments = value.headline.state === 'running' ? steps(value) : votes(value)
  if (segments.length === 0) return null
  return (
    <div className="value-votes" aria-hidden="true">
      {segments.slice(0, maxSegments).map((segment, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: segments have no identity
        <i key={at} {...segment} />
      ))}
    </div>
  )
}

const votes = ({ answers }: ValueDetail) =>
  votesOf(answers).levels.map((level) => ({ 'data-verdict': level }))

function steps(value: ValueDetail) {
  const { done, running, waiting } = progressOf(value)
  const many = (count: number, step: string) =>
    Array.from({ length: count }, () => ({ 'data-step': step }))
  return [...many(done, 'done'), ...many(running, 'running'), ...many(waiting, 'waiting')]
}
