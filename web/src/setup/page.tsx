import { type FormEvent, useState } from 'react'
import { text } from '../texts/index.ts'
import { Field } from '../ui/field.tsx'
import { NewPasswordFields } from '../ui/new-password-fields.tsx'
import { Notice } from '../ui/notice.tsx'
import { useTitle } from '../ui/page.tsx'
import { useAction, useRefusalFocus } from '../use-action.ts'
import { createAndSignIn, type FirstUser, firstUserErrors } from './first-user.ts'
import { setupToken } from './token.ts'

const fields = ['token', 'login', 'name', 'password', 'repeat'] as const

/** `onDone` gets a notice for the sign-in page when the new user is not signed in yet. */
export function SetupPage({ onDone }: { onDone: (notice?: string) => Promise<void> }) {
  const [values, setValues] = useState<FirstUser>(() => ({
    token: setupToken(),
    login: '',
    name: '',
    password: '',
    repeat: '',
  }))
  const { busy, problem, refusals, refuse, forget, run } = useAction(fields)
  const form = useRefusalFocus(refusals)
  useTitle(text('setup.title'))
  const errors = problem?.fields ?? {}
  const set = (change: Partial<FirstUser>) => {
    // Password managers fill several fields at once, before the next render.
    setValues((present) => ({ ...present, ...change }))
    forget(Object.keys(change))
  }
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
            name="token"
            value={values.token}
            onChange={(token) => set({ token })}
            autoComplete="off"
            hint={text('setup.tokenHint')}
            error={errors.token}
          />
        </>
      )}
      <Field
        label={text('setup.login')}
        name="login"
        value={values.login}
        onChange={(login) => set({ login })}
        onBlur={() => setValues({ ...values, login: values.login.trim().toLowerCase() })}
        autoComplete="username"
        hint={text('setup.loginHint')}
        error={errors.login}
      />
      <Field
        label={text('setup.name')}
        name="name"
        value={values.name}
        onChange={(name) => set({ name })}
        autoComplete="name"
        error={errors.name}
      />
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
