import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { markingOf } from '../../model/marking.ts'
import { text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Radios } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Answer, Empty } from '../../ui/states.tsx'
import { useAction } from '../../use-action.ts'
import { type Responder, runResponder, type Target, useRespondersFor } from './data.ts'

interface ResponderDialogProps {
  target: Target
  onClose: () => void
  onStarted: () => void
}

/** Choose and run in one step; what leaves the platform is said before. */
export function ResponderDialog({ target, onClose, onStarted }: ResponderDialogProps) {
  const formId = useId()
  const client = useQueryClient()
  const responders = useRespondersFor(target)
  const [wanted, setWanted] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const [engine, setEngine] = useState<string>()
  const { busy, problem, run } = useAction()
  const chosen = responders.data?.find(({ id }) => id === chosenId)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!chosen || busy) return
    void run(async () => {
      await runResponder(target, chosen.id, engineFor(chosen, engine))
      await client.invalidateQueries({ queryKey: ['actions'] })
      void client.invalidateQueries({ queryKey: ['case'] })
      onStarted()
    })
  }
  return (
    <Dialog
      title={text('cases.runResponder')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('app.cancel')}</Button>
          <Button
            kind="primary"
            icon="play"
            type="submit"
            form={formId}
            busy={busy}
            unavailable={!chosen && text('cases.chooseResponder')}
          >
            {chosen ? text('cases.runNamed', { name: chosen.name }) : text('cases.run')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <Notice kind="error">{problem?.message}</Notice>
        <Answer query={responders}>
          {(all) =>
            all.length === 0 ? (
              <Empty title={text('cases.noResponder')} icon="play">
                {text('cases.noResponderAbout')}
              </Empty>
            ) : (
              <>
                <Field
                  label={text('cases.filterResponders')}
                  name="wanted"
                  type="search"
                  value={wanted}
                  onChange={setWanted}
                />
                <ResponderList
                  responders={all.filter((one) => matches(one, wanted))}
                  chosenId={chosenId}
                  onChoose={setChosenId}
                />
              </>
            )
          }
        </Answer>
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
      </form>
    </Dialog>
  )
}

const engineFor = ({ engineIds }: Responder, wanted: string | undefined) =>
  engineIds.find((name) => name === wanted) ?? engineIds[0] ?? ''

const matches = ({ name, description }: Responder, wanted: string) =>
  `${name} ${description}`.toLowerCase().includes(wanted.trim().toLowerCase())

interface ResponderListProps {
  responders: readonly Responder[]
  chosenId: string | undefined
  onChoose: (id: string) => void
}

function ResponderList({ responders, chosenId, onChoose }: ResponderListProps) {
  if (responders.length === 0) return <p className="muted">{text('choices.none')}</p>
  return (
    <fieldset className="option-list">
      <legend className="visually-hidden">{text('cases.responder')}</legend>
      {responders.map(({ id, name, version, description }) => (
        <label key={id} className="option">
          <input
            type="radio"
            name="responder"
            value={id}
            checked={id === chosenId}
            onChange={() => onChoose(id)}
          />
          <span>
            <span className="option-name">
              {name} <span className="muted">{version}</span>
            </span>
            {description && <small>{description}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
