import { type Description, descriptions } from '@assay/analyzers/descriptions'
import { withoutVersion } from '@assay/contract'

const byName = new Map(descriptions.map((description) => [description.name, description]))

/** What the built-in of this name, or of this name and version, says about itself. */
export const builtinOf = (name: string): Description | undefined => byName.get(withoutVersion(name))

interface Runs {
  readonly command?: string | null | undefined
  readonly dockerImage?: string | null | undefined
}

/** The same of a definition. One with a program is not built in, whatever it is called. */
export const builtinAt = (
  definitionId: string,
  { command, dockerImage }: Runs,
): Description | undefined => (command || dockerImage ? undefined : builtinOf(definitionId))
