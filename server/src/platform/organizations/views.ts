import type { OrganisationV0, OrganisationV1 } from '@assay/contract'
import { homeOrganization } from '../../domain/caller.ts'
import type { OrganizationRow } from '../../identity/organizations/store.ts'
import { inBatches } from '../../storage/rows/batches.ts'
import { keysV0, keysV1 } from '../render/parts.ts'
import type { View, ViewContext, Views } from '../render/views.ts'
import { wholePlatform } from '../rows.ts'

const shown = (row: OrganizationRow, links: readonly string[]) => ({
  name: row.name,
  description: row.description,
  locked: row.status === 'Locked',
  links: [...links],
})

const organisationV0 = (row: OrganizationRow, links: readonly string[]): OrganisationV0 => ({
  ...keysV0({ ...row, id: row.name }),
  _type: 'organisation',
  ...shown(row, links),
})

const organisationV1 = (row: OrganizationRow, links: readonly string[]): OrganisationV1 => ({
  ...keysV1({ ...row, id: row.name }),
  _type: 'Organisation',
  ...shown(row, links),
  extraData: {},
})

/** Possible share targets are visible at home; with whom a partner shares is not disclosed. */
async function linksOf(rows: readonly OrganizationRow[], { db, organization }: ViewContext) {
  const isKeeper = organization === homeOrganization || organization === wholePlatform
  const names = rows.map(({ name }) => name).filter((name) => isKeeper || name === organization)
  const found = await inBatches(names, (some) =>
    db
      .selectFrom('organization_links')
      .select(['organization', 'other'])
      .where('organization', 'in', some)
      .orderBy('other')
      .execute(),
  )
  return Map.groupBy(found, (link) => link.organization)
}

const withLinks =
  <V>(show: (row: OrganizationRow, links: readonly string[]) => V): View<OrganizationRow, V> =>
  async (rows, context) => {
    const links = await linksOf(rows, context)
    return rows.map((row) =>
      show(
        row,
        (links.get(row.name) ?? []).map(({ other }) => other),
      ),
    )
  }

export const organizationViews: Views<OrganizationRow, OrganisationV0, OrganisationV1> = {
  v0: withLinks(organisationV0),
  v1: withLinks(organisationV1),
}
