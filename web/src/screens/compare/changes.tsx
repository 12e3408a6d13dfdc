import { defangText } from '../../base/model/defang.ts'
import { text } from '../../base/texts/index.ts'
import { Nothing } from '../../base/ui/nothing.tsx'
import { type Column, Table } from '../../base/ui/table.tsx'
import type { Change, Difference } from './diff.ts'
import { preview } from './preview.ts'

interface ChangesProps {
  difference: Difference
  isSideBySide: boolean
}

/** Values come from reports: they are shown as text, cut, and never as a link. */
export function Changes({ difference, isSideBySide }: ChangesProps) {
  if (difference.changes.length === 0) return null
  return (
    <Table
      caption={text('compare.changes')}
      columns={isSideBySide ? sideBySide() : inOneColumn()}
      rows={difference.changes}
      idOf={({ path, kind }) => `${kind} ${path}`}
    />
  )
}

const signs = { added: '+', removed: '−', changed: '±', same: '=' } as const

const mark = (): Column<Change> => ({
  key: 'kind',
  label: text('compare.change'),
  className: 'change-mark',
  cell: ({ kind }) => (
    <span className="change-sign" data-change={kind}>
      <span aria-hidden="true">{signs[kind]}</span>
      <span className="visually-hidden">
        {text(kind === 'same' ? 'compare.unchanged' : `compare.${kind}`)}
      </span>
    </span>
  ),
})

const path = (): Column<Change> => ({
  key: 'path',
  label: text('compare.path'),
  isHeader: true,
  className: 'change-path',
  cell: (change) => <span className="value">{defangText(change.path)}</span>,
})

const inOneColumn = (): Column<Change>[] => [
  mark(),
  path(),
  {
    key: 'value',
    label: text('compare.value'),
    cell: (change) => <OneValue change={change} />,
  },
]

const sideBySide = (): Column<Change>[] => [
  mark(),
  path(),
  {
    key: 'a',
    label: 'A',
    className: 'change-value',
    cell: ({ before }) => <Value value={before} />,
  },
  { key: 'b', label: 'B', className: 'change-value', cell: ({ after }) => <Value value={after} /> },
]

function OneValue({ change: { kind, before, after } }: { change: Change }) {
  if (kind !== 'changed') return <Value value={kind === 'removed' ? before : after} />
  return (
    <span className="change-both">
      <Value value={before} />
      <span aria-hidden="true">→</span>
      <span className="visually-hidden">{text('compare.becomes')}</span>
      <Value value={after} />
    </span>
  )
}

const Value = ({ value }: { value: unknown }) =>
  value === undefined ? <Nothing /> : <span className="value">{preview(value)}</span>
