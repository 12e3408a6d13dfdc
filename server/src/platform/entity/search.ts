import {
  type ColumnOf,
  type Entity,
  type Kind,
  nameIn,
  type Version,
} from '@assay/contract/entities'
import type { Field } from '../../storage/search/search.ts'
import { declaredOf } from './columns.ts'

type AnyColumn<E extends Entity> = {
  [K in keyof E['attributes']]: ColumnOf<E['attributes'][K], K>
}[keyof E['attributes']]

const kinds: Readonly<Record<Kind, Field['kind'] | undefined>> = {
  text: 'text',
  keyword: 'keyword',
  flag: 'boolean',
  whole: 'number',
  moment: 'date',
  list: 'list',
  object: undefined,
}

/** What a search finds of the declared attributes, by their names in the version. */
export function searchFields<E extends Entity>(
  of: E,
  version: Version,
): Record<string, Field<AnyColumn<E>>> {
  const fields: Record<string, Field> = {}
  for (const { name, column, attribute } of declaredOf(of)) {
    const kind = kinds[attribute.kind]
    const { search = true } = attribute
    const options = Array.isArray(search) ? search[version] : search
    if (kind === undefined || options === false) continue
    fields[nameIn(version, name, attribute)] = {
      column,
      kind,
      ...(!attribute.nullable && kind !== 'list' && { required: true }),
      ...(options !== true && options),
    }
  }
  return fields as Record<string, Field<AnyColumn<E>>>
}
