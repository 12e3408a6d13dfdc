import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { failed } from '../../base/data/jobs.ts'
import { keyOf } from '../../base/data/keys.ts'
import { useAnalyzers } from '../../base/data/workers.ts'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { Link } from '../../base/routing/link.tsx'
import { useRights } from '../../base/session/rights.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { Panel } from '../../base/ui/page.tsx'
import { Loading } from '../../base/ui/states.tsx'
import { failsOften, noHealth } from '../../shared/catalogue/health.ts'
import { useHealth } from '../../shared/catalogue/use-health.ts'
import { PartFailed } from './part.tsx'

const dayMs = 86_400_000

/** One line; it stands out only when an analyzer fails often. */
export function EngineStatus({ everyMs }: { everyMs: number | false }) {
  const { administer } = useRights()
  const analyzers = useAnalyzers()
  const health = useHealth('analyzer')
  const outcomes = useQuery({
    queryKey: keyOf('overview', 'engine'),
    queryFn: async ({ signal }) => {
      const since = { _gte: { createdAt: Date.now() - dayMs } }
      const queries = [since, { _and: [since, failed] }, { status: 'Waiting' }]
      const [all = 0, failures = 0, waiting = 0] = await api.countJobs({ queries }, { signal })
      return { all, failures, waiting }
    },
    refetchInterval: everyMs,
  })
  const lost = [outcomes, health, analyzers].find(({ isError, data }) => isError && !data)
  if (lost) return <PartFailed title={text('overview.engine')} query={lost} />
  if (!outcomes.data || !health.data || !analyzers.data)
    return (
      <Panel title={text('overview.engine')}>
        <Loading lines={2} />
      </Panel>
    )
  const { all, failures, waiting } = outcomes.data
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
        {counted('overview.analyses', all)} {counted('overview.failedCount', failures)}{' '}
        {waiting === 0 ? text('overview.nothingWaits') : counted('overview.waits', waiting)}{' '}
        <Link to={administer ? '/activity/engine' : '/activity'}>{text('overview.details')}</Link>
      </p>
    </section>
  )
}
