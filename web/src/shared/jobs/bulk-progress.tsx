import './bulk.css'
import { counted, labeled, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Icon } from '../../base/ui/icons.tsx'
import type { BulkState } from './use-bulk.ts'

/** Progress of a bulk action, then what failed and why. */
export function BulkProgress(props: { state: BulkState | undefined; onClose: () => void }) {
  const { state, onClose } = props
  if (!state) return null
  const { label, ended, total, refused, isOver } = state
  if (!isOver) {
    const progress = text('jobs.bulkProgress', { label, ended, total })
    return (
      <div className="bulk-progress">
        <span className="number">{progress}</span>
        <progress max={total} value={ended} aria-label={progress} />
      </div>
    )
  }
  return (
    <div className="failed">
      <Icon name="alert" />
      <div>
        <p>{counted('jobs.bulkRefused', refused.length)}</p>
        <ul className="bulk-refused">
          {refused.map(({ name, message }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two jobs may have one name
            <li key={index}>
              <span className="value">{name}</span>
              {labeled('', message)}
            </li>
          ))}
        </ul>
        <div className="buttons">
          <Button size="small" onClick={onClose}>
            {text('app.close')}
          </Button>
        </div>
      </div>
    </div>
  )
}
