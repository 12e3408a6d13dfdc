import { api } from '../../../base/api.ts'
import { onConflict } from '../../../base/on-conflict.ts'
import { text } from '../../../base/texts/index.ts'
import { Check, Field } from '../../../base/ui/field.tsx'
import { useForm } from '../../../base/use-form.ts'
import { SettingDialog } from '../setting-dialog.tsx'

export function ObservableTypeDialog(props: { onSaved: () => void; onClose: () => void }) {
  const { onSaved, onClose } = props
  const first = { name: '', isAttachment: false }
  const { values, action, field, check } = useForm(first, ['name'])

  async function save(): Promise<string> {
    const input = { ...values, name: values.name.trim() }
    await onConflict(api.createObservableTypeV1(input), { name: text('settings.nameTaken') })
    return input.name
  }

  return (
    <SettingDialog
      name={undefined}
      add={text('types.add')}
      action={action}
      wrong={() => (values.name.trim() === '' ? { name: text('types.nameMissing') } : {})}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
    >
      <Field label={text('types.name')} {...field('name')} isRequired />
      <Check label={text('types.isFile')} {...check('isAttachment')} />
    </SettingDialog>
  )
}
