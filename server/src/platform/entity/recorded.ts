import { type Entity, nameIn } from '@assay/contract/entities'
import { recordedText } from '../changes/recorded-text.ts'
import { declaredOf } from './columns.ts'
import { seenValue } from './views.ts'

const recorded = (of: Entity, row: object, isIn: (name: string, column: string) => boolean) =>
  Object.fromEntries(
    declaredOf(of)
      .filter(({ name, column }) => isIn(name, column))
      .map(({ name, column, attribute }) => {
        const value = seenValue(attribute, (row as Readonly<Record<string, unknown>>)[column])
        return [nameIn(0, name, attribute), typeof value === 'string' ? recordedText(value) : value]
      }),
  )

/** What the audit trail says of a new row, by the names of version 0. */
export const createdDetails = (of: Entity, row: object): Record<string, unknown> =>
  recorded(of, row, (name) => of.attributes[name]?.recorded === 'always')

/** The same of a change that set these columns. */
export const changedDetails = (of: Entity, row: object, changed: object): Record<string, unknown> =>
  recorded(
    of,
    row,
    (name, column) => of.attributes[name]?.recorded !== 'never' && Object.hasOwn(changed, column),
  )
