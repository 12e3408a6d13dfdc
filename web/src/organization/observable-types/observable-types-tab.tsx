import type { ObservableTypeV1 } from '@assay/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { keyOf } from '../../data/keys.ts'
import { useRights } from '../../session/rights.ts'
import { text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Answer } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { RemoveDialog } from '../remove-dialog.tsx'
import { RowTasks } from '../row-tasks.tsx'
import { ObservableTypeDialog } from './observable-type-dialog.tsx'

export function ObservableTypesTab() {
  const client = useQueryClient()
  const { platform } = useRights()
  const types = useQuery({
    queryKey: keyOf('observableTypes', 'administered'),
    queryFn: ({ signal }) => api.listObservableTypesV1({}, { signal }),
  })
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<ObservableTypeV1>()
  const changed = () => void client.invalidateQueries({ queryKey: keyOf('observableTypes') })
  return (
    <>
      <div className="filters">
        <p className="muted">{text(platform ? 'types.aboutPlatform' : 'types.about')}</p>
        <span className="filters-end">
          <Button kind="primary" size="small" icon="plus" onClick={() => setAdding(true)}>
            {text('types.add')}
          </Button>
        </span>
      </div>
      <Answer query={types}>
        {(rows) => (
          <Table
            caption={text('organization.tab.observable-types')}
            columns={columns(platform, setRemoved)}
            rows={rows.toSorted((a, b) => a.name.localeCompare(b.name))}
            idOf={({ _id }) => _id}
          />
        )}
      </Answer>
      {isAdding && <ObservableTypeDialog onSaved={changed} onClose={() => setAdding(false)} />}
      {removed && (
        <RemoveDialog
          title={text('types.removeTitle', { name: removed.name })}
          done={text('settings.removed', { name: removed.name })}
          onRemove={async () => {
            await api.deleteObservableTypeV1({ id: removed._id })
            changed()
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{text('types.removeEffect')}</p>
        </RemoveDialog>
      )}
    </>
  )
}

/** What came with the installation belongs to everybody. */
const isBuiltIn = ({ _createdBy }: ObservableTypeV1) => _createdBy === 'init'

const columns = (
  mayRemoveAll: boolean,
  onRemove: (type: ObservableTypeV1) => void,
): Column<ObservableTypeV1>[] => [
  {
    key: 'name',
    label: text('types.name'),
    isHeader: true,
    isWide: true,
    cell: ({ name }) => <span className="value">{name}</span>,
  },
  {
    key: 'isAttachment',
    label: text('types.value'),
    cell: ({ isAttachment }) => text(isAttachment ? 'types.file' : 'types.text'),
  },
  {
    key: 'origin',
    label: text('types.origin'),
    cell: (type) => (isBuiltIn(type) ? text('types.builtIn') : type._createdBy),
  },
  {
    key: 'tasks',
    label: text('users.actions'),
    align: 'right',
    cell: (type) => (
      <RowTasks
        name={type.name}
        staysBecause={!mayRemoveAll && isBuiltIn(type) && text('types.stays')}
        onRemove={() => onRemove(type)}
      />
    ),
  },
]
