import type { Worker } from '@assay/contract'
import { useState } from 'react'
import { useAnalyzerSets } from '../../base/data/workers.ts'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { sameType } from '../../base/model/observable.ts'
import { aboutOf } from '../../base/model/question.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { FormDialog } from '../../base/ui/form-dialog.tsx'
import { toggled } from '../../base/ui/table.tsx'
import { useAction } from '../../base/use-action.ts'
import { isLocal } from '../analysis/presets.ts'

/** "6 analyzers, 1 asks the internet": what a press costs, before it. */
export function costOf(workers: readonly Worker[]): string {
  const outside = workers.filter((worker) => !isLocal(worker)).length
  const all = counted('value.analyzers', workers.length)
  return outside === 0 ? all : `${all}, ${counted('value.askOutside', outside)}`
}

interface ChooseAnalyzersProps {
  dataType: string
  fitting: readonly Worker[]
  onRun: (chosen: readonly Worker[]) => Promise<void>
  onClose: () => void
}

export function ChooseAnalyzers({ dataType, fitting, onRun, onClose }: ChooseAnalyzersProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const action = useAction()
  const sets = (useAnalyzerSets().data ?? []).flatMap(({ id, name, analyzers, dataTypes }) => {
    if (dataTypes.length > 0 && !dataTypes.some((type) => sameType(type, dataType))) return []
    const its = fitting.filter((worker) => analyzers.includes(worker.name))
    return its.length === 0 ? [] : [{ id, name, its }]
  })
  const workers = fitting.filter(({ id }) => chosen.has(id))
  return (
    <FormDialog
      title={text('value.chooseTitle')}
      icon="play"
      submit={text('value.analyze')}
      unavailable={workers.length === 0 && text('value.chooseFirst')}
      action={action}
      onSubmit={async () => {
        onClose()
        await onRun(workers)
      }}
      onClose={onClose}
    >
      {sets.length > 0 && (
        <fieldset className="buttons">
          <legend className="visually-hidden">{text('value.chooseSet')}</legend>
          {sets.map(({ id, name, its }) => (
            <Button
              key={id}
              size="small"
              onClick={() => setChosen(new Set(its.map((worker) => worker.id)))}
            >
              {name}
            </Button>
          ))}
        </fieldset>
      )}
      <fieldset className="option-list">
        <legend className="visually-hidden">{text('value.chooseTitle')}</legend>
        {fitting.map((worker) => (
          <label key={worker.id} className="option">
            <input
              type="checkbox"
              checked={chosen.has(worker.id)}
              onChange={() => setChosen(toggled(chosen, worker.id))}
            />
            <span>
              <span className="option-name">{analyzerName(worker.name)}</span>
              <small>
                {!isLocal(worker) && `${text('value.asksOutside')} · `}
                {aboutOf(worker.name, worker.description)}
              </small>
            </span>
          </label>
        ))}
      </fieldset>
      {workers.length > 0 && <p className="effect">{costOf(workers)}</p>}
    </FormDialog>
  )
}
