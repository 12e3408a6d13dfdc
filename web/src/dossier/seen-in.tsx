import type { AlertV1, CaseV1 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { keyOf } from '../data/keys.ts'
import { Link } from '../routing/link.tsx'
import { path } from '../routing/match.ts'
import { text } from '../texts/index.ts'
import { SeverityMark } from '../ui/marks.tsx'
import { Panel } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import { platformSteps, type Subject } from './subject.ts'

const useHolders = <T,>(subject: Subject, holder: 'case' | 'alert') =>
  useQuery({
    queryKey:
      holder === 'case'
        ? keyOf('cases', 'of-observable', subject)
        : keyOf('alerts', 'of-observable', subject),
    queryFn: async ({ signal }) =>
      (await api.queryV1({ query: platformSteps(subject, holder) }, { signal })) as T[],
    // Whoever may not see cases has a dossier without them.
    retry: false,
    staleTime: 30_000,
  })

/** Cases and alerts that hold the observable. */
export function SeenIn({ subject }: { subject: Subject }) {
  const cases = useHolders<CaseV1>(subject, 'case')
  const alerts = useHolders<AlertV1>(subject, 'alert')
  const held = [
    ...(cases.data ?? []).map((found) => ({
      id: found._id,
      to: path`/cases/${found._id}`,
      title: text('dossier.case', { number: String(found.number), title: found.title }),
      severity: found.severity,
      at: found.startDate,
    })),
    ...(alerts.data ?? []).map((found) => ({
      id: found._id,
      to: path`/alerts/${found._id}`,
      title: text('dossier.alert', { title: found.title }),
      severity: found.severity,
      at: found.date,
    })),
  ]
  if (held.length === 0) return null
  return (
    <Panel title={text('dossier.seenIn')} className="dossier-seen">
      <ul>
        {held.map(({ id, to, title, severity, at }) => (
          <li key={id}>
            <SeverityMark severity={severity} />
            <Link to={to}>{title}</Link>
            <Time at={at} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
