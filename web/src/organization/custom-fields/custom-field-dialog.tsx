import type { CustomFieldV1 } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../api.ts'
import { onConflict } from '../../on-conflict.ts'
import { type TextKey, text } from '../../texts/index.ts'
import { Check, Field, Select, TextArea } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useAction } from '../../use-action.ts'
import { type FieldValues, fieldChange, fieldErrors, fieldTypes, valuesOf } from './field-values.ts'

interface CustomFieldDialogProps {
  /** Absent for a new one. */
  field: CustomFieldV1 | undefined
  onSaved: () => void
  onClose: () => void
}

const names = ['name', 'displayName', 'description', 'type', 'mandatory', 'options']

export function CustomFieldDialog({ field, onSaved, onClose }: CustomFieldDialogProps) {
  const [values, setValues] = useState(() => valuesOf(field))
  const action = useAction(names)
  const errors = action.problem?.fields ?? {}
  const set = (change: Partial<FieldValues>) => {
    setValues((present) => ({ ...present, ...change }))
    action.forget(Object.keys(change))
  }

  async function save() {
    const change = fieldChange(values)
    if (field) await api.updateCustomFieldV1({ id: field._id }, change)
    else {
      const { type } = values
      const created = api.createCustomFieldV1({ name: values.name.trim(), type, ...change })
      await onConflict(created, { name: text('settings.nameTaken') })
    }
    onSaved()
    showToast({ kind: 'success', message: text('settings.saved', { name: change.displayName }) })
    onClose()
  }

  return (
    <FormDialog
      title={field ? text('settings.editTitle', { name: field.displayName }) : text('fields.add')}
      submit={text('app.save')}
      action={action}
      wrong={() => fieldErrors(values)}
      onSubmit={save}
      onClose={onClose}
    >
      {!field && (
        <>
          <Field
            label={text('fields.name')}
            name="name"
            value={values.name}
            onChange={(name) => set({ name })}
            hint={text('fields.nameHint')}
            error={errors.name}
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
        name="displayName"
        value={values.displayName}
        onChange={(displayName) => set({ displayName })}
        hint={text('fields.labelHint')}
        error={errors.displayName}
      />
      <TextArea
        label={text('fields.description')}
        name="description"
        rows={2}
        value={values.description}
        onChange={(description) => set({ description })}
        error={errors.description}
      />
      <TextArea
        label={text('fields.options')}
        name="options"
        rows={4}
        value={values.options}
        onChange={(options) => set({ options })}
        hint={text('fields.optionsHint')}
        error={errors.options}
      />
      <Check
        label={text('fields.mandatory')}
        name="mandatory"
        checked={values.mandatory}
        onChange={(mandatory) => set({ mandatory })}
        hint={text('fields.mandatoryHint')}
      />
    </FormDialog>
  )
}
