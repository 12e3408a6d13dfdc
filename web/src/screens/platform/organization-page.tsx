import type { Organization } from '@assay/contract'
import { useOrganization } from '../../base/data/organizations.ts'
import { Link } from '../../base/routing/link.tsx'
import { organizationPath } from '../../base/routing/settings-path.ts'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { StateMark } from '../../base/ui/marks.tsx'
import { Page } from '../../base/ui/page.tsx'
import { Answer, Missing } from '../../base/ui/states.tsx'
import { Tabs } from '../../base/ui/tabs.tsx'
import { UsersPanel } from '../../shared/users/users-panel.tsx'
import { AuditTab } from '../organization/audit/audit-tab.tsx'
import { RetentionTab } from '../organization/retention/retention-tab.tsx'
import { SecondFactorRule } from '../organization/second-factor-rule.tsx'

const parts = ['members', 'retention', 'audit'] as const
type Part = (typeof parts)[number]

/** Who keeps the platform sees who is in an organization, how long its jobs stay and what was changed. */
export function OrganizationPage({
  id,
  tab = 'members',
}: {
  id: string
  tab?: string | undefined
}) {
  const { platform } = useRights()
  const organization = useOrganization(id)
  const part = parts.find((offered) => offered === tab)
  const title = text('organization.title', { name: id })
  const list = platform ? (
    <Link to="/settings/organizations">{text('place.organizations')}</Link>
  ) : (
    <Link to="/settings/members">{text('organization.own')}</Link>
  )
  return (
    <Page
      title={title}
      tabTitle={part ? `${text(`place.${part}`)} – ${title}` : title}
      heading={<Heading id={id} organization={organization.data} />}
      back={platform && list}
    >
      <Answer
        query={organization}
        missing={<Missing what={text('organization.what')} id={id} list={list} />}
      >
        {(found) => (
          <>
            <Tabs
              label={text('organization.tabs')}
              tabs={parts.map((one) => ({
                to: `${organizationPath(id)}/${one}`,
                label: text(`place.${one}`),
                count: one === 'members' ? found.stats?.users.total : undefined,
                isCurrent: one === part,
              }))}
            />
            {part === undefined ? (
              <Missing
                what={text('organization.part')}
                id={tab}
                list={<Link to={organizationPath(id)}>{text('place.members')}</Link>}
              />
            ) : (
              <PartOf organization={found} part={part} />
            )}
          </>
        )}
      </Answer>
    </Page>
  )
}

function PartOf({ organization, part }: { organization: Organization; part: Part }) {
  const { id } = organization
  switch (part) {
    case 'members':
      return (
        <>
          <SecondFactorRule organization={organization} />
          <UsersPanel organization={id} />
        </>
      )
    case 'retention':
      return <RetentionTab organization={id} />
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
