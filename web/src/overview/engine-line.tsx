import { useQuery } from '@tanstack/react-query'
import { searchJobs } from '../data/jobs.ts'
import { keyOf } from '../data/keys.ts'
import { useAnalyzers } from '../data/workers.ts'
import { analyzerName } from '../model/analyzer-name.ts'
import { Link } from '../routing/link.tsx'
import { counted, text } from '../texts/index.ts'
import { Icon } from '../ui/icons.tsx'

const lastJobs = 10
const readJobs = 300
const dayMs = 86_400_000

/** One line; it stands out only when an analyzer fails more than half of its last ten jobs. */
export function EngineLine({ everyMs }: { everyMs: number | false }) {
  const analyzers = useAnalyzers()
  const { data } = useQuery({
    queryKey: keyOf('overview', 'engine'),
    queryFn: async ({ signal }) => {
      const since = { _gte: { createdAt: Date.now() - dayMs } }
      const count = async (status: string) =>
        (await searchJobs({ query: { _and: [since, { status }] }, range: '0-1' }, signal)).total
      const [newest, failed, waiting] = await Promise.all([
        searchJobs(
          { query: { type: 'analyzer' }, range: `0-${readJobs}`, sort: '-createdAt' },
          signal,
        ),
        count('Failure'),
        searchJobs({ query: { status: 'Waiting' }, range: '0-1' }, signal),
      ])
      const all = (await searchJobs({ query: since, range: '0-1' }, signal)).total
      const failing = [...Map.groupBy(newest.rows, ({ workerId }) => workerId)].flatMap(
        ([, jobs]) => {
          const last = jobs
            .filter(({ status }) => /Success|Failure/.test(status))
            .slice(0, lastJobs)
          const bad = last.filter(({ status }) => status === 'Failure').length
          return last.length === lastJobs && bad > lastJobs / 2 ? [jobs[0]?.workerName ?? ''] : []
        },
      )
      return { all, failed, waiting: waiting.total, failing }
    },
    refetchInterval: everyMs,
  })
  if (!data) return null
  const { all, failed, waiting, failing } = data
  return (
    <section
      className="panel overview-engine"
      aria-label={text('overview.engine')}
      data-tone={failing.length > 0 ? 'warn' : undefined}
    >
      <div className="panel-head">
        <h2>{text('overview.engine')}</h2>
        <span className="overview-engine-state">
          <Icon name={failing.length > 0 ? 'alert' : 'check'} />
          {failing.length > 0
            ? counted('overview.failing', failing.length, {
                names: failing.map((name) => analyzerName(name)).join(', '),
              })
            : counted('overview.allAnswer', analyzers.data?.length ?? 0)}
        </span>
      </div>
      <p className="muted">
        {counted('overview.analyses', all)} {counted('overview.failedCount', failed)}{' '}
        {waiting === 0 ? text('overview.nothingWaits') : counted('overview.waits', waiting)}{' '}
        <Link to="/activity">{text('nav.activity')}</Link>
      </p>
    </section>
  )
}
