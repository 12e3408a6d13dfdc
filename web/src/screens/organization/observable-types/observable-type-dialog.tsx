import { api } from '../../../base/api.ts'
import { onConflict } from '../../../base/on-conflict.ts'
import { text } from '../../../base/texts/index.ts'
import { Check, Field } from '../../../base/ui/field.tsx'
import { FormDialog } from '../../../base/ui/form-dialog.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { useForm } from '../../../base/use-form.ts'

export function ObservableTypeDialog(props: { onSaved: () => void; onClose: () => void }) {
  const { onSaved, onClose } = props
  const first = { name: '', isAttachment: false }
  const { values, action, field, check } = useForm(first, ['name'])

  async function save() {
    const input = { ...values, name: values.name.trim() }
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
      wrong={() => (values.name.trim() === '' ? { name: text('types.nameMissing') } : {})}
      onSubmit={save}
      onClose={onClose}
    >
      <Field label={text('types.name')} {...field('name')} isRequired />
      <Check label={text('types.isFile')} {...check('isAttachment')} />
    </FormDialog>
  )
}
