import type { Organization } from '@assay/contract'
import { Link } from '../../base/routing/link.tsx'
import { organizationPath } from '../../base/routing/settings-path.ts'
import { formatNumber, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import type { Column } from '../../base/ui/table.tsx'
import { AccountState } from '../../shared/users/account-state.tsx'
import { systemOrganization } from '../../shared/users/role-sets.ts'

export type OrganizationTask = 'edit' | 'lock' | 'unlock'
type OnTask = (task: OrganizationTask, organization: Organization) => void

export const organizationColumns = (onTask: OnTask): Column<Organization>[] => [
  {
    key: 'name',
    label: text('platform.name'),
    isHeader: true,
    cell: ({ id, name }) => (
      <Link to={organizationPath(id)} className="value">
        {name}
      </Link>
    ),
  },
  {
    key: 'description',
    label: text('platform.description'),
    isWide: true,
    cell: ({ description }) => <span className="organization-about">{description}</span>,
  },
  {
    key: 'status',
    label: text('users.status'),
    cell: ({ status }) => <AccountState isLocked={status === 'Locked'} />,
  },
  {
    key: 'users',
    label: text('platform.users'),
    align: 'right',
    cell: ({ stats }) => formatNumber(stats?.users.total ?? 0),
  },
  {
    key: 'workers',
    label: text('platform.workers'),
    align: 'right',
    cell: ({ stats }) => formatNumber(stats?.workers.total ?? 0),
  },
  {
    key: 'tasks',
    label: text('users.actions'),
    align: 'right',
    cell: (organization) => <Tasks organization={organization} onTask={onTask} />,
  },
]

function Tasks({ organization, onTask }: { organization: Organization; onTask: OnTask }) {
  const { id, name, status } = organization
  const isSystem = name === systemOrganization
  const named = (label: string) => (
    <>
      {label} <span className="visually-hidden">{name}</span>
    </>
  )
  const task = status === 'Locked' ? 'unlock' : 'lock'
  return (
    <span className="row-buttons">
      <Link to={organizationPath(id)} className="button button-small">
        {named(text('platform.open'))}
      </Link>
      <Button
        size="small"
        unavailable={isSystem && text('platform.isSystem')}
        onClick={() => onTask('edit', organization)}
      >
        {named(text('app.edit'))}
      </Button>
      <Button
        size="small"
        unavailable={isSystem && text('platform.isSystem')}
        onClick={() => onTask(task, organization)}
      >
        {named(text(`users.${task}`))}
      </Button>
    </span>
  )
}
