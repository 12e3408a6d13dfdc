import type { ApiKey } from '@assay/contract'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { api } from '../../base/api.ts'
import { markings } from '../../base/model/marking.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Field, Select } from '../../base/ui/field.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { Time } from '../../base/ui/time.tsx'
import { useAction, useRefusalFocus } from '../../base/use-action.ts'
import { AgentLimits, limitsProblem, sentLimits, usualLimits } from './agent-limits.tsx'

type Scope = ApiKey['scope']
const scopes = ['all', 'read', 'run', 'agent-read', 'agent'] as const

const isOfAgent = (scope: Scope) => scope === 'agent' || scope === 'agent-read'

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
                {isOfAgent(key.scope) && <>{limitsOf(key)} · </>}
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

/** What is left of a user's rights to an agent, in one line. */
function limitsOf({ scope, maxTlp = 2, maxPap = 2, jobsPerDay = 0, workers }: ApiKey): string {
  const tlp = markings[maxTlp] ?? ''
  if (scope === 'agent-read') return text('keys.limitsReading', { tlp })
  const limits = text('keys.limits', { tlp, pap: markings[maxPap] ?? '', jobs: jobsPerDay })
  return workers ? `${limits} · ${text('keys.limitsWorkers', { count: workers.length })}` : limits
}

interface NewKeyProps {
  login: string
  onMade: (key: string) => Promise<void>
}

function NewKey({ login, onMade }: NewKeyProps) {
  const [name, setName] = useState('')
  const [scope, setScope] = useState<Scope>('all')
  const [days, setDays] = useState('90')
  const [limits, setLimits] = useState(usualLimits)
  const { busy, problem, refusals, refuse, forget, run } = useAction(['name', 'jobsPerDay'])
  const form = useRefusalFocus(refusals)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const wanted = name.trim()
    if (!wanted) return refuse({ message: '', fields: { name: text('keys.nameMissing') } })
    const ofAgent = scope === 'agent' || scope === 'agent-read' ? scope : undefined
    const jobsPerDay = ofAgent === 'agent' ? limitsProblem(limits) : undefined
    if (jobsPerDay) return refuse({ message: '', fields: { jobsPerDay } })
    void run(async () => {
      const end = days === '' ? {} : { expiresInDays: Number(days) }
      const more = ofAgent ? sentLimits(ofAgent, limits) : {}
      const { key } = await api.createApiKey({ login }, { name: wanted, scope, ...end, ...more })
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
        options={scopes.map((value) => ({ value, label: text(`keys.scope.${value}`) }))}
        hint={isOfAgent(scope) ? text('keys.agentHint') : undefined}
      />
      {(scope === 'agent' || scope === 'agent-read') && (
        <AgentLimits
          scope={scope}
          limits={limits}
          onChange={(changed) => {
            setLimits(changed)
            forget(['jobsPerDay'])
          }}
          jobsError={problem?.fields.jobsPerDay}
        />
      )}
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
