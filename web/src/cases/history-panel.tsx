import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { keyOf } from '../data/keys.ts'
import { MoreRows } from '../response/more-rows.tsx'
import { Owner } from '../response/owner.tsx'
import { text } from '../texts/index.ts'
import { Panel } from '../ui/page.tsx'
import { Answer } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
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
                  <span className="history-change">
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
