import { useState } from 'react'
import { api } from '../../api.ts'
import { onConflict } from '../../on-conflict.ts'
import { text } from '../../texts/index.ts'
import { Check, Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useAction } from '../../use-action.ts'

export function ObservableTypeDialog(props: { onSaved: () => void; onClose: () => void }) {
  const { onSaved, onClose } = props
  const [name, setName] = useState('')
  const [isAttachment, setAttachment] = useState(false)
  const action = useAction(['name'])

  async function save() {
    const input = { name: name.trim(), isAttachment }
    await onConflict(api.createObservableTypeV1(input), { name: text('settings.nameTaken') })
    onSaved()
    showToast({ kind: 'success', message: text('settings.saved', { name: input.name }) })
    onClose()
  }

  return (
    <FormDialog
      title={text('types.add')}
      submit={text('app.save')}
      action={action}
      wrong={() => (name.trim() === '' ? { name: text('types.nameMissing') } : {})}
      onSubmit={save}
      onClose={onClose}
    >
      <Field
        label={text('types.name')}
        name="name"
        value={name}
        onChange={(value) => {
          setName(value)
          action.forget(['name'])
        }}
        error={action.problem?.fields.name}
        isRequired
      />
      <Check
        label={text('types.isFile')}
        name="isAttachment"
        checked={isAttachment}
        onChange={setAttachment}
      />
    </FormDialog>
  )
}
