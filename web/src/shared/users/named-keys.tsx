import type { ApiKey } from '@assay/contract'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { api } from '../../base/api.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Field, Select } from '../../base/ui/field.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { Time } from '../../base/ui/time.tsx'
import { useAction, useRefusalFocus } from '../../base/use-action.ts'

type Scope = ApiKey['scope']

/** Keys with a name, an end and a scope. A new one is shown once, for the server keeps only its hash. */
export function NamedKeys({ login }: { login: string }) {
  const [keys, setKeys] = useState<readonly ApiKey[]>([])
  const [made, setMade] = useState<string>()
  const { busy, problem, run } = useAction()
  const load = useCallback(async () => setKeys(await api.listApiKeys({ login })), [login])
  useEffect(() => void load().catch(() => undefined), [load])

  const revoke = (id: string) =>
    void run(async () => {
      await api.revokeApiKey({ login, id })
      await load()
    })
  return (
    <>
      <Notice kind="error">{problem?.message}</Notice>
      {keys.length === 0 && <p className="no-key">{text('keys.none')}</p>}
      <ul className="named-keys">
        {keys.map((key) => (
          <li key={key.id}>
            <span>
              <strong>{key.name}</strong> {text(`keys.scope.${key.scope}`)}
              <small className="muted">
                {text('keys.expires')} <Time at={key.expiresAt} /> · {text('keys.used')}{' '}
                <Time at={key.lastUsedAt} style="ago" />
              </small>
            </span>
            <Button size="small" kind="danger" busy={busy} onClick={() => revoke(key.id)}>
              {text('keys.revoke', { name: key.name })}
            </Button>
          </li>
        ))}
      </ul>
      {made !== undefined && (
        <>
          <Notice kind="success">{text('keys.made')}</Notice>
          <pre className="curl">{made}</pre>
        </>
      )}
      <NewKey
        login={login}
        onMade={async (key) => {
          setMade(key)
          await load()
        }}
      />
    </>
  )
}

interface NewKeyProps {
  login: string
  onMade: (key: string) => Promise<void>
}

function NewKey({ login, onMade }: NewKeyProps) {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>('all')
  const [days, setDays] = useState('90')
  const { busy, problem, refusals, refuse, forget, run } = useAction(['name'])
  const form = useRefusalFocus(refusals)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const wanted = name.trim()
    if (!wanted) return refuse({ message: '', fields: { name: text('keys.nameMissing') } })
    void run(async () => {
      const end = days === '' ? {} : { expiresInDays: Number(days) }
      const { key } = await api.createApiKey({ login }, { name: wanted, scope, ...end })
      setName('')
      await onMade(key)
    })
  }
  return (
    <form method="post" noValidate ref={form} onSubmit={submit}>
      <Notice kind="error">{problem?.message}</Notice>
      <Field
        label={text('keys.name')}
        name="name"
        value={name}
        onChange={(value) => {
          setName(value)
          forget(['name'])
        }}
        autoComplete="off"
        error={problem?.fields.name}
      />
      <Select
        label={text('keys.scope')}
        name="scope"
        value={scope}
        onChange={(value) => setScope(value as Scope)}
        options={(['all', 'read', 'run'] as const).map((value) => ({
          value,
          label: text(`keys.scope.${value}`),
        }))}
      />
      <Select
        label={text('keys.expires')}
        name="expires"
        value={days}
        onChange={setDays}
        options={['30', '90', '365', ''].map((value) => ({
          value,
          label: value === '' ? text('keys.never') : text('keys.inDays', { days: value }),
        }))}
      />
      <Button type="submit" busy={busy}>
        {text('keys.create')}
      </Button>
    </form>
  )
}
