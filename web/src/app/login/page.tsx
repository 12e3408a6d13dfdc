import { type FormEvent, useEffect, useState } from 'react'
import type { Status } from '../../base/api.ts'
import { text } from '../../base/texts/index.ts'
import { Field } from '../../base/ui/field.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { useTitle } from '../../base/ui/page.tsx'
import { useAction, useRefusalFocus } from '../../base/use-action.ts'
import { useCountdown } from '../../base/use-countdown.ts'
import { CurrentPassword } from './current-password.tsx'
import { DemoUsers } from './demo-users.tsx'
import { enterByPasskey, PasskeyButton } from './passkey-button.tsx'
import { enterPassword, SecondStep, type Step } from './second-step.tsx'
import { SsoButtons, ssoProblem, useAutoSignIn } from './sso.tsx'
import { Wait } from './wait.tsx'

interface LoginPageProps {
  notice: string | undefined
  /** Who is expected; the password is then all there is to type. */
  login: string | undefined
  status: Status
  onSignedIn: () => Promise<void>
}

export function LoginPage({ notice, login, status, onSignedIn }: LoginPageProps) {
  const [user, setUser] = useState(login ?? '')
  const [password, setPassword] = useState('')
  const [step, setStep] = useState<Step>()
  const { busy, problem, refusals, refuse, forget, run } = useAction(['user', 'password'])
  const form = useRefusalFocus(refusals)
  useTitle(text('login.title'))
  // Typing is all there is to do here.
  useEffect(() => {
    const fields = form.current?.querySelectorAll('input')
    fields?.[login ? 1 : 0]?.focus()
  }, [form, login])
  const waitSeconds = useCountdown(problem?.waitUntil)
  useAutoSignIn(status, notice)

  async function enter(login: string, secret: string) {
    const next = await enterPassword(login, secret)
    setStep(next)
    if (!next) await onSignedIn()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy || waitSeconds > 0) return
    const missing = missingFields(user, password)
    if (missing) refuse({ message: '', fields: missing })
    else void run(() => enter(user.trim(), password))
  }

  if (step) {
    const back = () => {
      setPassword('')
      setStep(undefined)
    }
    return (
      <div className="card">
        <h1 tabIndex={-1}>{text('second.title')}</h1>
        <SecondStep step={step} onEntered={onSignedIn} onBack={back} />
      </div>
    )
  }
  return (
    <form className="card" method="post" noValidate ref={form} onSubmit={submit}>
      <h1 tabIndex={-1}>{text('login.title')}</h1>
      <Notice kind="info">{problem ? undefined : notice}</Notice>
      <Notice kind="error">{problem ? problem.message : ssoProblem()}</Notice>
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
      <CurrentPassword value={password} onChange={setPassword} problem={problem} forget={forget} />
      <button
        type="submit"
        className="button button-primary button-wide"
        aria-disabled={busy || waitSeconds > 0}
      >
        {text(busy ? 'login.busy' : 'login.submit')}
      </button>
      <PasskeyButton
        isOffered={status.config.passkeys}
        busy={busy}
        onPress={() =>
          void run(async () => {
            await enterByPasskey()
            await onSignedIn()
          })
        }
      />
      <SsoButtons providers={status.config.sso} />
      {status.config.demo && (
        <DemoUsers
          users={status.config.demoUsers ?? []}
          busy={busy}
          onChoose={(demo) => void run(() => enter(demo.login, demo.password))}
        />
      )}
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
