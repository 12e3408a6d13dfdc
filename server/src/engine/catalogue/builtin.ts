import { builtins, definitionOf } from '@assay/analyzers'
import type { Definition } from '../../domain/definition.ts'
import { definitionId } from '../../domain/definition-reading.ts'

/** What comes with the program, as entries of the catalogue like any others. */
export const builtinDefinitions: readonly Definition[] = builtins.map(({ type, description }) => {
  const { integration_type: _, ...document } = definitionOf(description)
  return {
    ...document,
    type,
    id: definitionId(description.name, description.version),
    command: null,
    workingFolder: null,
    dockerImage: null,
    builtin: description.name,
  }
})
