import type { Organization } from '@assay/contract'
import { api } from '../../base/api.ts'
import { onConflict } from '../../base/on-conflict.ts'
import { text } from '../../base/texts/index.ts'
import { Check, Field, TextArea } from '../../base/ui/field.tsx'
import { FormDialog } from '../../base/ui/form-dialog.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { useForm } from '../../base/use-form.ts'
import { usersChanged } from '../../shared/users/use-users.ts'

interface OrganizationDialogProps {
  /** Absent for a new one. */
  organization?: Organization
  onClose: () => void
  onCreated?: (name: string) => void
}

export function OrganizationDialog({ organization, onClose, onCreated }: OrganizationDialogProps) {
  const { values, action, field, check } = useForm(
    () => ({ name: '', description: organization?.description ?? '', enableBuiltin: true }),
    ['name', 'description'],
  )
  const { description, enableBuiltin } = values
  const name = values.name.trim()
  const isNew = organization === undefined

  const wrong = () => ({
    ...(isNew && name === '' ? { name: text('platform.nameMissing') } : {}),
  })

  async function save() {
    if (organization) await api.updateOrganization({ id: organization.id }, { description })
    else {
      const created = api.createOrganization({ name: name, description, enableBuiltin })
      await onConflict(created, { name: text('platform.nameTaken') })
    }
    usersChanged()
    showToast({
      kind: 'success',
      message: text(isNew ? 'platform.created' : 'platform.changed', {
        name: organization?.name ?? name,
      }),
    })
    if (isNew) onCreated?.(name)
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
          {...field('name')}
          hint={text('platform.nameHint')}
          isRequired
        />
      )}
      <TextArea label={text('platform.description')} rows={3} {...field('description')} />
      {isNew && (
        <Check
          label={text('platform.enableBuiltin')}
          {...check('enableBuiltin')}
          hint={text('platform.enableBuiltinHint')}
        />
      )}
    </FormDialog>
  )
}
