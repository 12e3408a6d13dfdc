import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'
import { text } from '../../base/texts/index.ts'
import { Panel } from '../../base/ui/page.tsx'
import { Answer } from '../../base/ui/states.tsx'
import { Time } from '../../base/ui/time.tsx'
import { MoreRows } from '../../shared/response/more-rows.tsx'
import { Owner } from '../../shared/response/owner.tsx'
import { changesIn } from './history.ts'

const shownEntries = 20

/** Who changed what, from the audit trail; it is open to administrators only. */
export function HistoryPanel({ caseId }: { caseId: string }) {
  const entries = useQuery({
    queryKey: keyOf('case', caseId, 'history'),
    queryFn: ({ signal }) =>
      api.searchAudit(
        { query: { objectId: caseId }, range: `0-${shownEntries}`, sort: '-at' },
        { signal },
      ),
  })
  return (
    <Panel title={text('cases.history')}>
      <Answer query={entries}>
        {({ rows, total }) => (
          <>
            <ol className="history">
              {rows.map((entry) => (
                <li key={entry.id}>
                  <Time at={entry.at} /> <Owner login={entry.actor} />
                  <span className="case-history-change">
                    <span className="type-chip">{entry.action}</span>{' '}
                    {changesIn(entry.details).map(({ name, value }) => (
                      <span key={name}>
                        <span className="muted">{name}:</span> {value}{' '}
                      </span>
                    ))}
                  </span>
                </li>
              ))}
            </ol>
            <MoreRows total={total} shown={rows.length} />
          </>
        )}
      </Answer>
    </Panel>
  )
}
