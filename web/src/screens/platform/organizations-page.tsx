import './platform.css'
import type { Organization } from '@assay/contract'
import { useState } from 'react'
import { useOrganizations } from '../../base/data/organizations.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Page } from '../../base/ui/page.tsx'
import { Answer } from '../../base/ui/states.tsx'
import { FilterBar } from '../../shared/list/filter-bar.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { WholeList } from '../../shared/list/whole-list.tsx'
import { systemOrganization } from '../../shared/users/role-sets.ts'
import { UserDialog } from '../../shared/users/user-dialog.tsx'
import { SandboxNotice } from '../organization/workers/sandbox-notice.tsx'
import { FirstOrganization } from './first-organization.tsx'
import { organizationList } from './list.ts'
import { LockOrganizationDialog } from './lock-organization-dialog.tsx'
import { type OrganizationTask, organizationColumns } from './organization-columns.tsx'
import { OrganizationDialog } from './organization-dialog.tsx'

/** Where who keeps the platform starts: a new organization first, then those that there are. */
export function OrganizationsPage() {
  const list = useList(organizationList)
  const organizations = useOrganizations()
  const [open, setOpen] = useState<{ task: OrganizationTask; organization: Organization }>()
  const [isAdding, setAdding] = useState(false)
  /** The new organization: it has no users yet. */
  const [fresh, setFresh] = useState<string>()
  const close = () => setOpen(undefined)
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      {text('platform.addOrganization')}
    </Button>
  )
  const isFirst = organizations.data?.every(({ name }) => name === systemOrganization) ?? false
  if (isFirst) return <FirstOrganization onCreated={setFresh} />
  return (
    <Page title={text('place.organizations')} actions={add}>
      <SandboxNotice isRelevant />
      <FilterBar list={list} />
      <Answer query={organizations}>
        {(rows) => (
          <WholeList
            list={list}
            rows={rows}
            caption={text('place.organizations')}
            columns={organizationColumns((task, organization) => setOpen({ task, organization }))}
          />
        )}
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
    </Page>
  )
}
