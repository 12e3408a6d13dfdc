import type { User } from '@assay/contract'
import { Link } from '../../base/routing/link.tsx'
import { organizationPath } from '../../base/routing/settings-path.ts'
import { type TextKey, text } from '../../base/texts/index.ts'
import { Menu } from '../../base/ui/menu.tsx'
import type { Column } from '../../base/ui/table.tsx'
import { AccountState } from './account-state.tsx'
import { isLocked, roleSetOf } from './role-sets.ts'

/** What can be done to one user; each opens a dialog. */
export type UserTask = 'edit' | 'password' | 'key' | 'factor' | 'lock' | 'unlock'

interface UserColumns {
  /** For the current user: users cannot lock themselves out. */
  self: string
  showsOrganization: boolean
  onTask: (task: UserTask, user: User) => void
}

export const userColumns = (props: UserColumns): Column<User>[] => [
  {
    key: 'login',
    label: text('users.login'),
    isHeader: true,
    className: 'cell-name',
    cell: ({ id }) => <span className="value">{id}</span>,
  },
  { key: 'name', label: text('users.name'), isWide: true, cell: ({ name }) => name },
  ...(props.showsOrganization ? [organizationColumn()] : []),
  {
    key: 'roles',
    label: text('users.roles'),
    className: 'cell-name',
    cell: ({ roles }) => <Roles roles={roles} />,
  },
  {
    key: 'status',
    label: text('users.status'),
    cell: (user) => <AccountState isLocked={isLocked(user)} />,
  },
  {
    key: 'password',
    label: text('login.password'),
    cell: ({ hasPassword }) => <YesOrNo value={hasPassword} />,
  },
  {
    key: 'factor',
    label: text('users.factor'),
    cell: ({ hasSecondFactor }) => <YesOrNo value={hasSecondFactor} />,
  },
  { key: 'key', label: text('users.key'), cell: ({ hasKey }) => <YesOrNo value={hasKey} /> },
  {
    key: 'tasks',
    label: text('users.actions'),
    align: 'right',
    cell: (user) => <UserMenu {...props} user={user} />,
  },
]

const organizationColumn = (): Column<User> => ({
  key: 'organization',
  label: text('users.organization'),
  cell: ({ organization }) => (
    <Link to={organizationPath(organization)} className="value">
      {organization}
    </Link>
  ),
})

function Roles({ roles }: { roles: readonly string[] }) {
  const set = roleSetOf(roles)
  return set ? (
    text(`users.role.${set}` as TextKey)
  ) : (
    <span className="muted">{text('users.noRoles')}</span>
  )
}

const YesOrNo = ({ value }: { value: boolean }) =>
  value ? text('users.set') : <span className="muted">{text('app.none')}</span>

function UserMenu({ user, self, onTask }: UserColumns & { user: User }) {
  const isSelf = user.id === self
  const item = (task: UserTask, label: TextKey) => ({
    label: text(label),
    onSelect: () => onTask(task, user),
  })
  return (
    <Menu
      name={text('users.actionsOf', { login: user.id })}
      label={text('users.actionsOf', { login: user.id })}
      button={{ icon: 'more', iconOnly: true, kind: 'quiet', size: 'small' }}
      items={[
        { ...item('edit', 'users.edit'), icon: 'edit' },
        {
          ...item('password', user.hasPassword ? 'users.newPassword' : 'users.setPassword'),
          icon: 'keyboard',
        },
        { ...item('key', 'users.keyMenu'), icon: 'eye' },
        user.hasSecondFactor && {
          ...item('factor', 'users.factorMenu'),
          icon: 'close',
          unavailable: isSelf && text('users.factorNotSelf'),
        },
        isLocked(user)
          ? { ...item('unlock', 'users.unlock'), icon: 'lock' }
          : {
              ...item('lock', 'users.lock'),
              icon: 'lock',
              kind: 'danger',
              unavailable: isSelf && text('users.notSelf'),
            },
      ]}
    />
  )
}
