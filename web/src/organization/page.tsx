import './organization.css'
import type { Organization } from '@assay/contract'
import type { ReactNode } from 'react'
import { useOrganization } from '../data/organizations.ts'
import { Link } from '../routing/link.tsx'
import { path } from '../routing/match.ts'
import type { ScreenProps } from '../routing/screen.ts'
import { useRights } from '../session/rights.ts'
import { useSession } from '../session/session.ts'
import { text } from '../texts/index.ts'
import { StateMark } from '../ui/marks.tsx'
import { Page } from '../ui/page.tsx'
import { Answer, Forbidden, Missing } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { UsersPanel } from '../users/users-panel.tsx'
import { AuditTab } from './audit/audit-tab.tsx'
import { CaseTemplatesTab } from './case-templates/case-templates-tab.tsx'
import { ConfigsTab } from './configuration/configs-tab.tsx'
import { CustomFieldsTab } from './custom-fields/custom-fields-tab.tsx'
import { FeedsTab } from './feeds/feeds-tab.tsx'
import { ObservableTypesTab } from './observable-types/observable-types-tab.tsx'
import { ResourcesTab } from './resources/resources-tab.tsx'
import { SecondFactorRule } from './second-factor-rule.tsx'
import { type OrganizationTab, tabsFor } from './tabs.ts'
import { TagsTab } from './tags/tags-tab.tsx'
import { WebhooksTab } from './webhooks/webhooks-tab.tsx'
import { WorkersTab } from './workers/workers-tab.tsx'

export function OrganizationPage({ params }: ScreenProps) {
  const { administer, platform } = useRights()
  const id = params.id ?? ''
  if (!administer && !platform) return <Forbidden needs="orgadmin" />
  return <AdministeredPage id={id} wanted={params.tab ?? 'users'} />
}

function AdministeredPage({ id, wanted }: { id: string; wanted: string }) {
  const rights = useRights()
  const organization = useOrganization(id)
  const tabs = tabsFor(rights)
  const tab = tabs.find((offered) => offered === wanted)
  const title = text('organization.title', { name: id })
  return (
    <Page
      title={title}
      tabTitle={tab ? `${text(`organization.tab.${tab}`)} – ${title}` : title}
      heading={<Heading id={id} organization={organization.data} />}
      back={
        rights.platform && (
          <Link to="/platform/organizations">{text('platform.organizations')}</Link>
        )
      }
    >
      <Answer query={organization} missing={<MissingOrganization id={id} />}>
        {(found) => (
          <>
            <Tabs
              label={text('organization.tabs')}
              tabs={tabs.map((one) => ({
                to: path`/org/${id}/${one}`,
                label: text(`organization.tab.${one}`),
                count: one === 'users' ? found.stats?.users.total : undefined,
                isCurrent: one === tab,
              }))}
            />
            {tab === 'users' && <SecondFactorRule organization={found} />}
            {tab ? tabContent(tab, id) : <NoSuchTab id={id} tab={wanted} />}
          </>
        )}
      </Answer>
    </Page>
  )
}

function tabContent(tab: OrganizationTab, id: string): ReactNode {
  switch (tab) {
    case 'users':
      return <UsersPanel organization={id} />
    case 'analyzers':
      return <WorkersTab kind="analyzer" />
    case 'responders':
      return <WorkersTab kind="responder" />
    case 'analyzer-config':
      return <ConfigsTab kind="analyzer" />
    case 'responder-config':
      return <ConfigsTab kind="responder" />
    case 'case-templates':
      return <CaseTemplatesTab />
    case 'custom-fields':
      return <CustomFieldsTab />
    case 'observable-types':
      return <ObservableTypesTab />
    case 'tags':
      return <TagsTab />
    case 'webhooks':
      return <WebhooksTab />
    case 'feeds':
      return <FeedsTab />
    case 'resources':
      return <ResourcesTab />
    case 'audit':
      return <AuditTab organization={id} />
  }
}

function Heading({ id, organization }: { id: string; organization: Organization | undefined }) {
  return (
    <>
      {text('organization.title', { name: id })}
      {organization?.status === 'Locked' && (
        <StateMark tone="bad" icon="lock">
          {text('users.statusLocked')}
        </StateMark>
      )}
    </>
  )
}

/** Also what an orgadmin sees of another organization: for them it does not exist. */
function MissingOrganization({ id }: { id: string }) {
  const { user } = useSession()
  const { platform } = useRights()
  const list = platform ? (
    <Link to="/platform/organizations">{text('platform.organizations')}</Link>
  ) : (
    <Link to={path`/org/${user.organization}/users`}>{text('organization.own')}</Link>
  )
  return <Missing what={text('organization.what')} id={id} list={list} />
}

function NoSuchTab({ id, tab }: { id: string; tab: string }) {
  const list = <Link to={path`/org/${id}/users`}>{text('organization.tab.users')}</Link>
  return <Missing what={text('organization.part')} id={tab} list={list} />
}
