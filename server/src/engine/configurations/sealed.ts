import type { Selectable } from 'kysely'
import type { WorkerType } from '../../domain/definition.ts'
import { unmarked } from '../../domain/secret-references.ts'
import type { Secrets } from '../../identity/secrets.ts'
import type { Db } from '../../storage/database.ts'
import type { WorkerTable } from '../../storage/tables/tables.ts'

type Values = Record<string, unknown>

type Sealed = Pick<Selectable<WorkerTable>, 'id' | 'configuration_sealed'>

/** As people see it: a reference to a secret is its text. */
export const openConfiguration = (secrets: Secrets, row: Sealed): Values =>
  unmarked(openSealed(secrets, row))

/** With references marked. */
export const openSealed = (secrets: Secrets, row: Sealed): Values =>
  JSON.parse(secrets.open(configurationContext(row.id), row.configuration_sealed))

export const configurationContext = (workerId: string) =>
  `workers.configuration:${workerId}` as const

/** Saved ones, whether or not the catalog still has their definition. */
export async function openSharedConfigs(secrets: Secrets, db: Db, organization: string) {
  const rows = await db
    .selectFrom('worker_configs')
    .select(['type', 'name', 'config_sealed'])
    .where('organization', '=', organization)
    .execute()
  return rows.map(({ type, name, config_sealed }) => {
    const text = secrets.open(sharedConfigContext(organization, type, name), config_sealed)
    return { type, name, config: JSON.parse(text) as Record<string, unknown> }
  })
}

export const sharedConfigContext = (organization: string, type: WorkerType, name: string) =>
  `worker_configs.config:${organization}/${type}/${name}` as const
