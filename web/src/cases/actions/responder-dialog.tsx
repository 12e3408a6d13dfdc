import { useState } from 'react'
import { readAgain } from '../../data/changes.ts'
import { keyOf } from '../../data/keys.ts'
import { markingOf } from '../../model/marking.ts'
import { text } from '../../texts/index.ts'
import { Field, Radios } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
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
  const responders = useRespondersFor(target)
  const [wanted, setWanted] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const [engine, setEngine] = useState<string>()
  const action = useAction()
  const chosen = responders.data?.find(({ id }) => id === chosenId)

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
    </FormDialog>
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
