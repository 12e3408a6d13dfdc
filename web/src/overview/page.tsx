import { useState } from 'react'
import { usePreferences } from '../preferences.ts'
import { useSearch } from '../routing/location.ts'
import { useRights } from '../session/rights.ts'
import { counted, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { PlatformPassword } from '../ui/platform-password.tsx'
import { Answer } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { bucketsOf } from './buckets.ts'
import { FailureRates } from './failure-rates.tsx'
import { FailureReasons } from './failure-reasons.tsx'
import { FindingsPanel } from './findings-panel.tsx'
import { NoJobs } from './no-jobs.tsx'
import { OverTime } from './over-time.tsx'
import { chosenIn } from './period.ts'
import { QuotaPanel } from './quota-panel.tsx'
import { CustomPeriod, RangeSwitch } from './range-switch.tsx'
import { ResponsePanel } from './response-panel.tsx'
import { Tiles } from './tiles.tsx'
import { TypesPanel } from './types-panel.tsx'
import { type Overview, useCalmRefresh, useOverview, usePollMs, useQueue } from './use-overview.ts'
import './overview.css'

export function OverviewPage() {
  const { params } = useSearch()
  const [isPaused, setPaused] = useState(false)
  const everyMs = usePollMs(isPaused)
  const overview = useOverview(chosenIn(params), everyMs)
  useCalmRefresh(isPaused, overview.data?.jobs.length ?? 0)
  return (
    <Page
      title={text('overview.title')}
      actions={
        <>
          <RangeSwitch />
          <Button
            size="small"
            icon="pause"
            aria-pressed={isPaused}
            className={isPaused ? 'is-chosen' : ''}
            onClick={() => setPaused(!isPaused)}
          >
            {text('overview.pause')}
          </Button>
        </>
      }
    >
      <PlatformPassword />
      {params.get('range') === 'custom' && <CustomPeriod />}
      <Answer query={overview}>
        {(data) => (
          <>
            {data.total > 0 && <Basis overview={data} readAt={overview.dataUpdatedAt} />}
            <Panels overview={data} everyMs={everyMs} />
          </>
        )}
      </Answer>
    </Page>
  )
}

/** What all numbers below are made of, said before them. */
function Basis({ overview, readAt }: { overview: Overview; readAt: number }) {
  const { jobs, total } = overview
  return (
    <p className="basis muted">
      {total > jobs.length
        ? text('overview.computedFromNewest', { count: jobs.length, total })
        : counted('overview.computed', jobs.length)}
      {' · '}
      <Time at={readAt} />
    </p>
  )
}

function Panels({ overview, everyMs }: { overview: Overview; everyMs: number | false }) {
  const { clock } = usePreferences()
  const { administer } = useRights()
  const queue = useQueue(everyMs)
  const buckets = bucketsOf(overview.period, clock)
  if (overview.jobs.length === 0) {
    return (
      <div className="overview">
        <ResponsePanel />
        <div className="panel">
          <NoJobs />
        </div>
      </div>
    )
  }
  return (
    <div className="overview">
      <Tiles overview={overview} buckets={buckets} queue={queue} />
      <ResponsePanel />
      <div className="overview-columns">
        <div className="overview-main">
          <OverTime overview={overview} buckets={buckets} />
          <FindingsPanel overview={overview} />
          <FailureReasons overview={overview} />
        </div>
        <div className="overview-side">
          {administer && <QuotaPanel everyMs={everyMs} />}
          <FailureRates overview={overview} />
          <TypesPanel overview={overview} />
        </div>
      </div>
    </div>
  )
}
