import { isAbsolute } from 'node:path'
import { namesProblem } from './audit-sinks.ts'
import { isRecord, isText } from './checks.ts'
import { unknownKey } from './named-list.ts'

interface Source {
  /** Which organizations may refer to it. */
  readonly organizations: 'all' | readonly string[]
}

export interface EnvironmentSource extends Source {
  readonly type: 'env'
  /** Of names of variables. */
  readonly prefix: string
}

export interface FolderSource extends Source {
  readonly type: 'file'
  readonly folder: string
}

export type SecretSource = EnvironmentSource | FolderSource

interface Sources {
  /** Missing where its settings are wrong. */
  readonly secrets?: { readonly sources?: unknown }
}

const maxSources = 1_000

export const secretSources = ({ secrets }: Sources): readonly SecretSource[] =>
  (secrets?.sources as readonly SecretSource[] | undefined) ?? []

/** What the operator opened for this organization. */
export const sourcesOf = (config: Sources, organization: string): readonly SecretSource[] =>
  secretSources(config).filter(
    ({ organizations }) =>
      // guard (open = true): server/test/security/secret-references.test.ts
      organizations === 'all' || organizations.includes(organization),
  )

export function checkSecretSources(value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every(isRecord))
    return 'must be a list of sources, each with organizations, and type env with a prefix or type file with a folder'
  if (value.length > maxSources) return `must have at most ${maxSources} sources`
  for (const [index, source] of value.entries()) {
    const problem = sourceProblem(source)
    if (problem !== undefined) return `has a source ${index + 1} whose ${problem}`
  }
  return overlap(value as unknown as SecretSource[])
}

function sourceProblem(source: Record<string, unknown>): string | undefined {
  const { type, organizations, prefix, folder } = source
  if (type === 'vault') return 'type vault is not supported yet; use env or file'
  if (type !== 'env' && type !== 'file') return 'type must be env or file'
  const key = type === 'env' ? 'prefix' : 'folder'
  const wrong = unknownKey(source, ['type', 'organizations', key])
  if (wrong !== undefined) return wrong
  // Nothing is open to all by omission.
  if (organizations === undefined) return 'organizations is missing'
  if (type === 'env' && !(isText(prefix) && /^[A-Za-z][A-Za-z0-9_]{2,200}_$/.test(prefix)))
    return 'prefix must be the beginning of variable names and end with _, such as ASSAY_SECRET_ALPHA_'
  if (type === 'file' && !(isText(folder) && isAbsolute(folder)))
    return 'folder must be an absolute path'
  return namesProblem(organizations)
}

/** A prefix that begins another one would open the variables of that one, too. */
function overlap(sources: readonly SecretSource[]): string | undefined {
  const prefixes = sources.filter((source) => source.type === 'env')
  const namesOf = ({ organizations }: Source) => JSON.stringify([organizations].flat().toSorted())
  for (const outer of prefixes)
    for (const inner of prefixes)
      if (inner.prefix.startsWith(outer.prefix) && namesOf(inner) !== namesOf(outer))
        return `opens ${inner.prefix} to other organizations than ${outer.prefix}, which it begins with`
  return undefined
}
