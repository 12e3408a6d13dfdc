import type { ObservableTypeV1 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { typeName } from '../../../base/model/type-name.ts'
import { useRights } from '../../../base/session/rights.ts'
import { text } from '../../../base/texts/index.ts'
import type { Column } from '../../../base/ui/table.tsx'
import { SettingsTab } from '../settings-tab.tsx'
import { ObservableTypeDialog } from './observable-type-dialog.tsx'

export function ObservableTypesTab() {
  const { platform } = useRights()
  const types = useQuery({
    queryKey: keyOf('observableTypes', 'administered'),
    queryFn: ({ signal }) => api.listObservableTypesV1({}, { signal }),
    select: (all) => all.toSorted((a, b) => a.name.localeCompare(b.name)),
  })
  return (
    <SettingsTab
      texts="types"
      {...(platform && { about: text('types.aboutPlatform') })}
      query={types}
      stale={keyOf('observableTypes')}
      caption={text('organization.tab.observable-types')}
      columns={columns()}
      idOf={({ _id }) => _id}
      nameOf={({ name }) => typeName(name)}
      editor={(_, { saved, close }) => <ObservableTypeDialog onSaved={saved} onClose={close} />}
      staysBecause={(type) => !platform && isBuiltIn(type) && text('types.stays')}
      remove={({ _id }) => api.deleteObservableTypeV1({ id: _id })}
    />
  )
}

/** Built-in types belong to all organizations. */
const isBuiltIn = ({ _createdBy }: ObservableTypeV1) => _createdBy === 'init'

const columns = (): Column<ObservableTypeV1>[] => [
  {
    key: 'name',
    label: text('types.name'),
    isHeader: true,
    isWide: true,
    cell: ({ name }) => <span title={name}>{typeName(name)}</span>,
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
]
