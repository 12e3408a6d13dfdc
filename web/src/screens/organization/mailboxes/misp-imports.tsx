import type { MispImport } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { problemOf } from '../../../base/problem.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { StateMark } from '../../../base/ui/marks.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { type Column, Table } from '../../../base/ui/table.tsx'
import { Time } from '../../../base/ui/time.tsx'

/** MISP servers whose events become alerts; the operator names them, so most organizations have none. */
export function MispImports() {
  // Not again and again: each answer asks the servers.
  const servers = useQuery({
    queryKey: keyOf('mispServers'),
    queryFn: async ({ signal }) => (await api.listMispServers({}, { signal })).imports,
  })
  if (servers.error) return <Notice kind="error">{problemOf(servers.error).message}</Notice>
  if (!servers.data || servers.data.length === 0) return null
  return (
    <section>
      <h3>{text('misp.title')}</h3>
      <p className="form-lead">{text('misp.about')}</p>
      <Table
        caption={text('misp.title')}
        columns={columns()}
        rows={servers.data}
        idOf={({ server }) => server}
      />
    </section>
  )
}

const columns = (): Column<MispImport>[] => [
  { key: 'server', label: text('misp.server'), isHeader: true, cell: ({ server }) => server },
  { key: 'upTo', label: text('misp.upTo'), cell: ({ upTo }) => <Time at={upTo} /> },
  {
    key: 'state',
    label: text('users.status'),
    isWide: true,
    cell: ({ problem, failed }) => (
      <>
        {problem ? (
          <>
            <StateMark tone="bad" icon="status-failure">
              {text('mailboxes.state.broken')}
            </StateMark>
            <p className="muted">{problem}</p>
          </>
        ) : (
          <StateMark tone="good" icon="check">
            {text('mailboxes.state.on')}
          </StateMark>
        )}
        {failed && (
          <div>
            <StateMark tone="bad" icon="status-failure">
              {counted('misp.failed', failed.events)}
            </StateMark>
            {failed.reason && (
              <p className="muted">
                {text('misp.failedLast', { event: failed.event, reason: failed.reason })}
              </p>
            )}
          </div>
        )}
      </>
    ),
  },
]
