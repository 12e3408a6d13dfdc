import { type FormEvent, useState } from 'react'
import { text } from '../texts/index.ts'
import { Field } from '../ui/field.tsx'
import { NewPasswordFields } from '../ui/new-password-fields.tsx'
import { Notice } from '../ui/notice.tsx'
import { useTitle } from '../ui/page.tsx'
import { useRefusalFocus } from '../use-action.ts'
import { useForm } from '../use-form.ts'
import { createAndSignIn, type FirstUser, firstUserErrors } from './first-user.ts'
import { setupToken } from './token.ts'

/** `onDone` gets a notice for the sign-in page when the new user is not signed in yet. */
export function SetupPage({ onDone }: { onDone: (notice?: string) => Promise<void> }) {
  const { values, action, errors, set, field } = useForm<FirstUser>(() => ({
    token: setupToken(),
    login: '',
    name: '',
    password: '',
    repeat: '',
  }))
  const { busy, problem, refusals, refuse, run } = action
  const form = useRefusalFocus(refusals)
  useTitle(text('setup.title'))
  // With the token from the link there is nothing to ask, unless the server refuses it.
  const [asksToken, setAsksToken] = useState(() => !setupToken())
  if (errors.token && !asksToken) setAsksToken(true)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const wrong = firstUserErrors(values)
    if (Object.keys(wrong).length > 0) refuse({ message: text('error.fields'), fields: wrong })
    else void run(async () => onDone(await createAndSignIn(values)))
  }

  return (
    <form className="card" method="post" noValidate ref={form} onSubmit={submit}>
      <h1 tabIndex={-1}>{text('setup.title')}</h1>
      <p className="card-lead">{text('setup.intro')}</p>
      <Notice kind="error">{problem?.message}</Notice>
      {asksToken && (
        <>
          <Notice kind="info">{text('setup.tokenHelp')}</Notice>
          <Field
            label={text('setup.token')}
            {...field('token')}
            autoComplete="off"
            hint={text('setup.tokenHint')}
          />
        </>
      )}
      <Field
        label={text('setup.login')}
        {...field('login')}
        onBlur={() => set({ login: values.login.trim().toLowerCase() }, [])}
        autoComplete="username"
        hint={text('setup.loginHint')}
      />
      <Field label={text('setup.name')} {...field('name')} autoComplete="name" />
      <NewPasswordFields
        value={values}
        onChange={set}
        errors={errors}
        labels={{ password: text('password.new'), repeat: text('password.repeat') }}
      />
      <button type="submit" className="button button-primary button-wide" aria-disabled={busy}>
        {text(busy ? 'setup.busy' : 'setup.submit')}
      </button>
    </form>
  )
}
