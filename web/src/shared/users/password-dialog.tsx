import type { User } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { newPasswordErrors } from '../../base/new-password.ts'
import { text } from '../../base/texts/index.ts'
import { FormDialog } from '../../base/ui/form-dialog.tsx'
import { NewPasswordFields } from '../../base/ui/new-password-fields.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { useAction } from '../../base/use-action.ts'
import { usersChanged } from './use-users.ts'

const empty = { password: '', repeat: '' }

export function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [values, setValues] = useState(empty)
  const action = useAction(Object.keys(empty))

  async function save() {
    await api.setPassword({ login: user.id }, { password: values.password })
    usersChanged()
    showToast({ kind: 'success', message: text('users.passwordSet', { login: user.id }) })
    onClose()
  }

  return (
    <FormDialog
      title={text('users.passwordTitle', { login: user.id })}
      submit={text('users.setPassword')}
      action={action}
      wrong={() => newPasswordErrors(values, user.id)}
      onSubmit={save}
      onClose={onClose}
    >
      <p className="form-lead">{text('users.passwordEffect')}</p>
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={user.id} readOnly hidden />
      <NewPasswordFields
        value={values}
        onChange={(change) => {
          setValues((present) => ({ ...present, ...change }))
          action.forget(Object.keys(change))
        }}
        errors={action.problem?.fields ?? {}}
        labels={{ password: text('change.new'), repeat: text('change.repeat') }}
      />
    </FormDialog>
  )
}
