import '../organization/organization.css'
import { lazy, type ReactNode, Suspense } from 'react'
import { useOrganization } from '../../base/data/organizations.ts'
import { useSession } from '../../base/session/session.ts'
import { loadTexts, text } from '../../base/texts/index.ts'
import { Page } from '../../base/ui/page.tsx'
import { Loading } from '../../base/ui/states.tsx'
import { UsersPanel } from '../../shared/users/users-panel.tsx'
import { WatchedPage } from '../../shared/watch/watched-page.tsx'
import { AccountPage, KeysPage, LookPage } from '../account/pages.tsx'
import { AnalyzerSetsTab } from '../organization/analyzer-sets/sets-tab.tsx'
import { AuditTab } from '../organization/audit/audit-tab.tsx'
import { BudgetsTab } from '../organization/budgets/budgets-tab.tsx'
import { CaseTemplatesTab } from '../organization/case-templates/case-templates-tab.tsx'
import { ChannelsTab } from '../organization/channels/channels-tab.tsx'
import { ClocksTab } from '../organization/clocks/clocks-tab.tsx'
import { CustomFieldsTab } from '../organization/custom-fields/custom-fields-tab.tsx'
import { ListsPage } from '../organization/feeds/lists-page.tsx'
import { MailboxesTab } from '../organization/mailboxes/mailboxes-tab.tsx'
import { ObservableTypesTab } from '../organization/observable-types/observable-types-tab.tsx'
import { OutboxTab } from '../organization/outbox/outbox-tab.tsx'
import { ProtectedTab } from '../organization/protection/protected-tab.tsx'
import { ReportTemplatesTab } from '../organization/report-templates/report-templates-tab.tsx'
import { RetentionTab } from '../organization/retention/retention-tab.tsx'
import { SecondFactorRule } from '../organization/second-factor-rule.tsx'
import { TagsTab } from '../organization/tags/tags-tab.tsx'
import { VerdictsTab } from '../organization/verdicts/verdicts-tab.tsx'
import { WebhooksTab } from '../organization/webhooks/webhooks-tab.tsx'
import { WorkersPage } from '../organization/workers/workers-page.tsx'
import { NodesPage } from '../platform/nodes-page.tsx'
import { OrganizationPage } from '../platform/organization-page.tsx'
import { OrganizationsPage } from '../platform/organizations-page.tsx'
import { type PlaceId, placeName } from './places.ts'

/** Rules are opened now and then, and their editor is as much as a few other pages. */
const AutomationPage = lazy(async () => {
  const [{ AutomationPage: page }] = await Promise.all([
    import('../organization/automation/automation-page.tsx'),
    loadTexts(['rules']),
  ])
  return { default: page }
})

interface ContentProps {
  id: PlaceId
  /** What is open in the page, and which part of that. */
  item: string | undefined
  part: string | undefined
}

export function Content({ id, item, part }: ContentProps) {
  const { organization } = useSession().user
  switch (id) {
    case 'account':
      return <AccountPage />
    case 'keys':
      return <KeysPage />
    case 'look':
      return <LookPage />
    case 'watched':
      return <WatchedPage />
    case 'analyzers':
      return <WorkersPage kind="analyzer" item={item} />
    case 'responders':
      return <WorkersPage kind="responder" item={item} />
    case 'sets':
      return inPage(id, <AnalyzerSetsTab />)
    case 'automation':
      return (
        <Suspense fallback={<Loading />}>
          <AutomationPage item={item} />
        </Suspense>
      )
    case 'protected':
      return inPage(id, <ProtectedTab />)
    case 'platform-protected':
      return inPage(id, <ProtectedTab isOfAll />)
    case 'budgets':
      return inPage(id, <BudgetsTab />)
    case 'lists':
      return <ListsPage />
    case 'verdicts':
      return inPage(id, <VerdictsTab />)
    case 'organizations':
      return item === undefined ? <OrganizationsPage /> : <OrganizationPage id={item} tab={part} />
    case 'nodes':
      return <NodesPage />
    case 'members':
      return inPage(id, <Members organization={organization} />)
    case 'mailboxes':
      return inPage(id, <MailboxesTab />)
    case 'channels':
      return inPage(id, <ChannelsTab />)
    case 'outbox':
      return inPage(id, <OutboxTab />)
    case 'webhooks':
      return inPage(id, <WebhooksTab />)
    case 'templates':
      return inPage(id, <CaseTemplatesTab />)
    case 'report-templates':
      return inPage(id, <ReportTemplatesTab />)
    case 'clocks':
      return inPage(id, <ClocksTab />)
    case 'fields':
    case 'platform-fields':
      return inPage(id, <CustomFieldsTab />)
    case 'types':
    case 'platform-types':
      return inPage(id, <ObservableTypesTab />)
    case 'tags':
      return inPage(id, <TagsTab />)
    case 'audit':
      return inPage(id, <AuditTab organization={organization} />)
    case 'platform-audit':
      return inPage(id, <AuditTab />)
    case 'retention':
      return inPage(id, <RetentionTab organization={organization} />)
    case 'users':
      return inPage(id, <UsersPanel />)
  }
}

const inPage = (id: PlaceId, content: ReactNode) => (
  <Page title={text(placeName(id))}>{content}</Page>
)

function Members({ organization }: { organization: string }) {
  const { data } = useOrganization(organization)
  return (
    <>
      {data && <SecondFactorRule organization={data} />}
      <UsersPanel organization={organization} />
    </>
  )
}
