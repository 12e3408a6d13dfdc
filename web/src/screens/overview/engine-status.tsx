import { useQuery } from '@tanstack/react-query'
import { searchJobs } from '../../base/data/jobs.ts'
import { keyOf } from '../../base/data/keys.ts'
import { useAnalyzers } from '../../base/data/workers.ts'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { Link } from '../../base/routing/link.tsx'
import { counted, text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { failsOften, noHealth } from '../../shared/catalogue/health.ts'
import { useHealth } from '../../shared/catalogue/use-health.ts'

const dayMs = 86_400_000

/** One line; it stands out only when an analyzer fails often. */
export function EngineStatus({ everyMs }: { everyMs: number | false }) {
  const analyzers = useAnalyzers()
  const health = useHealth('analyzer')
  const { data } = useQuery({
    queryKey: keyOf('overview', 'engine'),
    queryFn: async ({ signal }) => {
      const since = { _gte: { createdAt: Date.now() - dayMs } }
      const count = async (query: Record<string, unknown>) =>
        (await searchJobs({ query, range: '0-1' }, signal)).total
      const [all, failed, waiting] = await Promise.all([
        count(since),
        count({ _and: [since, { status: 'Failure' }] }),
        count({ status: 'Waiting' }),
      ])
      return { all, failed, waiting }
    },
    refetchInterval: everyMs,
  })
  if (!data || !health.data || !analyzers.data) return null
  const { all, failed, waiting } = data
  const healthOf = (id: string) => health.data.get(id) ?? noHealth
  const failing = analyzers.data.filter(({ id }) => failsOften(healthOf(id)))
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
                names: failing.map(({ name }) => analyzerName(name)).join(', '),
              })
            : counted('overview.allAnswer', analyzers.data.length)}
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
