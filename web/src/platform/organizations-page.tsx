import './platform.css'
import type { Organization } from '@assay/contract'
import { useState } from 'react'
import { useOrganizations } from '../data/organizations.ts'
import { SandboxNotice } from '../organization/workers/sandbox-notice.tsx'
import { useSearch } from '../routing/place.ts'
import { text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceMenu } from '../ui/choice-menu.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Answer, Empty } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { UserDialog } from '../users/user-dialog.tsx'
import { LockOrganizationDialog } from './lock-organization-dialog.tsx'
import { type OrganizationTask, organizationColumns } from './organization-columns.tsx'
import { OrganizationDialog } from './organization-dialog.tsx'
import { matchingOrganizations } from './organization-search.ts'
import { PlatformFrame } from './platform-frame.tsx'

export function OrganizationsPage() {
  const { params, set } = useSearch()
  const organizations = useOrganizations()
  const [open, setOpen] = useState<{ task: OrganizationTask; organization: Organization }>()
  const [isAdding, setAdding] = useState(false)
  /** The organization just made: nobody is in it yet. */
  const [fresh, setFresh] = useState<string>()
  const wanted = params.get('q') ?? ''
  const statuses = params.getAll('status')
  const close = () => setOpen(undefined)
  return (
    <PlatformFrame tab="organizations">
      <SandboxNotice isRelevant />
      <div className="filters">
        <SearchBox label={text('platform.search')} value={wanted} onChange={(q) => set({ q })} />
        <ChoiceMenu
          label={text('users.status')}
          choices={[
            { value: 'Active', label: text('users.statusActive') },
            { value: 'Locked', label: text('users.statusLocked') },
          ]}
          chosen={statuses}
          onChange={(status) => set({ status })}
        />
        <span className="filters-end">
          <Button kind="primary" size="small" icon="plus" onClick={() => setAdding(true)}>
            {text('platform.addOrganization')}
          </Button>
        </span>
      </div>
      <Answer query={organizations}>
        {(all) => {
          const rows = matchingOrganizations(all, wanted, statuses)
          return rows.length === 0 ? (
            <Empty
              title={text('platform.noneMatch')}
              icon="search"
              action={
                <Button onClick={() => set({ q: '', status: [] })}>{text('app.clearAll')}</Button>
              }
            />
          ) : (
            <Table
              caption={text('platform.organizations')}
              columns={organizationColumns((task, organization) => setOpen({ task, organization }))}
              rows={rows}
              idOf={({ id }) => id}
            />
          )
        }}
      </Answer>
      {isAdding && (
        <OrganizationDialog
          onClose={() => setAdding(false)}
          onCreated={(name) => {
            setAdding(false)
            setFresh(name)
          }}
        />
      )}
      {fresh && (
        <UserDialog
          organization={fresh}
          roleSet="orgadmin"
          title={text('platform.firstUser', { name: fresh })}
          onClose={() => setFresh(undefined)}
        />
      )}
      {open?.task === 'edit' && (
        <OrganizationDialog organization={open.organization} onClose={close} />
      )}
      {open && open.task !== 'edit' && (
        <LockOrganizationDialog
          organization={open.organization}
          locks={open.task === 'lock'}
          onClose={close}
        />
      )}
    </PlatformFrame>
  )
}
