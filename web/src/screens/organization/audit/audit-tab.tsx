import type { AuditEntry } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { defangText } from '../../../base/model/defang.ts'
import { asText } from '../../../base/model/levels.ts'
import { Link } from '../../../base/routing/link.tsx'
import { useRights } from '../../../base/session/rights.ts'
import { text } from '../../../base/texts/index.ts'
import { Nothing } from '../../../base/ui/nothing.tsx'
import { Empty } from '../../../base/ui/states.tsx'
import type { Column } from '../../../base/ui/table.tsx'
import { Time } from '../../../base/ui/time.tsx'
import { FilterBar } from '../../../shared/list/filter-bar.tsx'
import { ListTable } from '../../../shared/list/list-table.tsx'
import { useList } from '../../../shared/list/use-list.ts'
import { useSelection } from '../../../shared/list/use-selection.ts'
import { actionWords, objectTypeWords } from './action-words.ts'
import { auditList, auditQuery } from './list.ts'
import { type NamedObject, useNamedObjects } from './named-objects.ts'
import { objectPath } from './object-path.ts'

/** Who changed what, newest first; in all organizations when none is given. */
export function AuditTab({ organization }: { organization?: string }) {
  const { platform, administer } = useRights()
  const list = useList(auditList)
  const query = auditQuery(list.values, platform ? organization : undefined)
  const input = { range: `${list.from}-${list.from + list.size}`, ...(query && { query }) }
  const entries = useQuery({
    queryKey: keyOf('audit', organization ?? 'all', input),
    queryFn: ({ signal }) => api.searchAudit(input, { signal }),
    placeholderData: (previous) => previous,
  })
  // Nothing in an organization is open to who keeps the platform.
  const named = useNamedObjects(entries.data?.rows ?? [], administer)
  return (
    <>
      <FilterBar list={list} />
      <ListTable
        list={list}
        query={entries}
        selection={useSelection(list, entries.data?.rows ?? [])}
        caption={text('organization.tab.audit')}
        columns={columns(organization === undefined, named)}
        none={<Empty title={text('audit.none')} icon="search" />}
      />
    </>
  )
}

const columns = (
  showsOrganization: boolean,
  named: ReadonlyMap<string, NamedObject>,
): Column<AuditEntry>[] => [
  { key: 'at', label: text('audit.at'), cell: ({ at }) => <Time at={at} /> },
  {
    key: 'actor',
    label: text('audit.actor'),
    className: 'cell-name',
    // A separate column did not fit next to the organization.
    cell: ({ actor, address }) => (
      <>
        <span className="value">{actor}</span>
        {address && (
          <small className="muted audit-from" title={text('audit.address')}>
            {address}
          </small>
        )}
      </>
    ),
  },
  {
    key: 'action',
    label: text('audit.action'),
    isHeader: true,
    cell: ({ action }) => (
      <span className="audit-word" title={action}>
        {actionWords(action)}
      </span>
    ),
  },
  {
    key: 'object',
    label: text('audit.object'),
    className: 'audit-object',
    cell: (entry) => (
      <AuditObject entry={entry} named={named.get(`${entry.objectType}/${entry.objectId}`)} />
    ),
  },
  ...(showsOrganization ? [organizationColumn()] : []),
  {
    key: 'details',
    label: text('audit.details'),
    isWide: true,
    cell: (entry) => <Details entry={entry} />,
  },
]

const longestName = 80

/** Meaningless to people; it is in the title. */
const isMadeId = (id: string) => /^~\d+$|^[0-9a-f]{32}$|^[\w-]{16,24}$/.test(id)

/** By its name where the entry knows one, and with the way to it. */
function AuditObject({ entry, named }: { entry: AuditEntry; named: NamedObject | undefined }) {
  const { platform, administer } = useRights()
  const { objectType, objectId } = entry
  const details: Record<string, unknown> = { ...entry.details }
  const textOf = (...names: string[]) =>
    names.map((one) => asText(details[one]).trim()).find((one) => one !== '')
  const isWorker = objectType === 'analyzer' || objectType === 'responder'
  const name = textOf('title', 'name')
  const worker = isWorker ? name : textOf('responderName', 'analyzerName')
  const written = name ?? (isMadeId(objectId) ? '' : objectId)
  const shown = named?.name ?? (worker ? analyzerName(worker) : defangText(written))
  const to = named?.to ?? objectPath({ objectType, objectId, details }, platform && !administer)
  return (
    <>
      <span className="type-chip" title={objectId}>
        {objectTypeWords(objectType)}
      </span>{' '}
      {to && shown ? (
        <Link to={to} title={objectId}>
          {shown.slice(0, longestName)}
        </Link>
      ) : (
        <span title={objectId}>{shown.slice(0, longestName)}</span>
      )}
    </>
  )
}

const organizationColumn = (): Column<AuditEntry> => ({
  key: 'organization',
  label: text('users.organization'),
  cell: ({ organization }) => <span className="value">{organization ?? '–'}</span>,
})

function Details({ entry: { details } }: { entry: AuditEntry }) {
  const names = Object.keys(details)
  if (names.length === 0) return <Nothing />
  return (
    <details className="audit-details">
      <summary>{names.join(', ')}</summary>
      <pre>{JSON.stringify(details, null, 2)}</pre>
    </details>
  )
}
