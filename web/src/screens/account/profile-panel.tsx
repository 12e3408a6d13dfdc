import { type ChangeEvent, type FormEvent, useId, useState } from 'react'
import { api } from '../../base/api.ts'
import { Refusal } from '../../base/problem.ts'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { Avatar } from '../../base/ui/avatar.tsx'
import { Button } from '../../base/ui/button.tsx'
import { Field } from '../../base/ui/field.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { useAction, useRefusalFocus } from '../../base/use-action.ts'
import { squarePicture } from './picture.ts'

export function ProfilePanel() {
  const { user, setUser } = useSession()
  const [name, setName] = useState(user.name)
  const { busy, problem, refusals, run } = useAction(['name'])
  const form = useRefusalFocus(refusals)
  const fileId = useId()

  const save = (change: { name?: string; avatar?: string }) =>
    run(async () => {
      if (change.name === '') throw new Refusal('', { name: text('profile.nameMissing') })
      await api.updateUser({ login: user.id }, change)
      setUser({ ...user, ...change })
      showToast({ kind: 'success', message: text('app.saved') })
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void save({ name: name.trim() })
  }
  const choosePicture = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    event.currentTarget.value = ''
    if (file) void run(async () => save({ avatar: await squarePicture(file) }))
  }

  return (
    <form noValidate ref={form} onSubmit={submit}>
      <Notice kind="error">{problem?.message}</Notice>
      <div className="profile-picture">
        <Avatar name={user.name} image={user.avatar} />
        <label htmlFor={fileId} className="button button-small">
          {text('profile.picture')}
        </label>
        <input
          id={fileId}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          className="visually-hidden"
          onChange={choosePicture}
        />
        {user.avatar && (
          <Button size="small" kind="quiet" busy={busy} onClick={() => void save({ avatar: '' })}>
            {text('profile.noPicture')}
          </Button>
        )}
      </div>
      <Field
        label={text('profile.name')}
        name="name"
        value={name}
        onChange={setName}
        autoComplete="name"
        error={problem?.fields.name}
      />
      <dl className="facts">
        <dt>{text('profile.login')}</dt>
        <dd className="value">{user.id}</dd>
        <dt>{text('profile.organization')}</dt>
        <dd className="value">{user.organization}</dd>
        <dt>{text('profile.roles')}</dt>
        <dd>
          {user.roles.length === 0 && text('profile.noRoles')}
          <ul className="badges">
            {user.roles.map((role) => (
              <li className="badge" key={role}>
                {role}
              </li>
            ))}
          </ul>
        </dd>
      </dl>
      <div className="profile-save">
        <Button type="submit" busy={busy} unavailable={name === user.name && text('profile.same')}>
          {text('app.save')}
        </Button>
      </div>
    </form>
  )
}
