import type { User } from '@assay/contract'
import { useState } from 'react'
import { useOrganizations } from '../data/organizations.ts'
import { useSearch } from '../routing/place.ts'
import { useSession } from '../session/session.ts'
import { type TextKey, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceMenu } from '../ui/choice-menu.tsx'
import { Pager } from '../ui/pager.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Answer, Empty } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { LockDialog } from './lock-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { roleSets, roleSetsIn } from './role-sets.ts'
import { usersPerPage, useUsers } from './use-users.ts'
import { type UserTask, userColumns } from './user-columns.tsx'
import { UserDialog } from './user-dialog.tsx'
import { userQuery } from './user-search.ts'

/** Users of one organization, or of all when none is given. */
export function UsersPanel({ organization }: { organization?: string }) {
  const { user: self } = useSession()
  const { params, set } = useSearch()
  const [open, setOpen] = useState<{ task: UserTask | 'add'; user?: User }>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const filter = {
    text: params.get('q') ?? '',
    roles: params.getAll('role'),
    statuses: params.getAll('status'),
    organizations: organization === undefined ? params.getAll('org') : [],
  }
  const from = Math.max(0, Number(params.get('from')) || 0)
  const query = userQuery(filter)
  const users = useUsers({ organization, query, from })
  const choose = (change: Record<string, string | string[]>) => set({ ...change, from: '' })
  const close = () => setOpen(undefined)
  return (
    <>
      <div className="filters">
        <SearchBox
          label={text('users.search')}
          value={filter.text}
          onChange={(q) => choose({ q })}
        />
        <ChoiceMenu
          label={text('users.roles')}
          choices={(organization ? roleSetsIn(organization) : roleSets).map((value) => ({
            value,
            label: text(`users.role.${value}` as TextKey),
          }))}
          chosen={filter.roles}
          onChange={(role) => choose({ role })}
        />
        <ChoiceMenu
          label={text('users.status')}
          choices={[
            { value: 'Active', label: text('users.statusActive') },
            { value: 'Locked', label: text('users.statusLocked') },
          ]}
          chosen={filter.statuses}
          onChange={(status) => choose({ status })}
        />
        {organization === undefined && (
          <OrganizationFilter chosen={filter.organizations} onChange={(org) => choose({ org })} />
        )}
        <span className="filters-end">
          <Button kind="primary" size="small" icon="plus" onClick={() => setOpen({ task: 'add' })}>
            {text('users.add')}
          </Button>
        </span>
      </div>
      <Answer query={users}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <NoUsers
              isFiltered={query !== undefined}
              onClear={() => choose({ q: '', role: [], status: [], org: [] })}
            />
          ) : (
            <>
              <Table
                caption={text('users.title')}
                columns={userColumns({
                  self: self.id,
                  showsOrganization: organization === undefined,
                  onTask: (task, user) => setOpen({ task, user }),
                })}
                rows={rows}
                idOf={({ id }) => id}
                selection={{
                  chosen,
                  onChange: setChosen,
                  nameOf: (login) => text('users.select', { login }),
                }}
              />
              <BulkBar
                users={rows.filter(({ id }) => chosen.has(id))}
                self={self.id}
                onDone={() => setChosen(new Set())}
              />
              <Pager
                from={from}
                size={usersPerPage}
                total={total}
                onGo={(next) => set({ from: next ? String(next) : '' }, { push: true })}
              />
            </>
          )
        }
      </Answer>
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
    case 'lock':
    case 'unlock':
      return <LockDialog logins={[user.id]} locks={task === 'lock'} onClose={onClose} />
    case 'edit':
    case 'add':
      return <UserDialog user={user} organization={organization} onClose={onClose} />
  }
}

function OrganizationFilter(props: { chosen: string[]; onChange: (chosen: string[]) => void }) {
  const organizations = useOrganizations().data ?? []
  return (
    <ChoiceMenu
      label={text('users.organization')}
      choices={organizations.map(({ name }) => ({ value: name, label: name }))}
      {...props}
    />
  )
}

function NoUsers({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <Empty
      title={text('users.noneMatch')}
      icon="search"
      action={<Button onClick={onClear}>{text('app.clearAll')}</Button>}
    />
  ) : (
    <Empty title={text('users.none')} icon="user">
      {text('users.noneAbout')}
    </Empty>
  )
}
