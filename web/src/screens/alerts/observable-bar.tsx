import type { ObservableV1 } from '@assay/contract'
import { api } from '../../base/api.ts'
import { attempt } from '../../base/attempt.ts'
import { changed } from '../../base/data/cache.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { BulkBar } from '../../shared/list/bulk-bar.tsx'
import type { Selection } from '../../shared/list/use-selection.ts'
import { openNewAnalysis } from '../analysis/draft.ts'
import { draftFor } from './analyze-observables.ts'

interface ObservableBarProps {
  selection: Selection<ObservableV1>
  pap: number
}

/** What can be done with the chosen observables. */
export function ObservableBar({ selection, pap }: ObservableBarProps) {
  const observables = selection.chosen
  const ids = observables.map(({ _id }) => _id)
  const draft = draftFor(observables, pap)
  const isIoc = observables.every(({ ioc }) => ioc)
  const setIoc = () =>
    attempt(async () => {
      await api.updateObservablesV1({ ids, ioc: !isIoc })
      await changed('case_artifact')
      selection.clear()
    })
  const remove = () =>
    selection.remove(observables, {
      message: counted('alerts.observablesDeleted', ids.length),
      work: async () => {
        for (const id of ids) await api.deleteObservableV1({ id })
        await changed('case_artifact')
      },
    })
  return (
    <BulkBar
      label={text('alerts.bulkObservables')}
      count={counted('alerts.chosen', ids.length)}
      apart={
        <Button size="small" kind="danger" icon="trash" onClick={remove}>
          {text('app.delete')}
        </Button>
      }
    >
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
    </BulkBar>
  )
}
