import { counted, text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { PapMark, StateMark, TlpMark } from '../../ui/marks.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { Column } from '../../ui/table.tsx'
import type { Kind } from '../kinds.ts'
import type { EnabledWorker } from './use-workers.ts'
import type { WorkerRow } from './worker-rows.ts'

/** What opens a dialog; editing has an address instead. */
export type WorkerTask = 'enable' | 'disable' | 'switch'

interface WorkerColumns {
  kind: Kind
  onTask: (task: WorkerTask, row: WorkerRow) => void
  onEdit: (row: WorkerRow) => void
}

const Nothing = () => <span className="muted">–</span>

export const workerColumns = (props: WorkerColumns): Column<WorkerRow>[] => [
  {
    key: 'name',
    label: text('workers.name'),
    isHeader: true,
    isWide: true,
    cell: (row) => <NameCell row={row} />,
  },
  {
    key: 'types',
    label: text('workers.types'),
    cell: ({ dataTypes }) => <span className="types">{dataTypes.join(' ')}</span>,
  },
  {
    key: 'maxTlp',
    label: text('workers.max.tlp'),
    cell: ({ worker }) =>
      worker?.maxTlp === undefined ? <Nothing /> : <TlpMark tlp={worker.maxTlp} />,
  },
  {
    key: 'maxPap',
    label: text('workers.max.pap'),
    cell: ({ worker }) =>
      worker?.maxPap === undefined ? <Nothing /> : <PapMark pap={worker.maxPap} />,
  },
  {
    key: 'rate',
    label: text('workers.rateShort'),
    cell: ({ worker }) =>
      worker?.rate && worker.rateUnit ? (
        <span className="number">
          {worker.rate}/{text(`workers.unit.${worker.rateUnit}`)}
        </span>
      ) : (
        <Nothing />
      ),
  },
  ...(props.kind === 'analyzer' ? [cacheColumn()] : []),
  {
    key: 'configuration',
    label: text('workers.configurationShort'),
    cell: (row) => <ConfigurationCell row={row} />,
  },
  {
    key: 'tasks',
    label: text('users.actions'),
    align: 'right',
    cell: (row) => <Tasks {...props} row={row} />,
  },
]

const cacheColumn = (): Column<WorkerRow> => ({
  key: 'cache',
  label: text('workers.cache'),
  cell: ({ worker }) =>
    worker ? <span className="number">{cacheText(worker)}</span> : <Nothing />,
})

function cacheText({ jobCache }: EnabledWorker): string {
  if (jobCache === undefined || jobCache === null) return text('workers.cacheDefault')
  return jobCache === 0 ? text('workers.cacheOff') : text('workers.cacheFor', { minutes: jobCache })
}

function NameCell({ row }: { row: WorkerRow }) {
  const { worker, definition } = row
  const about = definition?.description ?? worker?.description ?? ''
  return (
    <div className="worker-name">
      <span>
        <span className="value">{row.name}</span>
        {worker && worker.name !== worker.workerDefinitionId && (
          <small className="muted"> {worker.workerDefinitionId}</small>
        )}
      </span>
      <small className="muted worker-about" title={about}>
        {about}
      </small>
      {definition?.runners.length === 0 && (
        <small className="worker-warning">{text('workers.noRunner')}</small>
      )}
    </div>
  )
}

function ConfigurationCell({ row }: { row: WorkerRow }) {
  if (row.worker?.obsolete)
    return (
      <StateMark tone="warn" icon="alert">
        {text('workers.obsolete')}
      </StateMark>
    )
  if (row.missing.length > 0)
    return (
      <span title={row.missing.join(', ')}>
        <StateMark tone="warn" icon="alert">
          {counted('workers.missing', row.missing.length)}
        </StateMark>
      </span>
    )
  return row.worker ? (
    <StateMark tone="good" icon="check">
      {text('workers.complete')}
    </StateMark>
  ) : (
    <span className="muted">{text('workers.ready')}</span>
  )
}

function Tasks({ row, onTask, onEdit }: WorkerColumns & { row: WorkerRow }) {
  const { worker, definition, name } = row
  const named = (label: string) => (
    <>
      {label} <span className="visually-hidden">{name}</span>
    </>
  )
  if (!worker)
    return (
      <Button size="small" onClick={() => onTask('enable', row)}>
        {named(text('workers.enable'))}
      </Button>
    )
  return (
    <span className="row-buttons">
      <Button size="small" onClick={() => onEdit(row)}>
        {named(text('app.edit'))}
      </Button>
      <Button size="small" onClick={() => onTask('disable', row)}>
        {named(text('workers.disable'))}
      </Button>
      <Menu
        name={text('workers.moreFor', { name })}
        label={text('workers.moreFor', { name })}
        button={{ icon: 'more', iconOnly: true, kind: 'quiet', size: 'small' }}
        items={[
          {
            label: text('workers.enableAgain'),
            icon: 'plus',
            onSelect: () => onTask('enable', row),
            unavailable: !definition && text('workers.obsolete'),
          },
          {
            label: worker.availableDefinitionId
              ? text('workers.switchTo', { name: worker.availableDefinitionId })
              : text('workers.switch'),
            icon: 'refresh',
            onSelect: () => onTask('switch', row),
            unavailable: !worker.availableDefinitionId && text('workers.isNewest'),
          },
        ]}
      />
    </span>
  )
}
