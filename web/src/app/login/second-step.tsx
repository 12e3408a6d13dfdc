import { ApiError, type ErrorBody } from '@assay/contract'
import { type FormEvent, useEffect, useState } from 'react'
import { signIn, signInSecondStep } from '../../base/api.ts'
import { askForPasskey, hasPasskeys } from '../../base/passkeys.ts'
import { Refusal } from '../../base/problem.ts'
import { type TextKey, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Field } from '../../base/ui/field.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { useAction, useRefusalFocus } from '../../base/use-action.ts'
import { useCountdown } from '../../base/use-countdown.ts'
import { Wait } from './wait.tsx'

export type Step = NonNullable<ErrorBody['secondFactor']>
type Method = Step['methods'][number]

/** The password; returns how to continue where the account has a second factor. */
export async function enterPassword(user: string, password: string): Promise<Step | undefined> {
  try {
    await signIn(user, password)
    return undefined
  } catch (error) {
    const step = error instanceof ApiError && error.body.secondFactor
    if (step) return step
    throw error
  }
}

interface SecondStepProps {
  step: Step
  onEntered: () => Promise<void> | void
  /** To the password. */
  onBack: () => void
}

/** The second half of a sign-in: code of the app, passkey, or recovery code. */
export function SecondStep({ step, onEntered, onBack }: SecondStepProps) {
  const methods = step.methods.filter((method) => method !== 'passkey' || hasPasskeys())
  const [method, setMethod] = useState<Method>(methods[0] ?? 'recoveryCode')
  const [code, setCode] = useState('')
  const { busy, problem, refusals, refuse, forget, run } = useAction(['code'])
  const form = useRefusalFocus(refusals)
  const waitSeconds = useCountdown(problem?.waitUntil)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another method brings another field
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, button[type=submit]')?.focus()
  }, [form, method])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || waitSeconds > 0) return
    if (method !== 'passkey' && !code.trim())
      return refuse({ message: '', fields: { code: text('second.codeMissing') } })
    void run(async () => {
      const proof =
        method === 'passkey'
          ? { passkey: await askForPasskey(step.passkey ?? {}) }
          : { code: code.trim() }
      await told(signInSecondStep({ token: step.token, ...proof }), method)
      await onEntered()
    })
  }

  return (
    <form method="post" noValidate ref={form} onSubmit={submit}>
      <p className="form-lead">{text(`second.lead.${method}`)}</p>
      <Notice kind="error">{problem?.message}</Notice>
      <Wait until={problem?.waitUntil} seconds={waitSeconds} />
      {method !== 'passkey' && (
        <Field
          key={method}
          label={text(`second.${method}`)}
          name="code"
          value={code}
          onChange={(value) => {
            setCode(value)
            forget(['code'])
          }}
          autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
          error={problem?.fields.code}
          {...(method === 'totp' && { input: { inputMode: 'numeric' } })}
        />
      )}
      <button
        type="submit"
        className="button button-primary button-wide"
        aria-disabled={busy || waitSeconds > 0}
      >
        {text(busy ? 'login.busy' : method === 'passkey' ? 'second.askPasskey' : 'login.submit')}
      </button>
      {methods
        .filter((other) => other !== method)
        .map((other) => (
          <Button
            key={other}
            className="button-wide"
            onClick={() => {
              setMethod(other)
              setCode('')
              forget(['code'])
            }}
          >
            {text(`second.use.${other}`)}
          </Button>
        ))}
      <Button kind="quiet" className="button-wide" onClick={onBack}>
        {text('second.back')}
      </Button>
    </form>
  )
}

const wrong: Readonly<Record<Method, TextKey>> = {
  totp: 'second.wrongCode',
  recoveryCode: 'second.wrongRecovery',
  passkey: 'second.wrongPasskey',
}

async function told(call: Promise<unknown>, method: Method): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 400) throw new Refusal(text('second.late'))
    if (error.status !== 401) throw error
    if (method === 'passkey') throw new Refusal(text(wrong.passkey))
    throw new Refusal('', { code: text(wrong[method]) })
  }
}
