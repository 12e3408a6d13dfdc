import type { User } from '@assay/contract'
import { useMemo, useState } from 'react'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Empty } from '../../base/ui/states.tsx'
import { FilterBar } from '../list/filter-bar.tsx'
import { ListTable } from '../list/list-table.tsx'
import { useList } from '../list/use-list.ts'
import { useSelection } from '../list/use-selection.ts'
import { UsersBulkBar } from './bulk-bar.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { userList } from './list.ts'
import { LockDialog } from './lock-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { ResetFactorDialog } from './reset-factor-dialog.tsx'
import { useUsers } from './use-users.ts'
import { type UserTask, userColumns } from './user-columns.tsx'
import { UserDialog } from './user-dialog.tsx'

/** Users of one organization, or of all when none is given. */
export function UsersPanel({ organization }: { organization?: string }) {
  const { user: self } = useSession()
  const [open, setOpen] = useState<{ task: UserTask | 'add'; user?: User }>()
  const [locking, setLocking] = useState<{ locks: boolean; logins: string[] }>()
  const list = useList(useMemo(() => userList(organization), [organization]))
  const users = useUsers(list, organization)
  const selection = useSelection(list, users.data?.rows ?? [])
  const close = () => setOpen(undefined)
  return (
    <>
      <FilterBar list={list}>
        <span className="filters-end">
          <Button kind="primary" size="small" icon="plus" onClick={() => setOpen({ task: 'add' })}>
            {text('users.add')}
          </Button>
        </span>
      </FilterBar>
      <ListTable
        list={list}
        query={users}
        selection={selection}
        canSelect
        nameOf={({ id }) => text('users.select', { login: id })}
        caption={text('users.title')}
        columns={userColumns({
          self: self.id,
          showsOrganization: organization === undefined,
          onTask: (task, user) => setOpen({ task, user }),
        })}
        none={
          <Empty title={text('users.none')} icon="user">
            {text('users.noneAbout')}
          </Empty>
        }
        bulkBar={
          <UsersBulkBar
            users={selection.chosen}
            self={self.id}
            onLock={setLocking}
            onClear={selection.clear}
          />
        }
      />
      {locking && (
        <LockDialog
          {...locking}
          onClose={() => {
            setLocking(undefined)
            selection.clear()
          }}
        />
      )}
      {open?.task === 'add' && <UserDialog organization={organization} onClose={close} />}
      {open?.user && (
        <UserTaskDialog
          task={open.task}
          user={open.user}
          organization={organization}
          onClose={close}
        />
      )}
    </>
  )
}

interface UserTaskDialogProps {
  task: UserTask | 'add'
  user: User
  organization: string | undefined
  onClose: () => void
}

function UserTaskDialog({ task, user, organization, onClose }: UserTaskDialogProps) {
  switch (task) {
    case 'password':
      return <PasswordDialog user={user} onClose={onClose} />
    case 'key':
      return <KeyDialog user={user} onClose={onClose} />
    case 'factor':
      return <ResetFactorDialog user={user} onClose={onClose} />
    case 'lock':
    case 'unlock':
      return <LockDialog logins={[user.id]} locks={task === 'lock'} onClose={onClose} />
    case 'edit':
    case 'add':
      return <UserDialog user={user} organization={organization} onClose={onClose} />
  }
}
