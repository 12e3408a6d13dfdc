import { useState } from 'react'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { markingOf } from '../../../base/model/marking.ts'
import { problemOf } from '../../../base/problem.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { Radios } from '../../../base/ui/field.tsx'
import { FormDialog } from '../../../base/ui/form-dialog.tsx'
import { Empty } from '../../../base/ui/states.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { useAction } from '../../../base/use-action.ts'
import { forEachOf } from '../../../shared/response/for-each-of.ts'
import { type EngineWorker, WorkerPicker } from '../../../shared/response/worker-picker.tsx'
import { runResponder, type Target, useRespondersFor } from './data.ts'

interface ResponderDialogProps {
  /** At least one; all of the same kind. */
  targets: readonly Target[]
  onClose: () => void
  onStarted: () => void
}

/** As many as a browser sends to one server at once. */
const atOnce = 6

/** Choose and run in one step; what leaves the platform is announced before. */
export function ResponderDialog({ targets, onClose, onStarted }: ResponderDialogProps) {
  // Which may be run depends on the kind and the marking: whatever takes the strictest takes all.
  const strictest = targets.reduce((one, other) => (other.tlp > one.tlp ? other : one))
  const responders = useRespondersFor(strictest)
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [engine, setEngine] = useState<string>()
  const action = useAction()
  const chosen = responders.data?.find(({ id }) => ids.has(id))

  const start = async () => {
    if (!chosen) return
    const refused: unknown[] = []
    await forEachOf(targets, atOnce, async (target) => {
      await runResponder(target, chosen.id, engineFor(chosen, engine)).catch((error: unknown) => {
        refused.push(error)
      })
    })
    await readAgain(keyOf('actions'), keyOf('story'))
    void readAgain(keyOf('case'))
    // Of several the others run: sending all of them once more would do it twice.
    if (refused.length === targets.length) throw refused[0]
    if (refused.length > 0)
      showToast({
        kind: 'error',
        message: [
          counted('cases.notStarted', refused.length),
          ...new Set(refused.map((error) => problemOf(error).message)),
        ].join(' '),
      })
    onStarted()
  }
  return (
    <FormDialog
      title={
        targets.length > 1
          ? counted('cases.respondToMany', targets.length)
          : text('cases.runResponder')
      }
      icon="play"
      submit={
        chosen ? text('cases.runNamed', { name: analyzerName(chosen.name) }) : text('cases.run')
      }
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
          {text('cases.effect', { tlp: `TLP:${markingOf(strictest.tlp) ?? 'AMBER'}` })}
        </p>
      )}
    </FormDialog>
  )
}

const engineFor = ({ engineIds }: EngineWorker, wanted: string | undefined) =>
  engineIds.find((name) => name === wanted) ?? engineIds[0] ?? ''
