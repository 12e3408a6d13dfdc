import type { FormEvent } from 'react'
import { api } from '../../base/api.ts'
import { onConflict } from '../../base/on-conflict.ts'
import { text } from '../../base/texts/index.ts'
import { Notice } from '../../base/ui/notice.tsx'
import { useTitle } from '../../base/ui/page.tsx'
import { useRefusalFocus } from '../../base/use-action.ts'
import { useForm } from '../../base/use-form.ts'
import { usersChanged } from '../../shared/users/use-users.ts'
import { SetupFrame } from '../setup/frame.tsx'
import { OfflineAnalyzers, OrganizationName, SetUpButton } from '../setup/organization-fields.tsx'

/** The first run of an installation that has its account already: the same steps without that part. */
export function FirstOrganization({ onCreated }: { onCreated: (name: string) => void }) {
  const { values, action, field, check } = useForm({ name: '', enableBuiltin: true }, ['name'])
  const { busy, problem, refusals, refuse, run } = action
  const form = useRefusalFocus(refusals)
  useTitle(text('place.organizations'))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const name = values.name.trim()
    if (name === '')
      refuse({ message: text('error.fields'), fields: { name: text('platform.nameMissing') } })
    else
      void run(async () => {
        const { enableBuiltin } = values
        const created = api.createOrganization({ name, description: name, enableBuiltin })
        await onConflict(created, { name: text('platform.nameTaken') })
        usersChanged()
        onCreated(name)
      })
  }

  return (
    <SetupFrame
      steps={[
        { name: text('platform.step.organization'), hint: text('platform.step.organizationHint') },
        { name: text('platform.step.person'), hint: text('platform.step.personHint') },
        { name: text('setup.step.answer'), hint: text('platform.step.answerHint') },
      ]}
      step={0}
      title={text('platform.none')}
      lead={text('platform.noneAbout')}
    >
      <form className="card" method="post" noValidate ref={form} onSubmit={submit}>
        <h2>{text('platform.step.organization')}</h2>
        <Notice kind="error">{problem?.message}</Notice>
        <OrganizationName {...field('name')} />
        <OfflineAnalyzers {...check('enableBuiltin')} />
        <SetUpButton busy={busy} />
      </form>
    </SetupFrame>
  )
}
