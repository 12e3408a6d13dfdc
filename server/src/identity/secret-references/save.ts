import type { AttributeError } from '../../domain/errors.ts'
import { isSecretItem } from '../../domain/redaction.ts'
import {
  isMarkedIn,
  isPlainIn,
  markReferences,
  referenceProblem,
} from '../../domain/secret-references.ts'
import type { Config } from '../../settings/config.ts'
import { isOpenTo } from './resolve.ts'

type Values = Readonly<Record<string, unknown>>

/** What is wrong with the references that a configuration has now and had not before; values are not repeated. */
export function secretReferenceProblems(
  config: Config,
  organization: string,
  configuration: Values,
  before: Values = {},
): AttributeError[] {
  return Object.entries(configuration).flatMap(([item, value]) => {
    for (const text of [value].flat()) {
      if (typeof text !== 'string') continue
      if (isPlainIn(before, item, text) || isMarkedIn(before, item, text)) continue
      const problem = referenceProblem(text, isSecretItem(item), (reference) =>
        isOpenTo(config, organization, reference),
      )
      if (problem !== undefined)
        return [
          {
            ...{ type: 'InvalidFormatAttributeError' as const, name: item },
            ...{ format: 'secret reference', message: `Invalid value for ${item}: ${problem}` },
          },
        ]
    }
    return []
  })
}

/** As it is sealed. */
export const markedConfiguration = (configuration: Values, before: Values = {}): Values =>
  markReferences(configuration, isSecretItem, (item, text) => isPlainIn(before, item, text))
