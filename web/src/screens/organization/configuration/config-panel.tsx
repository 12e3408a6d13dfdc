import type { BaseConfig } from '@assay/contract'
import { type FormEvent, useState } from 'react'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { useLeaving } from '../../../base/routing/leave.ts'
import { text } from '../../../base/texts/index.ts'
import { Notice } from '../../../base/ui/notice.tsx'
import { Failed, Loading } from '../../../base/ui/states.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { useAction, useRefusalFocus } from '../../../base/use-action.ts'
import { callsOf, type Kind } from '../kinds.ts'
import { LeaveDialog, SaveBar } from '../save-bar.tsx'
import { useUncached } from '../use-uncached.ts'
import { ItemFields } from './item-fields.tsx'
import { firstStates, readFields } from './values.ts'

/** What all of them start from: proxies, certificates, limits. */
export function ConfigPanel({ kind }: { kind: Kind }) {
  const [savings, setSavings] = useState(0)
  const key = `${kind}/global/${savings}`
  const answer = useUncached(key, (call) => callsOf(kind).config({ name: 'global' }, {}, call))
  return (
    <section className="panel worker-panel" aria-labelledby="config-heading">
      <h2 id="config-heading" tabIndex={-1}>
        {text(`workers.forAll.${kind}`)}
      </h2>
      <p className="muted worker-description">{text('configs.about')}</p>
      {answer.state === 'loading' && <Loading lines={6} />}
      {answer.state === 'failed' && <Failed error={answer.error} onRetry={answer.retry} />}
      {answer.state === 'ready' && (
        <ConfigForm
          key={key}
          kind={kind}
          config={answer.data}
          onSaved={() => setSavings((count) => count + 1)}
        />
      )}
    </section>
  )
}

/** A shared configuration is only based on the defaults. */
const sources = { base: {}, global: {} }

interface ConfigFormProps {
  kind: Kind
  config: BaseConfig
  onSaved: () => void
}

function ConfigForm({ kind, config: stored, onSaved }: ConfigFormProps) {
  const items = stored.configurationItems
  const [first] = useState(() => firstStates(items, stored.config, sources))
  const [states, setStates] = useState(first)
  const action = useAction(items.map(({ name }) => name))
  const form = useRefusalFocus(action.refusals)
  const changes = items.filter(
    ({ name }) => JSON.stringify(states[name]) !== JSON.stringify(first[name]),
  ).length
  const { leaving, settle } = useLeaving(changes > 0)

  function send(event: FormEvent) {
    event.preventDefault()
    if (action.busy) return
    const { values, errors } = readFields(items, states, stored.config, sources)
    if (Object.keys(errors).length > 0)
      return action.refuse({ message: text('error.fields'), fields: errors })
    void action.run(async () => {
      await callsOf(kind).updateConfig({ name: stored.name }, { config: values })
      void readAgain(keyOf('configurations'))
      showToast({ kind: 'success', message: text('app.saved') })
      settle()
      onSaved()
    })
  }

  return (
    <form className="worker-form" method="post" noValidate ref={form} onSubmit={send}>
      <Notice kind="error">{action.problem?.message}</Notice>
      <ItemFields
        items={items}
        states={states}
        firstStates={first}
        sources={sources}
        errors={action.problem?.fields ?? {}}
        onChange={(name, state) => {
          setStates((present) => ({ ...present, [name]: state }))
          action.forget([name])
        }}
      />
      <SaveBar changes={changes} busy={action.busy} onDiscard={() => setStates(first)} />
      {leaving && <LeaveDialog {...leaving} />}
    </form>
  )
}
