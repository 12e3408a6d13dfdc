import './history.css'
import type { ValueDetail, ValueName } from '@assay/contract'
import { useSearch } from '../../../base/routing/location.ts'
import { useRights } from '../../../base/session/rights.ts'
import { text } from '../../../base/texts/index.ts'
import { useValueKeys } from '../use-value-keys.ts'
import { ComparePanel } from './compare-panel.tsx'
import { type Choice, choiceOf, moveA, moveB } from './runs.ts'
import { RunsPanel } from './runs-panel.tsx'
import { Source } from './source.tsx'

interface HistoryViewProps {
  subject: ValueName
  value: ValueDetail
  /** As it is called in sentences. */
  shown: string
}

/** When, why and by whom the verdict changed, and what differs between two runs. */
export function HistoryView({ subject, value, shown }: HistoryViewProps) {
  const { params, set } = useSearch()
  const { analyze } = useRights()
  const { runs } = value.history
  // Reports are for those who may run analyzers.
  const choice = analyze ? choiceOf(runs, params.get('a'), params.get('b')) : undefined
  const choose = (next: Choice) => set({ ...next })
  useValueKeys({
    '[': choice && (() => choose(moveA(runs, choice))),
    ']': choice && (() => choose(moveB(runs, choice))),
  })
  return (
    <>
      <Source subject={subject} value={value} chosen={choice ? [choice.a, choice.b] : []} />
      {runs.length === 0 ? (
        <p className="muted">{text('history.none')}</p>
      ) : (
        <div className="history-columns" data-one={choice === undefined || undefined}>
          <RunsPanel
            history={value.history}
            shown={shown}
            onlyChanges={params.get('show') === 'changes'}
            onOnlyChanges={(only) => set({ show: only ? 'changes' : undefined })}
            choice={choice}
            onChoose={(side, id) => choice && choose({ ...choice, [side]: id })}
          />
          {choice && <ComparePanel runs={runs} choice={choice} />}
        </div>
      )}
    </>
  )
}
