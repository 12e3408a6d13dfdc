import type { AnalyzerSet } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { useAnalyzerSets } from '../../../base/data/workers.ts'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { typeName } from '../../../base/model/type-name.ts'
import { text } from '../../../base/texts/index.ts'
import type { Column } from '../../../base/ui/table.tsx'
import { SettingsTab } from '../settings-tab.tsx'
import { SetDialog } from './set-dialog.tsx'

/** Analyzers under a name, for everyone in the organization and for rules. */
export const AnalyzerSetsTab = () => (
  <SettingsTab
    texts="sets"
    query={useAnalyzerSets()}
    stale={keyOf('analyzerSets')}
    caption={text('place.sets')}
    columns={columns()}
    idOf={({ id }) => id}
    nameOf={({ name }) => name}
    icon="catalogue"
    canEdit
    editor={(set, { saved, close }) => <SetDialog set={set} onSaved={saved} onClose={close} />}
    remove={({ id }) => api.deleteAnalyzerSet({ id })}
  />
)

const columns = (): Column<AnalyzerSet>[] => [
  {
    key: 'name',
    label: text('sets.name'),
    isHeader: true,
    className: 'cell-name',
    cell: ({ name }) => name,
  },
  {
    key: 'analyzers',
    label: text('sets.analyzers'),
    isWide: true,
    cell: ({ analyzers }) => analyzers.map(analyzerName).join(', '),
  },
  {
    key: 'types',
    label: text('sets.types'),
    cell: ({ dataTypes }) =>
      dataTypes.length === 0 ? text('sets.allTypes') : dataTypes.map(typeName).join(', '),
  },
]
