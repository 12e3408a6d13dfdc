import type { Organization } from '@assay/contract'
import type { ListDeclaration } from '../../shared/list/declaration.ts'
import { searchFilter } from '../../shared/list/filters.ts'
import { statusChoices } from '../../shared/users/list.ts'

/** The list of organizations: a new filter is one more entry here. */
export const organizationList: ListDeclaration<Organization> = {
  idOf: ({ id }) => id,
  texts: { noMatch: 'platform.noneMatch' },
  filters: [
    searchFilter('platform.search', {
      matches: ({ name, description }, [wanted = '']) =>
        `${name}\n${description}`.toLowerCase().includes(wanted.trim().toLowerCase()),
    }),
    {
      key: 'status',
      label: 'users.status',
      control: { kind: 'choices', useChoices: statusChoices },
      matches: ({ status }, statuses) => statuses.includes(status),
    },
  ],
}

/** How many lose or regain access: users who are not locked individually. */
export const activeUsers = ({ stats }: Organization) => stats?.users.Active ?? 0
