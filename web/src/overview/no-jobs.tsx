import { Link } from '../routing/link.tsx'
import { path } from '../routing/match.ts'
import { useRights } from '../session/rights.ts'
import { useSession } from '../session/session.ts'
import { text } from '../texts/index.ts'
import { Empty, Loading } from '../ui/states.tsx'
import { useHasJobs } from './use-overview.ts'

/** Nothing in this period, or nothing at all: two different next steps. */
export function NoJobs() {
  const hasJobs = useHasJobs(true)
  if (hasJobs.isPending) return <Loading lines={2} />
  return hasJobs.data ? <NoneInPeriod /> : <NoneEver />
}

function NoneInPeriod() {
  return (
    <Empty
      title={text('overview.noneInPeriod')}
      icon="overview"
      action={
        <>
          <Link to="/?range=30d" className="button">
            {text('overview.range.30d.long')}
          </Link>
          <Link to="/jobs" className="button">
            {text('overview.allJobs')}
          </Link>
        </>
      }
    >
      {text('overview.noneInPeriodHint')}
    </Empty>
  )
}

function NoneEver() {
  const { user } = useSession()
  const { analyze, administer } = useRights()
  return (
    <Empty
      title={text('overview.noJobs')}
      icon="overview"
      action={
        <>
          {analyze && (
            <Link to="/new" className="button button-primary">
              {text('nav.new')}
            </Link>
          )}
          {administer && (
            <Link to={path`/org/${user.organization}/analyzers`} className="button">
              {text('overview.enable')}
            </Link>
          )}
        </>
      }
    >
      {text('overview.noJobsHint')}
    </Empty>
  )
}
