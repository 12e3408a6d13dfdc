import type { BaseConfig } from '@assay/contract'
import { useState } from 'react'
import { readAgain } from '../../data/cache.ts'
import { keyOf } from '../../data/keys.ts'
import { text } from '../../texts/index.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useAction } from '../../use-action.ts'
import { callsOf, type Kind } from '../kinds.ts'
import { useUncached } from '../use-uncached.ts'
import { ItemFields } from './item-fields.tsx'
import type { SharedConfig } from './use-shared-configs.ts'
import { firstStates, readFields } from './values.ts'

interface ConfigDrawerProps {
  kind: Kind
  shared: SharedConfig
  onClose: () => void
}

export function ConfigDrawer({ kind, shared: { name }, onClose }: ConfigDrawerProps) {
  const answer = useUncached(`${kind}/${name}`, (call) => callsOf(kind).config({ name }, {}, call))
  const title = text('configs.editTitle', { name })
  if (answer.state === 'ready')
    return <ConfigForm kind={kind} title={title} config={answer.data} onClose={onClose} />
  return (
    <Dialog shape="drawer" title={title} onClose={onClose}>
      {answer.state === 'failed' ? (
        <Failed error={answer.error} onRetry={answer.retry} />
      ) : (
        <Loading lines={6} />
      )}
    </Dialog>
  )
}

/** Nothing stands below a shared configuration but the defaults. */
const sources = { base: {}, global: {} }

interface ConfigFormProps {
  kind: Kind
  title: string
  config: BaseConfig
  onClose: () => void
}

function ConfigForm({ kind, title, config: stored, onClose }: ConfigFormProps) {
  const items = stored.configurationItems
  const [first] = useState(() => firstStates(items, stored.config, sources))
  const [states, setStates] = useState(first)
  const action = useAction(items.map(({ name }) => name))
  const read = () => readFields(items, states, stored.config, sources)

  async function save() {
    await callsOf(kind).updateConfig({ name: stored.name }, { config: read().values })
    void readAgain(keyOf('configurations'))
    showToast({ kind: 'success', message: text('app.saved') })
    onClose()
  }

  return (
    <FormDialog
      shape="drawer"
      title={title}
      submit={text('app.save')}
      action={action}
      wrong={() => read().errors}
      onSubmit={save}
      onClose={onClose}
    >
      <p className="form-lead muted">{text('configs.editAbout')}</p>
      <ItemFields
        items={items}
        states={states}
        firstStates={first}
        sources={sources}
        baseName={stored.name}
        errors={action.problem?.fields ?? {}}
        onChange={(name, state) => {
          setStates((present) => ({ ...present, [name]: state }))
          action.forget([name])
        }}
      />
    </FormDialog>
  )
}
