import { useState } from 'react'
import { readAgain } from '../../data/cache.ts'
import { keyOf } from '../../data/keys.ts'
import { markingOf } from '../../model/marking.ts'
import { type EngineWorker, WorkerPicker } from '../../response/worker-picker.tsx'
import { text } from '../../texts/index.ts'
import { Radios } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Empty } from '../../ui/states.tsx'
import { useAction } from '../../use-action.ts'
import { runResponder, type Target, useRespondersFor } from './data.ts'

interface ResponderDialogProps {
  target: Target
  onClose: () => void
  onStarted: () => void
}

/** Choose and run in one step; what leaves the platform is said before. */
export function ResponderDialog({ target, onClose, onStarted }: ResponderDialogProps) {
  const responders = useRespondersFor(target)
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [engine, setEngine] = useState<string>()
  const action = useAction()
  const chosen = responders.data?.find(({ id }) => ids.has(id))

  const start = async () => {
    if (!chosen) return
    await runResponder(target, chosen.id, engineFor(chosen, engine))
    await readAgain(keyOf('actions'))
    void readAgain(keyOf('case'))
    onStarted()
  }
  return (
    <FormDialog
      title={text('cases.runResponder')}
      icon="play"
      submit={chosen ? text('cases.runNamed', { name: chosen.name }) : text('cases.run')}
      unavailable={!chosen && text('cases.chooseResponder')}
      action={action}
      onSubmit={start}
      onClose={onClose}
    >
      <WorkerPicker
        query={responders}
        workers={responders.data ?? []}
        chosen={ids}
        onChange={setIds}
        isSingle
        legend={text('cases.responder')}
        filterLabel={text('cases.filterResponders')}
        none={
          <Empty title={text('cases.noResponder')} icon="play">
            {text('cases.noResponderAbout')}
          </Empty>
        }
      />
      {chosen && chosen.engineIds.length > 1 && (
        <Radios
          legend={text('cases.engine')}
          name="engine"
          value={engineFor(chosen, engine)}
          onChange={setEngine}
          options={chosen.engineIds.map((name) => ({ value: name, label: name }))}
        />
      )}
      {chosen && (
        <p className="effect">
          {text('cases.effect', { tlp: `TLP:${markingOf(target.tlp) ?? 'AMBER'}` })}
        </p>
      )}
    </FormDialog>
  )
}

const engineFor = ({ engineIds }: EngineWorker, wanted: string | undefined) =>
  engineIds.find((name) => name === wanted) ?? engineIds[0] ?? ''
