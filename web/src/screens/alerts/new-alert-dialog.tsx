import { useState } from 'react'
import { api } from '../../base/api.ts'
import { navigate } from '../../base/routing/location.ts'
import { path } from '../../base/routing/match.ts'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { Check, Field, TextArea } from '../../base/ui/field.tsx'
import { FormDialog } from '../../base/ui/form-dialog.tsx'
import { useAction } from '../../base/use-action.ts'
import { PapField, SeverityField, TlpField } from '../../shared/response/marking-fields.tsx'
import { PasteObservables } from '../../shared/response/paste-observables.tsx'
import { nothingPasted, observablesIn } from '../../shared/response/pasted.ts'
import { TagsField } from '../../shared/response/tags-field.tsx'
import { type AlertDraft, alertOf, missingNames, newDraft } from './new-alert.ts'

const fields = ['title', 'description', 'type', 'source', 'sourceRef', 'tags', 'observables']

export function NewAlertDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession()
  const [draft, setDraft] = useState(() => newDraft(user.id, Date.now()))
  const [pasted, setPasted] = useState(nothingPasted)
  const action = useAction(fields)
  const errors = action.problem?.fields ?? {}
  const set = (change: Partial<AlertDraft>) => {
    setDraft((present) => ({ ...present, ...change }))
    action.forget(Object.keys(change))
  }
  const textField = (name: 'title' | 'type' | 'source' | 'sourceRef') => ({
    name,
    value: draft[name],
    onChange: (value: string) => set({ [name]: value }),
    error: errors[name],
    isRequired: true,
  })

  const wrong = () =>
    Object.fromEntries(missingNames(draft).map((name) => [name, text('alerts.missing')]))
  const create = async () => {
    const { _id } = await api.createAlertV1(alertOf(draft, observablesIn(pasted)))
    navigate(path`/alerts/${_id}`)
  }

  return (
    <FormDialog
      title={text('alerts.new')}
      shape="drawer"
      submit={text('alerts.create')}
      action={action}
      wrong={wrong}
      onSubmit={create}
      onClose={onClose}
    >
      <Field label={text('alerts.titleLabel')} {...textField('title')} />
      <TextArea
        label={text('alerts.description')}
        name="description"
        value={draft.description}
        onChange={(description) => set({ description })}
        error={errors.description}
      />
      <div className="field-row">
        <Field label={text('alerts.type')} {...textField('type')} />
        <Field label={text('alerts.source')} {...textField('source')} />
        <Field label={text('alerts.reference')} {...textField('sourceRef')} />
      </div>
      <div className="field-row">
        <SeverityField value={draft.severity} onChange={(severity) => set({ severity })} />
        <TlpField value={draft.tlp} onChange={(tlp) => set({ tlp })} />
        <PapField value={draft.pap} onChange={(pap) => set({ pap })} />
      </div>
      <TagsField
        label={text('alerts.tags')}
        tags={draft.tags}
        onChange={(tags) => set({ tags })}
        error={errors.tags}
      />
      <PasteObservables value={pasted} onChange={setPasted} error={errors.observables} />
      <Check
        label={text('alerts.allIoc')}
        checked={draft.isIoc}
        onChange={(isIoc) => set({ isIoc })}
      />
    </FormDialog>
  )
}
