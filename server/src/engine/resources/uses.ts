import type { Db } from '../../storage/database.ts'
import { openConfiguration, openSharedConfigs } from '../configurations/sealed.ts'
import type { EngineDeps } from '../deps.ts'

export interface Use {
  readonly worker?: { readonly id: string; readonly configuration: string }
  /** For people: `the analyzer Yara (rules)`. */
  readonly described: string
}

/** Where configurations of the organization refer to a resource. They are sealed, so all are opened. */
export async function usesOf(
  { secrets }: Pick<EngineDeps, 'secrets'>,
  tx: Db,
  organization: string,
  reference: string,
): Promise<Use[]> {
  const workers = await tx
    .selectFrom('workers')
    .select(['id', 'type', 'name', 'configuration_sealed'])
    .where('organization', '=', organization)
    .where('builtin', 'is not', null)
    .orderBy('name')
    .execute()
  const inWorkers = workers.flatMap((row) => {
    const configuration = openConfiguration(secrets, row)
    const item = itemWith(configuration, reference)
    if (item === undefined) return []
    const worker = { id: row.id, configuration: JSON.stringify(configuration) }
    return [{ worker, described: `the ${row.type} ${row.name} (${item})` }]
  })
  const shared = await openSharedConfigs(secrets, tx, organization)
  const inShared = shared.flatMap(({ type, name, config }) => {
    const item = itemWith(config, reference)
    return item === undefined ? [] : [{ described: `the ${type} configuration ${name} (${item})` }]
  })
  const feeds = await tx
    .selectFrom('threat_feeds')
    .select('name')
    .where('organization', '=', organization)
    .where('resource', '=', reference)
    .execute()
  const inFeeds = feeds.map(({ name }) => ({ described: `the threat feed ${name}` }))
  return [...inWorkers, ...inShared, ...inFeeds]
}

const itemWith = (configuration: Readonly<Record<string, unknown>>, reference: string) =>
  Object.entries(configuration).find(([, value]) => [value].flat().includes(reference))?.[0]
