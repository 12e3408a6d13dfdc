import type { User } from '@assay/contract'
import { useOrganizations } from '../../base/data/organizations.ts'
import { anyOf } from '../../base/data/steps.ts'
import { textQuery } from '../../base/data/user-query.ts'
import { type TextKey, text } from '../../base/texts/index.ts'
import type { Choice } from '../../base/ui/choice-menu.tsx'
import type { Condition, ListDeclaration, ListFilter } from '../list/declaration.ts'
import { searchFilter } from '../list/filters.ts'
import { type RoleSet, roleSets, roleSetsIn } from './role-sets.ts'

/** The list of users of an organization, or of all: a new filter is one more entry here. */
export const userList = (organization: string | undefined): ListDeclaration<User> => ({
  idOf: ({ id }) => id,
  pageSizes: [50],
  texts: { noMatch: 'users.noneMatch' },
  filters: [
    searchFilter('users.search', {
      query: ([wanted = '']) => textQuery(wanted.trim()),
    }),
    {
      key: 'role',
      label: 'users.roles',
      accepts: isRoleSet,
      control: {
        kind: 'choices',
        useChoices: () =>
          (organization ? roleSetsIn(organization) : roleSets).map((value) => ({
            value,
            label: text(`users.role.${value}` as TextKey),
          })),
      },
      query: (roles) => anyOf(roles.filter(isRoleSet).map(roleQuery)),
    },
    {
      key: 'status',
      label: 'users.status',
      control: { kind: 'choices', useChoices: statusChoices },
      query: (statuses) => anyOf(statuses.map((status) => ({ status }))),
    },
    ...(organization === undefined ? [organizationFilter] : []),
  ],
})

export const statusChoices = (): Choice[] => [
  { value: 'Active', label: text('users.statusActive') },
  { value: 'Locked', label: text('users.statusLocked') },
]

const organizationFilter: ListFilter<User> = {
  key: 'org',
  label: 'users.organization',
  control: {
    kind: 'choices',
    useChoices: () =>
      (useOrganizations().data ?? []).map(({ name }) => ({ value: name, label: name })),
  },
  query: (names) => anyOf(names.map((organization) => ({ organization }))),
}

/** A user with more than the set is not in the set. */
function roleQuery(set: RoleSet): Condition {
  const more = { read: ['analyze'], analyze: ['orgadmin'], orgadmin: [], superadmin: [] }[set]
  return { _and: [{ roles: set }, ...more.map((roles) => ({ _not: { roles } }))] }
}

const isRoleSet = (value: string): value is RoleSet => roleSets.some((set) => set === value)
