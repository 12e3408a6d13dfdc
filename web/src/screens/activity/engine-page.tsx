import '../overview/overview.css'
import { usePreferences } from '../../base/preferences.ts'
import { useSearch } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Page } from '../../base/ui/page.tsx'
import { Answer, Empty } from '../../base/ui/states.tsx'
import { bucketsOf } from '../overview/buckets.ts'
import { EngineAnswer } from '../overview/engine-answer.tsx'
import { FailureRates } from '../overview/failure-rates.tsx'
import { FailureReasons } from '../overview/failure-reasons.tsx'
import { OverTime } from '../overview/over-time.tsx'
import { chosenIn } from '../overview/period.ts'
import { QuotaPanel } from '../overview/quota-panel.tsx'
import { CustomPeriod, RangeSwitch } from '../overview/range-switch.tsx'
import { Tiles } from '../overview/tiles.tsx'
import { TypesPanel } from '../overview/types-panel.tsx'
import { type Overview, useOverview, usePollMs, useQueue } from '../overview/use-overview.ts'
import { BudgetsPanel } from './budgets-panel.tsx'
import { NotApplicablePanel } from './not-applicable.tsx'
import { OutcomesPanel } from './outcomes.tsx'
import { ActivityTabs } from './tabs.tsx'
import { WaitingPanel } from './waiting-panel.tsx'

/** How the engine does: how much, how fast, what fails and how much of a limit is used up. */
export function EnginePage() {
  const { params } = useSearch()
  const everyMs = usePollMs(false)
  const overview = useOverview(chosenIn(params), everyMs)
  return (
    <Page
      title={text('activity.title')}
      tabTitle={`${text('activity.engine')} – ${text('activity.title')}`}
      actions={<RangeSwitch />}
    >
      <ActivityTabs current="engine" />
      <EngineAnswer everyMs={everyMs} />
      {params.get('range') === 'custom' && <CustomPeriod />}
      <BudgetsPanel everyMs={everyMs} />
      <WaitingPanel everyMs={everyMs} />
      <Answer query={overview}>{(data) => <Panels overview={data} everyMs={everyMs} />}</Answer>
    </Page>
  )
}

function Panels({ overview, everyMs }: { overview: Overview; everyMs: number | false }) {
  const { clock } = usePreferences()
  const { administer } = useRights()
  const queue = useQueue(everyMs)
  const buckets = bucketsOf(overview.period, clock)
  if (overview.jobs.length === 0)
    return (
      <>
        <Empty title={text('overview.noneInPeriod')} icon="overview">
          {text('overview.noneInPeriodHint')}
        </Empty>
        {administer && <QuotaPanel everyMs={everyMs} />}
      </>
    )
  return (
    <div className="overview">
      <OutcomesPanel overview={overview} />
      <Tiles overview={overview} buckets={buckets} queue={queue} />
      <div className="overview-columns">
        <div className="overview-main">
          <OverTime overview={overview} buckets={buckets} />
          <FailureReasons overview={overview} />
          <NotApplicablePanel overview={overview} />
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
