import { isAbsolute, relative, resolve, sep } from 'node:path'
import { isObject } from '@assay/contract/objects'
import type { Definition, WorkerType } from './definition.ts'
import { readItems } from './definition-items.ts'
import { readInputItems } from './input-items.ts'

export type DefinitionReading =
  | { readonly definition: Definition; readonly warnings: readonly string[] }
  | { readonly reason: string }

const maxItems = 500
const maxTextLength = 100_000
const maxNameLength = 256
const maxDataTypes = 200
const maxDataTypeLength = 128
/** Merging and printing are recursive; what JSON.parse accepts can be a million levels deep. */
const maxDepth = 50

const texts = ['name', 'version', 'description', 'author', 'url', 'license'] as const
const names = ['name', 'version', 'baseConfig', 'command', 'dockerImage'] as const

/**
 * An entry of a catalog. Unknown keys are dropped silently and wrong optional ones with a warning;
 * only what makes the entry useless or dangerous rejects it.
 *
 * `root` is the absolute folder in which its command is looked up. An entry that came from an
 * address has none, and its command is ignored: the operator did not choose that program.
 */
export function readDefinition(
  type: WorkerType,
  value: unknown,
  root: string | null,
): DefinitionReading {
  if (!isObject(value)) return { reason: 'not a JSON object' }
  const reason = refusalOf(value)
  if (reason !== undefined) return { reason }
  const text = (key: (typeof texts)[number]) => value[key] as string
  const warnings: string[] = []

  const given = optionalText(value.command)
  const command = given === null || root === null ? null : resolve(root, given)
  if (command !== null && root !== null && !isInside(root, command))
    return { reason: `command ${shown(given)} leaves the catalog folder` }
  const dockerImage = optionalText(value.dockerImage)
  if (given !== null && root === null)
    warnings.push(`command ${shown(given)} ignored: the definition comes from a URL`)
  else if (given === null && dockerImage === null)
    warnings.push('cannot be run: neither command nor dockerImage is set')

  const inputItems = type === 'responder' ? readInputItems(value.inputItems, warnings) : []

  return {
    definition: {
      type,
      id: definitionId(text('name'), text('version')),
      name: text('name'),
      version: text('version'),
      description: text('description'),
      author: text('author'),
      url: text('url'),
      license: text('license'),
      baseConfig: optionalText(value.baseConfig) ?? text('name'),
      dataTypeList: readDataTypes(value.dataTypeList, warnings),
      configurationItems: readItems(value.configurationItems, warnings),
      ...(inputItems.length > 0 ? { inputItems } : {}),
      config: isObject(value.config) ? value.config : {},
      command,
      workingFolder: command === null ? null : root,
      dockerImage,
      ...(value.integration_type === 'external_api' ? { needsNetwork: true } : {}),
      builtin: null,
    },
    warnings,
  }
}

export const definitionId = (name: string, version: string) =>
  `${name}_${version}`.replaceAll('.', '_')

/** Whether a path is below a folder, both absolute; symbolic links are not followed. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Part by part as numbers: 1.10 is newer than 1.9, 2.0 equals 2, and 1.0rc1 comes before 1.0. */
export function compareVersions(a: string, b: string): number {
  const left = a.split('.')
  const right = b.split('.')
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const one = versionPart(left[at] ?? '0')
    const other = versionPart(right[at] ?? '0')
    if (one.number !== other.number) return one.number - other.number
    if (one.rest === other.rest) continue
    if (one.rest === '' || other.rest === '') return one.rest === '' ? 1 : -1
    return one.rest < other.rest ? -1 : 1
  }
  return 0
}

function versionPart(part: string) {
  const digits = /^\d{1,15}/.exec(part)?.[0] ?? ''
  return { number: digits === '' ? -1 : Number(digits), rest: part.slice(digits.length) }
}

function refusalOf(value: Record<string, unknown>): string | undefined {
  // guard: definition-reading.test.ts
  if (isDeeperThan(value, maxDepth)) return `nested deeper than ${maxDepth} levels`
  for (const key of texts) {
    const text = value[key]
    if (text === undefined || text === null) return `${key} is missing`
    if (typeof text !== 'string') return `${key} is not a string`
    // guard: definition-reading.test.ts
    if (text.length > maxTextLength) return `${key} is longer than ${maxTextLength} characters`
  }
  for (const key of names) {
    const text = value[key]
    if (typeof text !== 'string') continue
    // guard: definition-reading.test.ts
    if (text.length > 4 * maxNameLength || (key === 'name' && text.length > maxNameLength))
      return `${key} is too long`
    if (/\p{Cc}/u.test(text)) return `${key} contains control characters`
  }
  for (const key of ['name', 'version'])
    if (optionalText(value[key]) === null) return `${key} is empty`
  const { configurationItems: items } = value
  // guard: definition-reading.test.ts
  if (Array.isArray(items) && items.length > maxItems)
    return `${items.length} configurationItems, limit ${maxItems}`
  return undefined
}

function readDataTypes(value: unknown, warnings: string[]): string[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    warnings.push('dataTypeList is not a list; treated as empty')
    return []
  }
  const usable = value.filter(
    (entry): entry is string =>
      typeof entry === 'string' && entry !== '' && entry.length <= maxDataTypeLength,
  )
  if (usable.length < value.length)
    warnings.push(
      `dataTypeList has entries that are not strings of 1 to ${maxDataTypeLength} characters`,
    )
  const different = [...new Set(usable)]
  if (different.length > maxDataTypes)
    warnings.push(`dataTypeList has more than ${maxDataTypes} entries; ignoring the rest`)
  return different.slice(0, maxDataTypes)
}

/** Level by level instead of recursively, because the depth is what is in doubt. */
function isDeeperThan(value: unknown, depth: number): boolean {
  let level: unknown[] = [value]
  for (let at = 0; at < depth; at += 1) {
    level = level.flatMap((entry) =>
      typeof entry === 'object' && entry !== null ? Object.values(entry) : [],
    )
    if (level.length === 0) return false
  }
  return true
}

const optionalText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null

const shown = (value: unknown) => JSON.stringify(value).slice(0, 200)
