import { type FormEvent, useState } from 'react'
import { api } from '../api.ts'
import { text } from '../texts.ts'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useAction, useRefusalFocus } from '../use-action.ts'
import { useCountdown } from '../use-countdown.ts'
import { Wait } from './wait.tsx'

interface LoginPageProps {
  notice: string | undefined
  onSignedIn: () => Promise<void>
}

export function LoginPage({ notice, onSignedIn }: LoginPageProps) {
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const { busy, problem, refusals, refuse, forget, run } = useAction(['user', 'password'])
  const form = useRefusalFocus(refusals)
  const waitSeconds = useCountdown(problem?.waitUntil)

  async function signIn() {
    await api.login({ user: user.trim(), password })
    await onSignedIn()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || waitSeconds > 0) return
    const missing = missingFields(user, password)
    if (missing) refuse({ message: '', fields: missing })
    else void run(signIn)
  }

  return (
    <form className="card" method="post" noValidate ref={form} onSubmit={submit}>
      <h1 tabIndex={-1}>{text('login.title')}</h1>
      <Notice kind="info">{problem ? undefined : notice}</Notice>
      <Notice kind="error">{problem?.message}</Notice>
      <Wait until={problem?.waitUntil} seconds={waitSeconds} />
      <Field
        label={text('login.user')}
        name="user"
        value={user}
        onChange={(value) => {
          setUser(value)
          forget(['user'])
        }}
        autoComplete="username"
        error={problem?.fields.user}
      />
      <PasswordField
        label={text('login.password')}
        name="password"
        value={password}
        onChange={(value) => {
          setPassword(value)
          forget(['password'])
        }}
        autoComplete="current-password"
        error={problem?.fields.password}
      />
      <button
        type="submit"
        className="button button-primary button-wide"
        aria-disabled={busy || waitSeconds > 0}
      >
        {text(busy ? 'login.busy' : 'login.submit')}
      </button>
      <p className="card-foot">{text('login.help')}</p>
    </form>
  )
}

function missingFields(user: string, password: string): Record<string, string> | undefined {
  if (user.trim() && password) return undefined
  return {
    ...(user.trim() ? {} : { user: text('login.userMissing') }),
    ...(password ? {} : { password: text('login.passwordMissing') }),
  }
}
