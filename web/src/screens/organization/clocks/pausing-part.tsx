import type { CaseStatusV1 } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { attempt } from '../../../base/attempt.ts'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { useCaseStatuses } from '../../../base/data/settings.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Field } from '../../../base/ui/field.tsx'
import { FormDialog } from '../../../base/ui/form-dialog.tsx'
import { Answer } from '../../../base/ui/states.tsx'
import { Switch } from '../../../base/ui/switch.tsx'
import { type Column, Table } from '../../../base/ui/table.tsx'
import { useForm } from '../../../base/use-form.ts'

/** Statuses of open cases: those that pause are for cases that wait for others. */
export function PausingPart() {
  const statuses = useCaseStatuses(true)
  const [isAdding, setAdding] = useState(false)
  return (
    <section className="settings-part">
      <h2>{text('clocks.pausing')}</h2>
      <div className="filters">
        <p className="muted">{text('clocks.pausingAbout')}</p>
        <span className="filters-end">
          <Button size="small" icon="plus" onClick={() => setAdding(true)}>
            {text('clocks.addStatus')}
          </Button>
        </span>
      </div>
      <Answer query={statuses}>
        {(rows) => {
          const open = rows.filter(isOwn)
          return open.length === 0 ? (
            <p className="muted">{text('clocks.noStatuses')}</p>
          ) : (
            <Table
              caption={text('clocks.pausing')}
              columns={columns()}
              rows={open}
              idOf={({ _id }) => _id}
            />
          )
        }}
      </Answer>
      {isAdding && <StatusDialog onClose={() => setAdding(false)} />}
    </section>
  )
}

/** Those that come with Assay belong to all organizations. */
const isOwn = ({ stage, _createdBy }: CaseStatusV1) => stage !== 'Closed' && _createdBy !== 'init'

const columns = (): Column<CaseStatusV1>[] => [
  {
    key: 'value',
    label: text('clocks.status'),
    isHeader: true,
    className: 'cell-name',
    cell: ({ value }) => value,
  },
  {
    key: 'pauses',
    label: text('clocks.pauses'),
    align: 'right',
    cell: (status) => (
      <Switch
        label={text('clocks.pausesNamed', { name: status.value })}
        isOn={status.pauses}
        onChange={(pauses) => void setPauses(status, pauses)}
      />
    ),
  },
]

const setPauses = ({ _id }: CaseStatusV1, pauses: boolean) =>
  attempt(async () => {
    await api.updateCaseStatus({ id: _id }, { pauses })
    await readAgain(keyOf('caseStatuses'))
  })

function StatusDialog({ onClose }: { onClose: () => void }) {
  const { values, action, field } = useForm({ value: '' })
  async function save() {
    await api.createCaseStatus({ value: values.value.trim(), stage: 'InProgress', pauses: true })
    await readAgain(keyOf('caseStatuses'))
    onClose()
  }
  return (
    <FormDialog
      title={text('clocks.addStatus')}
      submit={text('app.save')}
      action={action}
      wrong={(): Record<string, string> =>
        values.value.trim() === '' ? { value: text('clocks.statusMissing') } : {}
      }
      onSubmit={save}
      onClose={onClose}
    >
      <Field
        label={text('clocks.statusName')}
        isRequired
        hint={text('clocks.statusHint')}
        input={{ maxLength: 256 }}
        {...field('value')}
      />
    </FormDialog>
  )
}
