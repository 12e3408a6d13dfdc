import type { CustomFieldV1 } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { onConflict } from '../../../base/on-conflict.ts'
import { type TextKey, text } from '../../../base/texts/index.ts'
import { Check, Field, Select, TextArea } from '../../../base/ui/field.tsx'
import { useForm } from '../../../base/use-form.ts'
import { SettingDialog } from '../setting-dialog.tsx'
import { fieldChange, fieldErrors, fieldTypes, valuesOf } from './field-values.ts'

interface CustomFieldDialogProps {
  /** Absent for a new one. */
  field: CustomFieldV1 | undefined
  onSaved: () => void
  onClose: () => void
}

const names = ['name', 'displayName', 'description', 'type', 'mandatory', 'options']

export function CustomFieldDialog(props: CustomFieldDialogProps) {
  const { field: stored, onSaved, onClose } = props
  const { values, action, errors, set, field, check } = useForm(() => valuesOf(stored), names)

  async function save(): Promise<string> {
    const change = fieldChange(values)
    if (stored) await api.updateCustomFieldV1({ id: stored._id }, change)
    else {
      const { type } = values
      const created = api.createCustomFieldV1({ name: values.name.trim(), type, ...change })
      await onConflict(created, { name: text('settings.nameTaken') })
    }
    return change.displayName
  }

  return (
    <SettingDialog
      name={stored?.displayName}
      add={text('fields.add')}
      action={action}
      wrong={() => fieldErrors(values)}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
    >
      {!stored && (
        <>
          <Field
            label={text('fields.name')}
            {...field('name')}
            hint={text('fields.nameHint')}
            isRequired
          />
          <Select
            label={text('fields.type')}
            name="type"
            value={values.type}
            onChange={(chosen) =>
              set({ type: fieldTypes.find((type) => type === chosen) ?? 'string' })
            }
            options={fieldTypes.map((value) => ({
              value,
              label: text(`fields.type.${value}` as TextKey),
            }))}
            error={errors.type}
          />
        </>
      )}
      <Field
        label={text('fields.label')}
        {...field('displayName')}
        hint={text('fields.labelHint')}
      />
      <TextArea label={text('fields.description')} rows={2} {...field('description')} />
      <TextArea
        label={text('fields.options')}
        rows={4}
        {...field('options')}
        hint={text('fields.optionsHint')}
      />
      <Check
        label={text('fields.mandatory')}
        {...check('mandatory')}
        hint={text('fields.mandatoryHint')}
      />
    </SettingDialog>
  )
}
