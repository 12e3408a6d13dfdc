import type { Deps } from '../../deps.ts'
import { badRequest, notFound } from '../../domain/errors.ts'
import { audit } from '../../identity/audit/store.ts'
import {
  findOrganization,
  type OrganizationRow,
  organizationColumns,
} from '../../identity/organizations/store.ts'
import type { Db } from '../../storage/database.ts'
import type { Call, Writing } from '../changes/write.ts'

/** Only superadmin says who may share with whom: to others an organization without a link does not exist. */
export async function requireLinked(w: Writing, other: string): Promise<void> {
  // Locked until the share is stored: unlinking waits, and finds it.
  const row = await w.dialect
    .holdRow(w.tx.selectFrom('organization_links').select('other'))
    .where('organization', '=', w.organization)
    .where('other', '=', other)
    .executeTakeFirst()
  if (!row) throw notFound('Organisation', other)
}

export const linkedTo = (db: Db, organization: string): Promise<OrganizationRow[]> =>
  db
    .selectFrom('organizations')
    .select(organizationColumns)
    .where('name', 'in', (eb) =>
      eb.selectFrom('organization_links').select('other').where('organization', '=', organization),
    )
    .orderBy('name')
    .execute()

async function requireOrganization(db: Db, name: string): Promise<void> {
  if (!(await findOrganization(db, name))) throw notFound('Organisation', name)
}

/** Links go both ways. What is not linked any more is not shared any more either. */
export async function setLinks(
  { db, clock, bus }: Deps,
  call: Call,
  organization: string,
  change: { readonly add: readonly string[]; readonly remove: readonly string[] | 'others' },
): Promise<void> {
  const now = clock.now()
  const taken = await db.transaction().execute(async (tx) => {
    await requireOrganization(tx, organization)
    for (const name of change.add) {
      if (name === organization) throw badRequest('An organization cannot be linked to itself')
      await requireOrganization(tx, name)
    }
    const known = (await linkedTo(tx, organization)).map(({ name }) => name)
    const gone =
      change.remove === 'others'
        ? known.filter((name) => !change.add.includes(name))
        : known.filter((name) => change.remove.includes(name))
    for (const other of change.add)
      for (const [one, two] of bothWays(organization, other))
        await tx
          .insertInto('organization_links')
          .values({ organization: one, other: two })
          .onConflict((conflict) => conflict.columns(['organization', 'other']).doNothing())
          .execute()
    const unshared: { case_id: string; shared_with: string }[] = []
    for (const other of gone)
      for (const [one, two] of bothWays(organization, other)) {
        await tx
          .deleteFrom('organization_links')
          .where('organization', '=', one)
          .where('other', '=', two)
          .execute()
        const rows = await tx
          .deleteFrom('case_shares')
          .where('organization', '=', one)
          .where('shared_with', '=', two)
          .returning(['case_id', 'shared_with'])
          .execute()
        unshared.push(...rows)
      }
    await audit(tx, { ...call.origin, login: call.caller.login }, now, {
      action: 'organization.link',
      objectType: 'organization',
      objectId: organization,
      organization,
      details: { linked: [...change.add], unlinked: gone },
    })
    return unshared
  })
  for (const { case_id: id, shared_with } of taken)
    bus.publish({
      organization: shared_with,
      operation: 'delete',
      objectType: 'case',
      objectId: id,
      rootId: id,
      user: call.caller.login,
      date: now,
      details: {},
    })
}

const bothWays = (one: string, two: string) =>
  [
    [one, two],
    [two, one],
  ] as const
