import { useNodes } from '../../../base/data/nodes.ts'
import { counted, text } from '../../../base/texts/index.ts'

/** Whether any node runs what is enabled here, and how much at once. */
export function NodeCounts() {
  const { data } = useNodes()
  if (!data) return null
  const { alive, slots, running } = data
  return (
    <span className="muted">
      {alive === 0 ? text('nodes.ownNone') : counted('nodes.ownSummary', alive, { slots, running })}
    </span>
  )
}
