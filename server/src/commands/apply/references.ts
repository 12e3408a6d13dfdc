import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { YamlPath } from '../../domain/yaml.ts'
import type { ReadTenancy } from './tenancy.ts'

const isReference = (value: object): value is { fromEnv: string } | { fromFile: string } => {
  const keys = Object.keys(value)
  return keys.length === 1 && (keys[0] === 'fromEnv' || keys[0] === 'fromFile')
}

/** Every reference replaced by what it names, before anything is done. Paths count from the file. */
export function resolveReferences(
  { tenancy, lineOf }: ReadTenancy,
  file: string,
  environment: NodeJS.ProcessEnv,
): { resolved: ReadTenancy['tenancy']; problems: string[] } {
  const problems: string[] = []
  const read = (value: { fromEnv: string } | { fromFile: string }, path: YamlPath): string => {
    const failed = (reason: string) => {
      problems.push(`line ${lineOf(path)}: ${reason}`)
      return ''
    }
    if ('fromEnv' in value)
      return (
        environment[value.fromEnv] || failed(`environment variable ${value.fromEnv} is not set`)
      )
    try {
      const text = readFileSync(resolve(dirname(file), value.fromFile), 'utf8').replace(
        /\r?\n$/,
        '',
      )
      return text || failed(`file ${value.fromFile} is empty`)
    } catch (error) {
      return failed(`cannot read file ${value.fromFile} (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  const walk = (value: unknown, path: YamlPath): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((element, at) => walk(element, [...path, at]))
    if (isReference(value)) return read(value, path)
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, walk(inner, [...path, name])]),
    )
  }
  return { resolved: walk(tenancy, []) as ReadTenancy['tenancy'], problems }
}
