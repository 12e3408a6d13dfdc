import type { ListDeclaration } from '../../list/declaration.ts'
import { FilterBar } from '../../list/filter-bar.tsx'
import { searchFilter } from '../../list/filters.ts'
import { useList } from '../../list/use-list.ts'
import { WholeList } from '../../list/whole-list.tsx'
import { useSearch } from '../../routing/location.ts'
import { counted, text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Answer } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import type { Kind } from '../kinds.ts'
import { ConfigDrawer } from './config-drawer.tsx'
import { type SharedConfig, useSharedConfigs } from './use-shared-configs.ts'

const configList: ListDeclaration<SharedConfig> = {
  idOf: ({ name }) => name,
  texts: { noMatch: 'configs.noneMatch' },
  filters: [
    searchFilter('configs.search', {
      matches: ({ name, workers, configurationItems }, [wanted = '']) => {
        const names = [name, ...workers, ...configurationItems.map((item) => item.name)]
        return names.join(' ').toLowerCase().includes(wanted.trim().toLowerCase())
      },
    }),
  ],
}

/** Settings that are shared by all flavours of a worker, or by all workers. */
export function ConfigsTab({ kind }: { kind: Kind }) {
  const { params, set } = useSearch()
  const list = useList(configList)
  const configs = useSharedConfigs(kind)
  const edited = configs.data?.find(({ name }) => name === params.get('edit'))
  return (
    <>
      <p className="muted form-note">{text('configs.about')}</p>
      <FilterBar list={list} />
      <Answer query={configs}>
        {(all) => (
          <WholeList
            list={list}
            // Most definitions share nothing: rows in which nothing can be set would hide the others.
            rows={all.filter(({ configurationItems }) => configurationItems.length > 0)}
            caption={text('configs.title')}
            columns={columns(kind, (name) => set({ edit: name }, { push: true }))}
          />
        )}
      </Answer>
      {edited && <ConfigDrawer kind={kind} shared={edited} onClose={() => set({ edit: '' })} />}
    </>
  )
}

const columns = (kind: Kind, onEdit: (name: string) => void): Column<SharedConfig>[] => [
  {
    key: 'name',
    label: text('configs.name'),
    isHeader: true,
    cell: ({ name }) => <span className="value">{name}</span>,
  },
  {
    key: 'items',
    label: text('configs.items'),
    isWide: true,
    cell: (config) => <Items config={config} />,
  },
  {
    key: 'workers',
    label: text(`configs.usedBy.${kind}`),
    cell: ({ name, workers }) =>
      name === 'global' ? text('configs.all') : <span className="types">{workers.join(', ')}</span>,
  },
  {
    key: 'tasks',
    label: text('users.actions'),
    align: 'right',
    cell: ({ name }) => (
      <Button size="small" onClick={() => onEdit(name)}>
        {text('app.edit')} <span className="visually-hidden">{name}</span>
      </Button>
    ),
  },
]

function Items({ config }: { config: SharedConfig }) {
  const { configurationItems, setItems } = config
  const set = configurationItems.filter(({ name }) => setItems.includes(name)).length
  return (
    <>
      <span className="visually-hidden">
        {counted('configs.setOf', configurationItems.length, { set })}
      </span>
      <ul className="config-items">
        {configurationItems.map(({ name, description }) => {
          const isSet = setItems.includes(name)
          return (
            <li key={name} data-set={isSet} title={description}>
              <Icon name={isSet ? 'check' : 'minus'} />
              <span className="value">{name}</span>
              <span className="visually-hidden">
                {text(isSet ? 'configs.isSet' : 'configs.isUnset')}
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
