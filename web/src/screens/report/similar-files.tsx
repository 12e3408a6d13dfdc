import type { JobWithReport } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'
import { defangText } from '../../base/model/defang.ts'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { text } from '../../base/texts/index.ts'
import { Panel } from '../../base/ui/page.tsx'

/** Similar files that the organization has seen; nothing where there are none. */
export function SimilarFiles({ job }: { job: JobWithReport }) {
  const { data } = useQuery({
    queryKey: keyOf('similarFiles', job.id),
    queryFn: ({ signal }) => api.similarFiles({ id: job.id }, {}, { signal }),
  })
  if (!data || data.length === 0) return null
  return (
    <Panel title={text('report.similarFiles')}>
      <ul>
        {data.map(({ jobId, filename, ssdeep, tlsh }) => (
          <li key={jobId}>
            <Link to={path`/jobs/${jobId}`}>{defangText(filename)}</Link>{' '}
            <span className="muted">
              {[
                ...(ssdeep === null
                  ? []
                  : [text('report.similarFiles.ssdeep', { score: String(ssdeep) })]),
                ...(tlsh === null
                  ? []
                  : [text('report.similarFiles.tlsh', { distance: String(tlsh) })]),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
