import { ActionsList } from '../cases/actions/actions-list.tsx'
import { SimilarCases } from '../response/similar-cases.tsx'
import { useSimilarCases } from '../response/use-similar-cases.ts'
import { Link } from '../routing/link.tsx'
import { useSearch } from '../routing/location.ts'
import { path } from '../routing/match.ts'
import type { ScreenProps } from '../routing/screen.ts'
import { useRights } from '../session/rights.ts'
import { text } from '../texts/index.ts'
import { MissingPage } from '../ui/missing-page.tsx'
import { Page } from '../ui/page.tsx'
import { Answer } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { AlertActions } from './alert-actions.tsx'
import { AlertFacts } from './alert-facts.tsx'
import { DetailsTab } from './details-tab.tsx'
import { MergeButton } from './merge-button.tsx'
import { ObservablesTab } from './observables-tab.tsx'
import { RespondersTab } from './responders-tab.tsx'
import { type AlertDetail, useAlert, useAlertActions, useAlertResponders } from './use-alert.ts'
import '../response/response.css'
import '../cases/cases.css'
import './alerts.css'

const tabs = ['details', 'observables', 'similar', 'responders', 'actions'] as const
type TabName = (typeof tabs)[number]

export function AlertPage({ params: { id = '' } }: ScreenProps) {
  const alert = useAlert(id)
  const back = <Link to="/alerts">{text('alerts.title')}</Link>
  return (
    <Answer query={alert} missing={<MissingPage what={text('alerts.alert')} id={id} back={back} />}>
      {(found) => (
        <Page
          title={found.title}
          back={back}
          tlp={found.tlp}
          actions={<AlertActions alert={found} />}
        >
          <AlertFacts alert={found} />
          <AlertTabs alert={found} />
        </Page>
      )}
    </Answer>
  )
}

function AlertTabs({ alert }: { alert: AlertDetail }) {
  const { params } = useSearch()
  const { analyze } = useRights()
  const similar = useSimilarCases({ entity: 'Alert', id: alert._id })
  const responders = useAlertResponders(alert._id)
  const actions = useAlertActions(alert._id)
  const shown = tabs.filter((tab) => tab !== 'responders' || analyze)
  const current: TabName = shown.find((tab) => tab === params.get('tab')) ?? 'details'
  const counts: Partial<Record<TabName, number | undefined>> = {
    observables: alert.observableCount,
    similar: similar.data?.length,
    responders: responders.data?.length,
    actions: actions.data?.length,
  }
  return (
    <>
      <Tabs
        label={text('alerts.tabs')}
        tabs={shown.map((tab) => ({
          to: `${path`/alerts/${alert._id}`}?tab=${tab}`,
          label: text(`alerts.tab.${tab}`),
          count: counts[tab],
          isCurrent: tab === current,
        }))}
      />
      {current === 'details' && <DetailsTab alert={alert} />}
      {current === 'observables' && <ObservablesTab alert={alert} />}
      {current === 'similar' && (
        <SimilarCases
          origin={{ entity: 'Alert', id: alert._id }}
          actions={(found) => analyze && <MergeButton alert={alert} found={found.case} />}
        />
      )}
      {current === 'responders' && <RespondersTab alert={alert} query={responders} />}
      {current === 'actions' && (
        <ActionsList query={actions} none="alerts.noActions" noneAbout="alerts.noActionsAbout" />
      )}
    </>
  )
}
