import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { ProtectedEntry } from '../../domain/protection/entries.ts'
import { shippedEntries } from '../../domain/protection/shipped.ts'
import type { Db } from '../../storage/database.ts'
import type { ProtectedValueTable } from '../../storage/tables/responses.ts'
import type { EngineDeps } from '../deps.ts'

export type ProtectedRow = Selectable<ProtectedValueTable>

/** Those of an organization, or of a superadmin for all. */
export type Owner = string | null

export const newProtectedId = () => randomBytes(12).toString('base64url')

/** What concerns an organization: its own rows, and those for all. */
export const protectedRows = (db: Db, organization: Owner): Promise<ProtectedRow[]> =>
  db
    .selectFrom('protected_values')
    .selectAll()
    .where((eb) =>
      organization === null
        ? eb('organization', 'is', null)
        : eb.or([eb('organization', '=', organization), eb('organization', 'is', null)]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const findProtected = (db: Db, owner: Owner, id: string) =>
  db
    .selectFrom('protected_values')
    .selectAll()
    .where('id', '=', id)
    .where((eb) =>
      owner === null ? eb('organization', 'is', null) : eb('organization', '=', owner),
    )
    .where('disables', 'is', null)
    .executeTakeFirst()

/** The row that disables a shipped entry for its owner. */
export const findDisabling = (db: Db, owner: Owner, shipped: string) =>
  db
    .selectFrom('protected_values')
    .selectAll()
    .where('disables', '=', shipped)
    .where((eb) =>
      owner === null ? eb('organization', 'is', null) : eb('organization', '=', owner),
    )
    .executeTakeFirst()

export async function countProtected(db: Db, owner: Owner): Promise<number> {
  const row = await db
    .selectFrom('protected_values')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) =>
      owner === null ? eb('organization', 'is', null) : eb('organization', '=', owner),
    )
    .where('disables', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export const insertProtected = (tx: Db, row: ProtectedRow) =>
  tx.insertInto('protected_values').values(row).execute()

export const updateProtected = (
  tx: Db,
  id: string,
  change: Partial<Pick<ProtectedRow, 'note' | 'expires_at'>>,
) => tx.updateTable('protected_values').set(change).where('id', '=', id).execute()

export const removeProtected = (tx: Db, id: string) =>
  tx.deleteFrom('protected_values').where('id', '=', id).execute()

/** One who adds at a time, so their number can be counted. */
export const lockProtected = (
  tx: Db,
  { dialect }: Pick<EngineDeps, 'dialect'>,
  organization: string,
) =>
  dialect
    .lockRow(tx.selectFrom('organizations').select('name').where('name', '=', organization))
    .execute()

/** What an organization sees: shipped entries, whether each is in effect, and all others. */
export async function listedEntries(
  { db, config }: Pick<EngineDeps, 'db' | 'config'>,
  organization: Owner,
) {
  const rows = await protectedRows(db, organization)
  const disabled = new Set(rows.flatMap(({ disables }) => disables ?? []))
  return {
    shipped: shippedEntries(config.http.publicUrl).map((entry) => ({
      ...entry,
      enabled: !disabled.has(entry.id),
    })),
    rows: rows.filter(({ disables }) => disables === null),
  }
}

/** What is in effect for an organization now. */
export async function entriesInEffect(
  deps: Pick<EngineDeps, 'db' | 'config' | 'clock'>,
  organization: string,
): Promise<ProtectedEntry[]> {
  const now = deps.clock.now()
  const { shipped, rows } = await listedEntries(deps, organization)
  const isOver = ({ expires_at }: ProtectedRow) => expires_at !== null && expires_at <= now
  return [...shipped.filter(({ enabled }) => enabled), ...rows.filter((row) => !isOver(row))]
}
