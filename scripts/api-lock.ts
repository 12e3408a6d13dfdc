import { createHash } from 'node:crypto'
import { type AnyEndpoint, type Contract, inOrder } from '@assay/contract'

const head =
  '# One line for each endpoint: its name, and a digest of what callers can notice of it.\n'

/**
 * The text of `docs/api.lock`. A digest covers schemas, roles, effect, status and names, and neither
 * summaries and descriptions nor the order of what has none: sentences may become better.
 */
export const apiLock = (contract: Contract): string =>
  head +
  inOrder(contract)
    .map(([name, call]) => `${call.method} ${call.path} ${name} ${digest(call)}\n`)
    .join('')

/** What `now` has otherwise than `locked`, a line each, as people read it. */
export function lockChanges(locked: string, now: string): string[] {
  const [before, after] = [entriesOf(locked), entriesOf(now)]
  const changed = [...after].flatMap(([name, call]) => {
    const known = before.get(name)
    if (known === undefined) return [`new      ${call.shown}`]
    return known.line === call.line ? [] : [`changed  ${call.shown}`]
  })
  const gone = [...before].filter(([name]) => !after.has(name))
  return [...changed, ...gone.map(([, { shown }]) => `gone     ${shown}`)]
}

function entriesOf(lock: string): Map<string, { line: string; shown: string }> {
  const lines = lock.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [method, path, name = ''] = line.split(' ')
      return [name, { line, shown: `${method} ${path} (${name})` }]
    }),
  )
}

function digest({ summary: _, attributeAliases, fixedAttributes, ...call }: AnyEndpoint): string {
  const noticed = {
    ...canonical(call),
    // Names, not schemas; of what is fixed, the words of the refusal do not count.
    attributeAliases: Object.entries(attributeAliases).map(String).sort(),
    fixedAttributes: Object.keys(fixedAttributes).sort(),
  }
  return createHash('sha256').update(JSON.stringify(noticed)).digest('hex').slice(0, 16)
}

/** Lists that mean the same in any order. */
const unordered = new Set([
  ...['required', 'enum', 'anyOf', 'allOf', 'oneOf'],
  ...['roles', 'aliases', 'readOnlyAttributes'],
])

function canonical(node: object): object {
  const entries = Object.entries(node)
    // An attribute may be called `description`, too; the description of a schema is a text.
    .filter(([key, value]) => key !== 'description' || typeof value !== 'string')
    .map(([key, value]): [string, unknown] => [key, canonicalValue(value, key)])
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function canonicalValue(value: unknown, key = ''): unknown {
  if (typeof value !== 'object' || value === null || key === 'const' || key === 'default')
    return value
  if (!Array.isArray(value)) return canonical(value)
  const items = value.map((item) => canonicalValue(item))
  return unordered.has(key) ? items.map((item) => JSON.stringify(item)).sort() : items
}
