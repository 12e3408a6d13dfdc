import { type FormEvent, useState } from 'react'
import { navigate } from '../../base/routing/location.ts'
import { text } from '../../base/texts/index.ts'
import { Field } from '../../base/ui/field.tsx'
import { Icon } from '../../base/ui/icons.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { useTitle } from '../../base/ui/page.tsx'
import { PasswordField } from '../../base/ui/password-field.tsx'
import { useRefusalFocus } from '../../base/use-action.ts'
import { useForm } from '../../base/use-form.ts'
import { SetupFrame } from './frame.tsx'
import { OfflineAnalyzers, OrganizationName, SetUpButton } from './organization-fields.tsx'
import { type FirstRun, firstRunErrors, setUpAndEnter } from './set-up.ts'
import { setupToken } from './token.ts'

/** `onDone` gets a notice for the sign-in page when another user was faster. */
export function SetupPage({ onDone }: { onDone: (notice?: string) => Promise<void> }) {
  const { values, action, errors, set, field, check } = useForm<FirstRun>(() => ({
    token: setupToken(),
    organization: '',
    name: '',
    login: '',
    password: '',
    offline: true,
  }))
  const { busy, problem, refusals, refuse, run } = action
  const form = useRefusalFocus(refusals)
  useTitle(text('setup.title'))
  // With the token from the link there is nothing to ask, unless the server refuses it.
  const [asksToken, setAsksToken] = useState(() => !setupToken())
  if (errors.token && !asksToken) setAsksToken(true)

  async function create() {
    const notice = await setUpAndEnter(values)
    if (notice === undefined) navigate('/welcome', { replace: true })
    await onDone(notice)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const wrong = firstRunErrors(values)
    if (Object.keys(wrong).length > 0) refuse({ message: text('error.fields'), fields: wrong })
    else void run(create)
  }

  return (
    <SetupFrame step={0} title={text('setup.title')} lead={text('setup.lead')}>
      <form className="card" method="post" noValidate ref={form} onSubmit={submit}>
        <h2>{text('setup.step.you')}</h2>
        <p className="card-lead">{text('setup.youLead')}</p>
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
        <OrganizationName {...field('organization')} />
        <div className="setup-pair">
          <Field label={text('setup.name')} {...field('name')} autoComplete="name" />
          <Field
            label={text('setup.login')}
            {...field('login')}
            onBlur={() => set({ login: values.login.trim().toLowerCase() }, [])}
            autoComplete="username"
          />
        </div>
        <PasswordField
          label={text('password.new')}
          {...field('password')}
          autoComplete="new-password"
          hint={text('setup.passwordHint')}
        />
        <OfflineAnalyzers {...check('offline')} />
        <div className="setup-note">
          <p>
            <Icon name="lock" /> <b>{text('setup.platform')}</b>
          </p>
          <p className="field-hint">{text('setup.platformHint')}</p>
        </div>
        <SetUpButton busy={busy} />
      </form>
    </SetupFrame>
  )
}
