import { AppError, AttributeCheckingError } from '../../domain/errors.ts'
import { isEntityId } from '../../domain/response/entity-id.ts'
import type { Db } from '../../storage/database.ts'
import { entityColumns, type StatusRow, wholePlatform } from '../rows.ts'

export const statusColumns = [...entityColumns, 'value', 'stage', 'position', 'pauses'] as const

export const statusTables = { case: 'case_statuses', alert: 'alert_statuses' } as const
export type StatusKind = keyof typeof statusTables

/** Those of the organization and of the whole platform, in their order. */
export const statusesOf = (db: Db, organization: string, kind: StatusKind): Promise<StatusRow[]> =>
  db
    .selectFrom(statusTables[kind])
    .select(statusColumns)
    .where('organization', 'in', [organization, wholePlatform])
    .orderBy('position')
    .orderBy('value')
    .execute()

/** By `~id` or value; an organization may have given a value another stage than the platform has. */
export async function findStatus(
  db: Db,
  organization: string,
  kind: StatusKind,
  idOrValue: string,
): Promise<StatusRow | undefined> {
  const found = await db
    .selectFrom(statusTables[kind])
    .select(statusColumns)
    .where('organization', 'in', [organization, wholePlatform])
    .where(isEntityId(idOrValue) ? 'id' : 'value', '=', idOrValue)
    .execute()
  return found.find((row) => row.organization === organization) ?? found[0]
}

export const statusNotFound = (kind: StatusKind) =>
  new AppError('NotFoundError', `${kind === 'case' ? 'CaseStatus' : 'AlertStatus'} not found`)

/** What a change may be set to, or a refusal that names what there is. */
export async function requireStatus(
  db: Db,
  organization: string,
  kind: StatusKind,
  value: string,
): Promise<StatusRow> {
  const found = await findStatus(db, organization, kind, value)
  if (found && !isEntityId(value)) return found
  const known = (await statusesOf(db, organization, kind)).map((row) => row.value)
  const plain = kind === 'case' ? ['Open', 'Resolved'] : []
  const names = [...plain, ...new Set(known)]
  throw new AttributeCheckingError(kind, [
    {
      type: 'InvalidFormatAttributeError',
      name: 'status',
      format: 'enumeration',
      acceptedInput: names,
      message: `Unknown ${kind} status ${value}. Available: ${names.join(', ')}`,
    },
  ])
}
