import type { ResourceLocation } from '@assay/analyzers'
import type { Selectable } from 'kysely'
import { pathProblem, type ResourceReference, readReference } from '../../domain/resource.ts'
import type { WorkerTable } from '../../storage/tables/tables.ts'
import type { EngineDeps } from '../deps.ts'
import { type Referred, referencesIn, resourceItems, resourceItemsOfBuiltin } from './references.ts'
import { findResource } from './store.ts'

export type Resolved =
  | { readonly locations: Readonly<Record<string, ResourceLocation>> }
  /** For the analyst: what the configuration names and does not get. */
  | { readonly problem: string }

type ResolvedWorker = Pick<
  Selectable<WorkerTable>,
  'organization' | 'type' | 'definition_id' | 'builtin'
>

const nothing: Resolved = { locations: {} }

/**
 * What the references in the configuration of a built-in stand for, for one run. Resolved every
 * time: an upload may have been removed, a link changed, and configurations of 0.4.0 hold paths.
 */
export async function resolveResources(
  deps: EngineDeps,
  worker: ResolvedWorker,
  configuration: Readonly<Record<string, unknown>>,
): Promise<Resolved> {
  if (worker.builtin === null) return nothing
  const definition = deps.catalogue.find(worker.type, worker.definition_id)
  const items =
    resourceItemsOfBuiltin(worker.builtin) ?? resourceItems(definition?.configurationItems ?? [])
  const locations: [string, ResourceLocation][] = []
  for (const referred of referencesIn(items, configuration)) {
    const found = await locate(deps, worker.organization, referred)
    if ('problem' in found) return found
    locations.push([referred.text, found])
  }
  return locations.length === 0 ? nothing : { locations: Object.fromEntries(locations) }
}

async function locate(
  deps: EngineDeps,
  organization: string,
  { item, text }: Referred,
): Promise<ResourceLocation | { problem: string }> {
  const reference = readReference(text)
  if (!reference) return { problem: pathProblem(item) }
  return (
    (await (reference.source === 'server'
      ? offered(deps, reference)
      : uploaded(deps, organization, reference))) ?? {
      problem: `The setting ${item} refers to ${text}, which no longer exists`,
    }
  )
}

async function offered(
  { operatorFolder }: EngineDeps,
  { path }: ResourceReference & { source: 'server' },
): Promise<ResourceLocation | undefined> {
  const found = await operatorFolder?.find(path)
  return found && { name: path, ...found }
}

async function uploaded(
  { db, resourceCache }: EngineDeps,
  organization: string,
  { name }: ResourceReference & { source: 'organization' },
): Promise<ResourceLocation | undefined> {
  const row = await findResource(db, organization, name)
  if (!row) return undefined
  const { attachment_id: sha256 } = row
  return { name, path: await resourceCache.fileOf(sha256), stamp: sha256 }
}
