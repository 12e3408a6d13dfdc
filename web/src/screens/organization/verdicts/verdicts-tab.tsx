import type { AnalystVerdict } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { defangText } from '../../../base/model/defang.ts'
import { dateOnly } from '../../../base/model/times.ts'
import { Link } from '../../../base/routing/link.tsx'
import { path } from '../../../base/routing/match.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { valuePath } from '../../../base/ui/observable.tsx'
import { Empty } from '../../../base/ui/states.tsx'
import type { Column } from '../../../base/ui/table.tsx'
import { TypeChip } from '../../../base/ui/type-chip.tsx'
import { VerdictMark } from '../../../base/ui/verdict-mark.tsx'
import type { ListDeclaration } from '../../../shared/list/declaration.ts'
import { FilterBar } from '../../../shared/list/filter-bar.tsx'
import { ListTable } from '../../../shared/list/list-table.tsx'
import { useList } from '../../../shared/list/use-list.ts'
import { useSelection } from '../../../shared/list/use-selection.ts'
import { WithdrawDialog } from '../../../shared/verdicts/withdraw-dialog.tsx'
import { shownName } from '../../../shared/watch/shown.ts'

const verdictList: ListDeclaration<AnalystVerdict> = {
  idOf: ({ id }) => id,
  pageSizes: [100],
  texts: { noMatch: 'mark.none', removeFilter: 'mark.removeFilter' },
  filters: [
    {
      key: 'ended',
      label: 'mark.all',
      control: { kind: 'check' },
      accepts: (value) => value === 'yes',
      chip: 'none',
    },
  ],
}

/** What analysts decided, by its end. */
export function VerdictsTab() {
  const list = useList(verdictList)
  const [ended, setEnded] = useState<AnalystVerdict>()
  const isOpen = list.values.ended?.length !== 1
  const input = {
    range: `${list.from}-${list.from + list.size}`,
    ...(isOpen ? { open: true } : {}),
  }
  const verdicts = useQuery({
    queryKey: keyOf('decisions', input),
    queryFn: ({ signal }) => api.listVerdicts(input, { signal }),
    placeholderData: (previous) => previous,
  })
  return (
    <>
      <p className="muted form-note">{text('mark.listAbout')}</p>
      <FilterBar list={list} />
      <ListTable
        list={list}
        query={verdicts}
        selection={useSelection(list, verdicts.data?.rows ?? [])}
        caption={text('mark.list')}
        columns={columns(setEnded)}
        none={
          <Empty title={text('mark.none')} icon="flag">
            {text('mark.noneAbout')}
          </Empty>
        }
      />
      {ended && <WithdrawDialog decision={ended} onClose={() => setEnded(undefined)} />}
    </>
  )
}

const columns = (onEnd: (verdict: AnalystVerdict) => void): Column<AnalystVerdict>[] => [
  {
    key: 'value',
    label: text('mark.column.value'),
    isHeader: true,
    isWide: true,
    cell: (row) => (
      <>
        <TypeChip type={row.dataType} />{' '}
        <Link to={valuePath(row)} className="value">
          {shownName(nameIn(row))}
        </Link>
        {row.case && (
          <>
            {' '}
            <Link to={path`/cases/${row.case.id}`}>
              {text('mark.case', { number: row.case.number })}
            </Link>
          </>
        )}
      </>
    ),
  },
  {
    key: 'level',
    label: text('mark.column.verdict'),
    cell: ({ level, contradicted }) => (
      <>
        <VerdictMark level={level} isPlain />
        {contradicted && <span className="muted"> {text('mark.isContradicted')}</span>}
      </>
    ),
  },
  {
    key: 'reason',
    label: text('mark.column.reason'),
    cell: ({ reason }) => <span className="few-lines">{defangText(reason)}</span>,
  },
  { key: 'by', label: text('mark.column.by'), cell: ({ by }) => by },
  { key: 'ends', label: text('mark.column.ends'), cell: endOf },
  {
    key: 'tasks',
    label: '',
    cell: (row) =>
      row.endedAt === undefined && (
        <Button size="small" onClick={() => onEnd(row)}>
          {text('mark.withdraw')} <span className="visually-hidden">{shownName(nameIn(row))}</span>
        </Button>
      ),
  },
]

function endOf({ expiresAt, endedAt, endedBy }: AnalystVerdict): string {
  if (endedAt !== undefined && endedBy === undefined)
    return text('mark.expired', { date: dateOnly(endedAt) })
  if (endedAt !== undefined)
    return text('mark.ended', { name: endedBy ?? '', date: dateOnly(endedAt) })
  return expiresAt === undefined ? text('mark.never') : dateOnly(expiresAt)
}

const nameIn = ({ dataType, data, hash, filename }: AnalystVerdict) => ({
  dataType,
  ...(data === undefined ? {} : { data }),
  ...(hash === undefined ? {} : { hash }),
  ...(filename === undefined ? {} : { filename }),
})
