import type { ConfigurationItem } from '@assay/contract'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { onConflict } from '../../../base/on-conflict.ts'
import { useLeaving } from '../../../base/routing/leave.ts'
import { useSearch } from '../../../base/routing/location.ts'
import { text } from '../../../base/texts/index.ts'
import { Check, Field } from '../../../base/ui/field.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { useAction, useRefusalFocus } from '../../../base/use-action.ts'
import { ItemFields } from '../configuration/item-fields.tsx'
import { callsOf, type Kind } from '../kinds.ts'
import { LeaveDialog, SaveBar } from '../save-bar.tsx'
import { BudgetFields } from './budget-fields.tsx'
import { DataTypes } from './data-types.tsx'
import { LimitFields, RarerLimitFields } from './limit-fields.tsx'
import { shareWithOthers } from './share.ts'
import { workersChanged } from './use-workers.ts'
import { sharersOf, type WorkerRow } from './worker-rows.ts'
import {
  changedFields,
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
  row: WorkerRow
  rows: readonly WorkerRow[]
  data: WorkerFormData
  onChanges: (hasChanges: boolean) => void
  /** With the id of what was enabled by it. */
  onSaved: (enabledId: string | undefined) => void
}

/** These are in the collapsed part. */
const rarerFields = ['name', 'maxConcurrent', 'pool', 'jobCache', 'jobTimeout', 'dataTypeList']
const plainFields = ['rate', 'rateUnit', 'budget', 'budgetCost', 'whenFull', ...rarerFields]

/** Generated from the definition's items, and the common limits. */
export function WorkerForm({ kind, row, rows, data, onChanges, onSaved }: WorkerFormProps) {
  const { worker, definition } = data
  const id = useId()
  const { params } = useSearch()
  const [first] = useState(() => firstValues(data))
  const [values, setValues] = useState(first)
  const [isUnfolded, setUnfolded] = useState(false)
  const [tellsOthers, setTellsOthers] = useState(true)
  const action = useAction([...plainFields, ...formItems(data).map(({ name }) => name)])
  const form = useRefusalFocus(action.refusals)
  const errors = action.problem?.fields ?? {}
  const changed = changedFields(first, values)
  const { leaving, settle } = useLeaving(changed.length > 0)
  const set = (change: Partial<WorkerValues>, fields = Object.keys(change)) => {
    setValues((present) => ({ ...present, ...change }))
    action.forget(fields)
  }
  useEffect(() => onChanges(changed.length > 0), [changed.length, onChanges])
  // Its switch was pressed, and a setting is missing: show which.
  const check = useRef(() => refuseWrong())
  const isTurnedOn = params.get('on') === 'yes' && !worker
  useEffect(() => {
    if (isTurnedOn) check.current()
  }, [isTurnedOn])

  function refuseWrong(): boolean {
    const fields = workerErrors(data, values)
    const isWrong = Object.keys(fields).length > 0
    if (isWrong) action.refuse({ message: text('error.fields'), fields })
    return isWrong
  }

  const sharersFor = (item: ConfigurationItem) => (worker ? sharersOf(item, row, rows) : [])
  const sharedChanges = ownItems(data).filter(
    (item) => changed.includes(item.name) && sharersFor(item).length > 0,
  )
  const sharers = [...new Set(sharedChanges.flatMap(sharersFor))]
  const namesOf = (some: readonly WorkerRow[]) => some.map(({ title }) => title).join(', ')

  async function save() {
    const input = workerInput(data, values)
    const name = row.title
    let enabledId: string | undefined
    if (worker) await callsOf(kind).update({ id: worker.id }, input)
    else if (definition) {
      const enabling = callsOf(kind).enable({ id: definition.id }, input)
      enabledId = (await onConflict(enabling, { name: text('workers.nameTaken') })).id
    }
    if (tellsOthers && sharers.length > 0 && input.configuration)
      await shareWithOthers(kind, data.base, sharedChanges, sharers, input.configuration)
    workersChanged(kind)
    const message = text(worker ? 'workers.changed' : 'workers.enabled', { name })
    showToast({ kind: 'success', message })
    settle()
    onSaved(enabledId)
  }

  function send(event: FormEvent) {
    event.preventDefault()
    if (!action.busy && !refuseWrong()) void action.run(save)
  }

  const itemFields = (items: readonly ConfigurationItem[]) => (
    <ItemFields
      items={items}
      states={values.states}
      firstStates={first.states}
      sources={sourcesOf(data)}
      sharedWith={(item) => {
        const others = sharersFor(item)
        return others.length > 0 ? sharedText(others) : undefined
      }}
      errors={errors}
      onChange={(name, state) => set({ states: { ...values.states, [name]: state } }, [name])}
    />
  )
  const extract = extractItem(data)
  const rarer = [...rarerFields, ...networkItems(data).map(({ name }) => name)]
  const isWrongInFold = rarer.some((name) => name in errors)
  return (
    <form id={id} className="worker-form" method="post" noValidate ref={form} onSubmit={send}>
      <Notice kind="error">{action.problem?.message}</Notice>
      {definition && ownItems(data).length > 0 && (
        <section className="form-part">
          <h3>{text('workers.configuration')}</h3>
          {itemFields(ownItems(data))}
        </section>
      )}
      <section className="form-part">
        <h3>{text('workers.limits')}</h3>
        <LimitFields data={data} values={values} errors={errors} onChange={set} />
        <BudgetFields kind={kind} values={values} errors={errors} onChange={set} />
      </section>
      <details
        className="form-part form-fold"
        open={isUnfolded || isWrongInFold}
        onToggle={(event) => setUnfolded(event.currentTarget.open)}
      >
        <summary>{text('workers.more')}</summary>
        <RarerLimitFields kind={kind} values={values} errors={errors} onChange={set} />
        {definition && extract && itemFields([extract])}
        <DataTypes
          offered={definition?.dataTypeList ?? worker?.dataTypeList ?? []}
          chosen={values.dataTypeList}
          error={errors.dataTypeList}
          onChange={(dataTypeList) => set({ dataTypeList })}
        />
        {definition && itemFields(networkItems(data))}
        <Field
          label={text('workers.name')}
          name="name"
          value={values.name}
          onChange={(name) => set({ name })}
          hint={text('workers.nameHint')}
          error={errors.name}
          isRequired
        />
      </details>
      {sharers.length > 0 && (
        <Check
          label={text('workers.tellOthers', { names: namesOf(sharers) })}
          checked={tellsOthers}
          onChange={setTellsOthers}
        />
      )}
      <SaveBar
        changes={changed.length}
        submit={worker ? undefined : text('workers.enable')}
        busy={action.busy}
        onDiscard={() => {
          setValues(first)
          action.forget(Object.keys(errors))
        }}
      />
      {leaving && <LeaveDialog {...leaving} />}
    </form>
  )
}

const fewNames = 2

/** "shared with URL", "shared with 3 others". */
const sharedText = (others: readonly WorkerRow[]) =>
  others.length > fewNames
    ? text('workers.sharedWithMany', { count: others.length })
    : text('workers.sharedWith', { names: others.map(({ title }) => title).join(', ') })
