import { builtins, definitionOf } from '@assay/analyzers'
import type { Definition } from '../../domain/definition.ts'
import { definitionId } from '../../domain/definition-reading.ts'

/** What comes with the program, as regular catalog entries. */
export const builtinDefinitions: readonly Definition[] = builtins.map(({ type, description }) => {
  const { integration_type, ...document } = definitionOf(description)
  return {
    ...document,
    ...(integration_type === 'external_api' ? { needsNetwork: true } : {}),
    type,
    id: definitionId(description.name, description.version),
    command: null,
    workingFolder: null,
    dockerImage: null,
    builtin: description.name,
  }
})

const plainItems = new Map(
  builtins.map(({ description: { name, configuration } }) => [
    name,
    new Set(
      Object.entries(configuration).flatMap(([item, { plain }]) => (plain === true ? item : [])),
    ),
  ]),
)

/** Items of a built-in that its reports may repeat. */
export const plainItemsOf = (builtin: string | null): ReadonlySet<string> =>
  plainItems.get(builtin ?? '') ?? new Set()

const namesOf = (isWanted: (description: Description) => boolean) =>
  new Set(
    builtins.flatMap(({ type, description }) =>
      type === 'analyzer' && !asksForSettings(description) && isWanted(description)
        ? description.name
        : [],
    ),
  )
const ready = namesOf(() => true)
const offline = namesOf(({ needsNetwork }) => !needsNetwork)

/** Analyzers that work at once, some of them by asking others about the observable. */
export const readyAnalyzers: readonly Definition[] = builtinDefinitions.filter(
  ({ builtin }) => builtin !== null && ready.has(builtin),
)

/** Analyzers that work out of the box and do not disclose the observable. */
export const offlineAnalyzers: readonly Definition[] = readyAnalyzers.filter(
  ({ builtin }) => builtin !== null && offline.has(builtin),
)

type Description = (typeof builtins)[number]['description']

function asksForSettings({ configuration }: Description): boolean {
  return Object.values(configuration).some((item) => item.required && item.default === undefined)
}
