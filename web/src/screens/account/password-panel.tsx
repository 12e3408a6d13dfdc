import { type FormEvent, useState } from 'react'
import { api } from '../../base/api.ts'
import { newPasswordErrors } from '../../base/new-password.ts'
import { text } from '../../base/texts/index.ts'
import { NewPasswordFields } from '../../base/ui/new-password-fields.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { useRefusalFocus } from '../../base/use-action.ts'
import { useForm } from '../../base/use-form.ts'
import { OwnPassword, refuseWrongPassword } from './own-password.tsx'

const empty = { currentPassword: '', password: '', repeat: '' }

export function PasswordPanel({ login }: { login: string }) {
  const { values, action, errors, set, field } = useForm(empty)
  const { busy, problem, refusals, refuse, run } = action
  const [done, setDone] = useState(false)
  const form = useRefusalFocus(refusals)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setDone(false)
    const wrong = wrongFields(values, login)
    if (Object.keys(wrong).length > 0) refuse({ message: '', fields: wrong })
    else void run(change)
  }

  async function change() {
    const { currentPassword, password } = values
    const changed = api.changePassword({ login }, { currentPassword, password })
    await refuseWrongPassword('currentPassword', changed)
    set(empty, [])
    setDone(true)
  }

  return (
    <form method="post" noValidate ref={form} onSubmit={submit}>
      <Notice kind="error">{problem?.message}</Notice>
      <OwnPassword login={login} {...field('currentPassword')} />
      <NewPasswordFields
        value={values}
        onChange={set}
        errors={errors}
        labels={{ password: text('change.new'), repeat: text('change.repeat') }}
      />
      <button type="submit" className="button button-primary" aria-disabled={busy}>
        {text(busy ? 'change.busy' : 'change.submit')}
      </button>
      <Notice kind="success">{done && text('change.done')}</Notice>
    </form>
  )
}

function wrongFields(values: typeof empty, login: string): Record<string, string> {
  return {
    ...(values.currentPassword ? {} : { currentPassword: text('change.currentMissing') }),
    ...newPasswordErrors(values, login),
  }
}
