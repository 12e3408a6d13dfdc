import type { CustomFieldV1 } from '@assay/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { keyOf } from '../../data/keys.ts'
import { useCustomFields } from '../../data/settings.ts'
import { useRights } from '../../session/rights.ts'
import { type TextKey, text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Answer, Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { RemoveDialog } from '../remove-dialog.tsx'
import { RowTasks } from '../row-tasks.tsx'
import { CustomFieldDialog } from './custom-field-dialog.tsx'

/** Fields that cases and alerts of the organization can have beside the usual ones. */
export function CustomFieldsTab() {
  const fields = useCustomFields()
  const { platform } = useRights()
  const client = useQueryClient()
  const [open, setOpen] = useState<{ task: 'save' | 'remove'; field?: CustomFieldV1 }>()
  const changed = () => void client.invalidateQueries({ queryKey: keyOf('customFields') })
  const close = () => setOpen(undefined)
  const add = (
    <Button kind="primary" size="small" icon="plus" onClick={() => setOpen({ task: 'save' })}>
      {text('fields.add')}
    </Button>
  )
  return (
    <>
      <div className="filters">
        <p className="muted">{text(platform ? 'fields.aboutPlatform' : 'fields.about')}</p>
        <span className="filters-end">{add}</span>
      </div>
      <Answer query={fields}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={text('fields.none')} icon="edit" action={add}>
              {text('fields.noneAbout')}
            </Empty>
          ) : (
            <Table
              caption={text('organization.tab.custom-fields')}
              columns={columns((task, field) => setOpen({ task, field }))}
              rows={rows}
              idOf={({ _id }) => _id}
            />
          )
        }
      </Answer>
      {open?.task === 'save' && (
        <CustomFieldDialog field={open.field} onSaved={changed} onClose={close} />
      )}
      {open?.task === 'remove' && open.field && (
        <RemoveDialog
          title={text('fields.removeTitle', { name: open.field.displayName })}
          done={text('settings.removed', { name: open.field.displayName })}
          onRemove={async () => {
            await api.deleteCustomFieldV1({ id: open.field?._id ?? '' })
            changed()
          }}
          onClose={close}
        >
          <p>{text('fields.removeEffect')}</p>
        </RemoveDialog>
      )}
    </>
  )
}

type OnTask = (task: 'save' | 'remove', field: CustomFieldV1) => void

const columns = (onTask: OnTask): Column<CustomFieldV1>[] => [
  {
    key: 'displayName',
    label: text('fields.label'),
    isHeader: true,
    cell: ({ displayName }) => displayName,
  },
  {
    key: 'name',
    label: text('fields.name'),
    cell: ({ name }) => <span className="value">{name}</span>,
  },
  {
    key: 'type',
    label: text('fields.type'),
    cell: ({ type }) => text(`fields.type.${type}` as TextKey),
  },
  {
    key: 'description',
    label: text('fields.description'),
    isWide: true,
    cell: ({ description, options }) => (
      <>
        {description}
        {options.length > 0 && <small className="types">{options.map(String).join(', ')}</small>}
      </>
    ),
  },
  {
    key: 'mandatory',
    label: text('fields.mandatory'),
    cell: ({ mandatory }) => text(mandatory ? 'app.yes' : 'app.no'),
  },
  {
    key: 'tasks',
    label: text('users.actions'),
    align: 'right',
    cell: (field) => (
      <RowTasks
        name={field.displayName}
        onEdit={() => onTask('save', field)}
        onRemove={() => onTask('remove', field)}
      />
    ),
  },
]
