import { findBuiltin } from '@assay/analyzers'
import type { ConfigurationItem } from '@assay/contract'
import { type AttributeError, badRequest } from '../../domain/errors.ts'
import {
  readReference,
  resourceNameRule,
  serverReference,
  uploadReference,
} from '../../domain/resource.ts'
import type { Db } from '../../storage/database.ts'
import type { EngineDeps } from '../deps.ts'
import { holdResources, resourcesOf } from './store.ts'

type Values = Readonly<Record<string, unknown>>

/** One reference of a configuration, and the item that holds it. */
export interface Referred {
  readonly item: string
  readonly text: string
}

export const resourceItems = (items: readonly ConfigurationItem[]): string[] =>
  items.filter(({ format }) => format === 'resource').map(({ name }) => name)

/** By the code that will run, whatever definition the worker was once enabled from. */
export const resourceItemsOfBuiltin = (name: string): string[] | undefined => {
  const configuration = findBuiltin(name)?.description.configuration
  return (
    configuration &&
    Object.entries(configuration).flatMap(([item, { type }]) => (type === 'resource' ? item : []))
  )
}

export const referencesIn = (items: readonly string[], configuration: Values): Referred[] =>
  items.flatMap((item) =>
    [configuration[item]]
      .flat()
      .filter((value) => typeof value === 'string')
      .map((text) => ({ item, text })),
  )

const maxReferences = 100
const maxShown = 50

type Looking = Pick<EngineDeps, 'db' | 'operatorFolder'>

/**
 * Everything that is wrong with the references of a configuration that is about to be saved. Before
 * the transaction, which must not wait for a disk: on SQLite all writers would.
 */
export async function referenceProblems(
  deps: Looking,
  organization: string,
  items: readonly ConfigurationItem[],
  configuration: Values,
): Promise<AttributeError[]> {
  const referred = referencesIn(resourceItems(items), configuration)
  if (referred.length === 0) return []
  if (referred.length > maxReferences)
    return [problem(referred[0]?.item ?? '', `more than ${maxReferences} files selected`, [])]
  const known = await knownUploads(deps, organization)
  const wrong: Referred[] = []
  for (const one of referred) {
    const reference = readReference(one.text)
    const exists =
      reference?.source === 'organization'
        ? known.includes(one.text)
        : reference && (await deps.operatorFolder?.find(reference.path)) !== undefined
    // One of each item: with the known names each message is long.
    if (!exists && !wrong.some(({ item }) => item === one.item)) wrong.push(one)
  }
  if (wrong.length === 0) return []
  const offered = (await deps.operatorFolder?.list()) ?? []
  const all = [...known, ...offered.map(({ path }) => serverReference(path))]
  return wrong.map(({ item, text }) => problem(item, reasonOf(text), all))
}

const knownUploads = async ({ db }: Looking, organization: string) =>
  (await resourcesOf(db, organization)).map(({ name }) => uploadReference(name))

/** In the transaction that saves them: uploads stay until it ends, or are gone since the look. */
export async function holdReferences(
  { dialect }: Pick<EngineDeps, 'dialect'>,
  tx: Db,
  organization: string,
  items: readonly ConfigurationItem[],
  configuration: Values,
): Promise<void> {
  const names = referencesIn(resourceItems(items), configuration).flatMap(({ text }) => {
    const reference = readReference(text)
    return reference?.source === 'organization' ? reference.name : []
  })
  const held = await holdResources(tx, dialect, organization, names)
  const gone = names.find((name) => !held.has(name))
  if (gone !== undefined) throw badRequest(`The file ${gone} was deleted in the meantime`)
}

/** The caller's text is not repeated: it may be a path that others read in a log. */
function reasonOf(text: string): string {
  const reference = readReference(text)
  if (reference?.source === 'organization')
    return 'your organization has no uploaded file with this name'
  if (reference?.source === 'server') return 'no such file or folder in analyzer.resources'
  if (text.startsWith(uploadReference(''))) return resourceNameRule
  if (text.startsWith(serverReference('')))
    return 'the path must be relative, without .. and hidden parts'
  return 'use upload:<name> or server:<path>, not a server path'
}

function problem(item: string, reason: string, known: readonly string[]): AttributeError {
  const names = known.slice(0, maxShown).join(', ') || 'none. Upload the file first'
  return {
    type: 'InvalidFormatAttributeError',
    name: item,
    format: 'resource',
    acceptedInput: known.slice(0, maxShown),
    message: `Invalid value for ${item}: ${reason}. Available: ${names}`,
  }
}
