import { detect, type ValueList } from '@assay/contract'
import { defangText } from '../../base/model/defang.ts'
import { shownValue } from '../../base/model/observable.ts'
import { useRights } from '../../base/session/rights.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Empty } from '../../base/ui/states.tsx'
import { watchValue } from '../../shared/watch/actions.ts'
import { openNewAnalysis } from '../analysis/draft.ts'
import { totalOf } from './words.ts'

/** A look-alike of a brand that no one can own. */
const sample = 'examp1e-bank-login.test'

interface NothingFoundProps {
  found: ValueList
  typed: string
  onClearOthers: () => void
  onClear: () => void
}

/** Why there is no row, and the next step. */
export function NothingFound({ found, typed, onClearOthers, onClear }: NothingFoundProps) {
  const { analyze } = useRights()
  const { all, outside } = found
  if (all.count === 0 && typed === '')
    return (
      <Empty
        title={text('observables.noneYet')}
        icon="observable"
        action={
          analyze && (
            <Button kind="primary" icon="plus" onClick={() => openNewAnalysis({ text: sample })}>
              {text('observables.trySample')}
            </Button>
          )
        }
      >
        {text('observables.noneYetAbout')}
      </Empty>
    )
  if (outside && outside.count > 0)
    return (
      <Empty
        title={counted('observables.outside', outside.count, { total: totalOf(outside) })}
        icon="filter"
        action={<Button onClick={onClearOthers}>{text('observables.showOutside')}</Button>}
      />
    )
  if (typed !== '') return <NeverSeen typed={typed} isAnalyst={analyze} />
  return (
    <Empty
      title={text('observables.noMatch')}
      icon="filter"
      action={<Button onClick={onClear}>{text('app.clearAll')}</Button>}
    />
  )
}

function NeverSeen({ typed, isAnalyst }: { typed: string; isAnalyst: boolean }) {
  const { dataType, value } = detect(typed)
  const isObservable = dataType !== 'other'
  return (
    <Empty
      title={text('observables.neverSeen', {
        value: isObservable ? shownValue({ dataType, data: value }) : defangText(typed),
      })}
      icon="observable"
      action={
        isAnalyst &&
        isObservable && (
          <>
            <Button
              kind="primary"
              icon="plus"
              onClick={() => openNewAnalysis({ observables: [{ dataType, data: value }] })}
            >
              {text('observables.analyzeIt')}
            </Button>
            <Button icon="eye" onClick={() => void watchValue({ dataType, data: value }, 'none')}>
              {text('observables.watchIt')}
            </Button>
          </>
        )
      }
    >
      {text('observables.neverSeenAbout')}
    </Empty>
  )
}
