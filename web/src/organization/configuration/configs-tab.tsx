import { useSearch } from '../../routing/place.ts'
import { counted, text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Answer, Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { Kind } from '../kinds.ts'
import { type SharedConfig, useSharedConfigs } from '../workers/use-workers.ts'
import { ConfigDrawer } from './config-drawer.tsx'

/** Settings that are shared by all flavours of a worker, or by all workers. */
export function ConfigsTab({ kind }: { kind: Kind }) {
  const { params, set } = useSearch()
  const configs = useSharedConfigs(kind)
  const wanted = params.get('q') ?? ''
  const edited = configs.data?.find(({ name }) => name === params.get('edit'))
  return (
    <>
      <p className="muted form-note">{text('configs.about')}</p>
      <div className="filters">
        <SearchBox label={text('configs.search')} value={wanted} onChange={(q) => set({ q })} />
      </div>
      <Answer query={configs}>
        {(all) => {
          // Most definitions share nothing: rows in which nothing can be set would hide the others.
          const rows = all.filter(
            (config) => config.configurationItems.length > 0 && isMatch(config, wanted),
          )
          if (rows.length === 0)
            return (
              <Empty
                title={text('configs.noneMatch')}
                icon="search"
                action={<Button onClick={() => set({ q: '' })}>{text('app.clearAll')}</Button>}
              />
            )
          return (
            <Table
              caption={text('configs.title')}
              columns={columns(kind, (name) => set({ edit: name }, { push: true }))}
              rows={rows}
              idOf={({ name }) => name}
            />
          )
        }}
      </Answer>
      {edited && <ConfigDrawer kind={kind} shared={edited} onClose={() => set({ edit: '' })} />}
    </>
  )
}

function isMatch({ name, workers, configurationItems }: SharedConfig, wanted: string): boolean {
  const names = [name, ...workers, ...configurationItems.map((item) => item.name)]
  return names.join(' ').toLowerCase().includes(wanted.trim().toLowerCase())
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
