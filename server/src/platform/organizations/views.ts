import type { OrganisationV0, OrganisationV1 } from '@assay/contract'
import type { OrganizationRow } from '../../identity/organizations/store.ts'
import { keysV0, keysV1 } from '../render/parts.ts'
import { viewsOf } from '../render/views.ts'

const shown = (row: OrganizationRow) => ({
  name: row.name,
  description: row.description,
  locked: row.status === 'Locked',
  links: [],
})

const organisationV0 = (row: OrganizationRow): OrganisationV0 => ({
  ...keysV0({ ...row, id: row.name }),
  _type: 'organisation',
  ...shown(row),
})

const organisationV1 = (row: OrganizationRow): OrganisationV1 => ({
  ...keysV1({ ...row, id: row.name }),
  _type: 'Organisation',
  ...shown(row),
  extraData: {},
})

export const organizationViews = viewsOf(organisationV0, organisationV1)
