import type { ObservableV1 } from '@assay/contract'
import { openNewAnalysis } from '../analysis/draft.ts'
import { api } from '../api.ts'
import { attempt } from '../response/attempt.ts'
import { counted, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { draftFor } from './analyze-observables.ts'

interface ObservableBarProps {
  observables: readonly ObservableV1[]
  pap: number
  onChanged: () => Promise<unknown>
  onDelete: () => void
}

/** What can be done with the chosen observables. */
export function ObservableBar({ observables, pap, onChanged, onDelete }: ObservableBarProps) {
  const ids = observables.map(({ _id }) => _id)
  const draft = draftFor(observables, pap)
  const isIoc = observables.every(({ ioc }) => ioc)
  const setIoc = () =>
    attempt(async () => {
      await api.updateObservablesV1({ ids, ioc: !isIoc })
      await onChanged()
    })
  return (
    <section className="bulk-bar" aria-label={text('alerts.bulkObservables')}>
      <strong>{counted('alerts.chosen', observables.length)}</strong>
      <Button
        size="small"
        kind="primary"
        icon="play"
        unavailable={draft.observables.length === 0 && text('alerts.onlyFiles')}
        onClick={() => openNewAnalysis(draft)}
      >
        {text('alerts.analyze')}
      </Button>
      <Button size="small" icon="star" onClick={() => void setIoc()}>
        {text(isIoc ? 'alerts.noIoc' : 'alerts.markIoc')}
      </Button>
      <Button size="small" kind="danger" icon="trash" onClick={onDelete}>
        {text('app.delete')}
      </Button>
    </section>
  )
}
