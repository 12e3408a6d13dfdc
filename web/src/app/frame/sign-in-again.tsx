import { type FormEvent, useState } from 'react'
import { settleSignIn, useIsSessionOver } from '../../base/connection/sign-in-again.ts'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { useAction, useRefusalFocus } from '../../base/use-action.ts'
import { CurrentPassword } from '../login/current-password.tsx'
import { enterPassword, SecondStep, type Step } from '../login/second-step.tsx'
import { SsoButtons } from '../login/sso.tsx'

export function SignInAgain() {
  return useIsSessionOver() ? <SignInDialog /> : null
}

/** Above the page, which stays as it is: the same person continues where they were. */
function SignInDialog() {
  const { user, status } = useSession()
  const [password, setPassword] = useState('')
  const [step, setStep] = useState<Step>()
  const { busy, problem, refusals, refuse, forget, run } = useAction(['password'])
  const form = useRefusalFocus(refusals)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!password) refuse({ message: '', fields: { password: text('login.passwordMissing') } })
    else
      void run(async () => {
        const next = await enterPassword(user.id, password)
        setStep(next)
        if (!next) settleSignIn(true)
      })
  }
  // A fresh start, not the page of a signed-out user.
  const giveUp = () => {
    settleSignIn(false)
    location.reload()
  }

  if (step)
    return (
      <Dialog key="second" title={text('second.title')} isStrict onClose={giveUp}>
        <SecondStep
          step={step}
          onEntered={() => settleSignIn(true)}
          onBack={() => setStep(undefined)}
        />
      </Dialog>
    )
  return (
    <Dialog title={text('again.title')} isStrict onClose={giveUp}>
      <form method="post" noValidate ref={form} onSubmit={submit}>
        <p className="again-lead">{text('again.text', { name: user.name })}</p>
        <Notice kind="error">{problem?.message}</Notice>
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={user.id}
          readOnly
          hidden
        />
        <CurrentPassword
          value={password}
          onChange={setPassword}
          problem={problem}
          forget={forget}
        />
        <SsoButtons providers={status.config.sso} />
        <div className="buttons">
          <Button type="submit" kind="primary" busy={busy}>
            {text('login.submit')}
          </Button>
          <Button kind="quiet" onClick={giveUp}>
            {text('again.other')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
