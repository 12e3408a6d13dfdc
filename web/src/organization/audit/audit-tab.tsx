import type { AuditEntry } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { keyOf } from '../../data/keys.ts'
import { useSearch } from '../../routing/place.ts'
import { useRights } from '../../session/rights.ts'
import { text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Answer, Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { auditQuery } from './audit-query.ts'

const perPage = 50

/** Who changed what, newest first; in all organizations when none is given. */
export function AuditTab({ organization }: { organization?: string }) {
  const { platform } = useRights()
  const { params, set } = useSearch()
  const wanted = params.get('q') ?? ''
  const from = Math.max(0, Number(params.get('from')) || 0)
  const query = auditQuery({ organization: platform ? organization : undefined, text: wanted })
  const input = { range: `${from}-${from + perPage}`, ...(query ? { query } : {}) }
  const entries = useQuery({
    queryKey: keyOf('audit', organization ?? 'all', input),
    queryFn: ({ signal }) => api.searchAudit(input, { signal }),
    placeholderData: (previous) => previous,
  })
  return (
    <>
      <div className="filters">
        <SearchBox
          label={text('audit.search')}
          value={wanted}
          onChange={(q) => set({ q, from: '' })}
        />
      </div>
      <Answer query={entries}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <Empty
              title={text('audit.none')}
              icon="search"
              action={
                wanted && <Button onClick={() => set({ q: '' })}>{text('app.clearAll')}</Button>
              }
            />
          ) : (
            <>
              <Table
                caption={text('organization.tab.audit')}
                columns={columns(organization === undefined)}
                rows={rows}
                idOf={({ id }) => String(id)}
              />
              <Pager
                from={from}
                size={perPage}
                total={total}
                onGo={(next) => set({ from: next ? String(next) : '' }, { push: true })}
              />
            </>
          )
        }
      </Answer>
    </>
  )
}

const columns = (showsOrganization: boolean): Column<AuditEntry>[] => [
  { key: 'at', label: text('audit.at'), cell: ({ at }) => <Time at={at} /> },
  {
    key: 'actor',
    label: text('audit.actor'),
    cell: ({ actor }) => <span className="value">{actor}</span>,
  },
  {
    key: 'action',
    label: text('audit.action'),
    isHeader: true,
    cell: ({ action }) => <span className="value audit-word">{action}</span>,
  },
  {
    key: 'object',
    label: text('audit.object'),
    cell: ({ objectType, objectId }) => (
      <>
        <span className="type-chip">{objectType}</span> <span className="value">{objectId}</span>
      </>
    ),
  },
  ...(showsOrganization ? [organizationColumn()] : []),
  {
    key: 'details',
    label: text('audit.details'),
    isWide: true,
    cell: (entry) => <Details entry={entry} />,
  },
  {
    key: 'address',
    label: text('audit.address'),
    cell: ({ address }) => <span className="value audit-word">{address}</span>,
  },
]

const organizationColumn = (): Column<AuditEntry> => ({
  key: 'organization',
  label: text('users.organization'),
  cell: ({ organization }) => <span className="value">{organization ?? '–'}</span>,
})

function Details({ entry: { details } }: { entry: AuditEntry }) {
  const names = Object.keys(details)
  if (names.length === 0) return <span className="muted">–</span>
  return (
    <details className="audit-details">
      <summary>{names.join(', ')}</summary>
      <pre>{JSON.stringify(details, null, 2)}</pre>
    </details>
  )
}
