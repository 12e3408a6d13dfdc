import type { ConfigurationItem } from '@assay/contract'
import { useState } from 'react'
import { onConflict } from '../../on-conflict.ts'
import { text } from '../../texts/index.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useAction } from '../../use-action.ts'
import { ItemFields } from '../configuration/item-fields.tsx'
import { callsOf, type Kind } from '../kinds.ts'
import { DataTypes } from './data-types.tsx'
import { LimitFields } from './limit-fields.tsx'
import { workersChanged } from './use-workers.ts'
import {
  extractItem,
  firstValues,
  formItems,
  networkItems,
  ownItems,
  sourcesOf,
  type WorkerFormData,
  type WorkerValues,
  workerErrors,
  workerInput,
} from './worker-values.ts'

interface WorkerFormProps {
  kind: Kind
  title: string
  data: WorkerFormData
  onClose: () => void
}

const plainFields = [
  'name',
  'rate',
  'rateUnit',
  'maxConcurrent',
  'pool',
  'jobCache',
  'jobTimeout',
  'dataTypeList',
]

export function WorkerForm({ kind, title, data, onClose }: WorkerFormProps) {
  const { worker, definition } = data
  const [first] = useState(() => firstValues(data))
  const [values, setValues] = useState(first)
  const action = useAction([...plainFields, ...formItems(data).map(({ name }) => name)])
  const errors = action.problem?.fields ?? {}
  const set = (change: Partial<WorkerValues>, fields = Object.keys(change)) => {
    setValues((present) => ({ ...present, ...change }))
    action.forget(fields)
  }

  async function save() {
    const input = workerInput(data, values)
    if (worker) await callsOf(kind).update({ id: worker.id }, input)
    else if (definition) {
      const enabled = callsOf(kind).enable({ id: definition.id }, input)
      await onConflict(enabled, { name: text('workers.nameTaken') })
    }
    workersChanged(kind)
    const message = text(worker ? 'workers.changed' : 'workers.enabled', { name: input.name })
    showToast({ kind: 'success', message })
    onClose()
  }

  const itemFields = (items: readonly ConfigurationItem[]) => (
    <ItemFields
      items={items}
      states={values.states}
      firstStates={first.states}
      sources={sourcesOf(data)}
      baseName={definition?.baseConfig ?? ''}
      errors={errors}
      onChange={(name, state) => set({ states: { ...values.states, [name]: state } }, [name])}
    />
  )
  const extract = extractItem(data)
  return (
    <FormDialog
      shape="drawer"
      title={title}
      submit={text(worker ? 'app.save' : 'workers.enable')}
      action={action}
      wrong={() => workerErrors(data, values)}
      onSubmit={save}
      onClose={onClose}
    >
      {definition ? (
        <p className="form-lead">{definition.description}</p>
      ) : (
        <Notice kind="info">{text('workers.obsoleteForm')}</Notice>
      )}
      <Field
        label={text('workers.name')}
        name="name"
        value={values.name}
        onChange={(name) => set({ name })}
        error={errors.name}
        isRequired
      />
      {definition && (
        <section className="form-part">
          <h3>{text('workers.configuration')}</h3>
          {ownItems(data).length === 0 ? (
            <p className="muted">{text('workers.noItems')}</p>
          ) : (
            <>
              {definition.baseConfig && (
                <p className="muted form-note">
                  {text('workers.inherits', { name: definition.baseConfig })}
                </p>
              )}
              {itemFields(ownItems(data))}
            </>
          )}
        </section>
      )}
      <section className="form-part">
        <h3>{text('workers.limits')}</h3>
        <LimitFields data={data} values={values} errors={errors} kind={kind} onChange={set} />
        {definition && extract && itemFields([extract])}
      </section>
      <section className="form-part">
        <h3>{text('workers.types')}</h3>
        <DataTypes
          offered={definition?.dataTypeList ?? worker?.dataTypeList ?? []}
          chosen={values.dataTypeList}
          error={errors.dataTypeList}
          onChange={(dataTypeList) => set({ dataTypeList })}
        />
      </section>
      {definition && (
        <section className="form-part">
          <h3>{text('workers.network')}</h3>
          {itemFields(networkItems(data))}
        </section>
      )}
    </FormDialog>
  )
}
