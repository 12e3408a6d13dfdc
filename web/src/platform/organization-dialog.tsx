import type { Organization } from '@assay/contract'
import { useState } from 'react'
import { api } from '../api.ts'
import { onConflict } from '../on-conflict.ts'
import { text } from '../texts/index.ts'
import { Check, Field, TextArea } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { showToast } from '../ui/toasts.tsx'
import { useAction } from '../use-action.ts'
import { usersChanged } from '../users/use-users.ts'

interface OrganizationDialogProps {
  /** Absent for a new one. */
  organization?: Organization
  onClose: () => void
  onCreated?: (name: string) => void
}

export function OrganizationDialog({ organization, onClose, onCreated }: OrganizationDialogProps) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState(organization?.description ?? '')
  const [enableBuiltin, setEnableBuiltin] = useState(true)
  const action = useAction(['name', 'description'])
  const errors = action.problem?.fields ?? {}
  const isNew = organization === undefined

  const wrong = () => ({
    ...(isNew && name.trim() === '' ? { name: text('platform.nameMissing') } : {}),
  })

  async function save() {
    if (organization) await api.updateOrganization({ id: organization.id }, { description })
    else {
      const created = api.createOrganization({ name: name.trim(), description, enableBuiltin })
      await onConflict(created, { name: text('platform.nameTaken') })
    }
    usersChanged()
    showToast({
      kind: 'success',
      message: text(isNew ? 'platform.created' : 'platform.changed', {
        name: organization?.name ?? name.trim(),
      }),
    })
    if (isNew) onCreated?.(name.trim())
    else onClose()
  }

  return (
    <FormDialog
      title={
        organization
          ? text('platform.editOrganization', { name: organization.name })
          : text('platform.addOrganization')
      }
      submit={text(isNew ? 'platform.create' : 'app.save')}
      action={action}
      wrong={wrong}
      onSubmit={save}
      onClose={onClose}
    >
      {isNew && (
        <Field
          label={text('platform.name')}
          name="name"
          value={name}
          onChange={(value) => {
            setName(value)
            action.forget(['name'])
          }}
          hint={text('platform.nameHint')}
          error={errors.name}
          isRequired
        />
      )}
      <TextArea
        label={text('platform.description')}
        name="description"
        rows={3}
        value={description}
        onChange={(value) => {
          setDescription(value)
          action.forget(['description'])
        }}
        error={errors.description}
      />
      {isNew && (
        <Check
          label={text('platform.enableBuiltin')}
          name="enableBuiltin"
          checked={enableBuiltin}
          onChange={setEnableBuiltin}
          hint={text('platform.enableBuiltinHint')}
        />
      )}
    </FormDialog>
  )
}
