import type { FilterSubject } from '../../domain/response/filter.ts'
import type { FieldRule } from '../../domain/response/filter-values.ts'
import {
  type Entity,
  labels,
  type Version,
  withPlainIds,
} from '../../domain/response/query-entities.ts'
import { entityNamed } from '../../domain/response/relatives.ts'
import { type AnyModel, fieldOf } from '../../storage/search/model.ts'
import type { Models } from '../models/models.ts'
import type { FieldDefinitions } from '../render/definitions.ts'

export function subjectOf(
  entity: Entity,
  version: Version,
  models: Models,
  definitions: FieldDefinitions,
): FilterSubject {
  const model = models.of(entity)
  // Only version 0 asks for relatives; version 1 has steps for it.
  const named = (relations: object | undefined) =>
    version === 0 ? Object.keys(relations ?? {}) : []
  const relative = (type: string) =>
    subjectOf(entityNamed(type) ?? entity, version, models, definitions)
  return {
    label: labels[entity],
    field: (name) => ruleOf(model, nameIn(model, name, definitions)),
    hasPlainId: withPlainIds.has(entity),
    parents: named(model.parents),
    children: named(model.children),
    parent: relative,
    child: relative,
  }
}

const ruleOf = (model: AnyModel, name: string): FieldRule | undefined => {
  const field = fieldOf(model, name)
  return field && { name, kind: field.kind, ...(field.values && { values: field.values }) }
}

const custom = 'customFields.'

/**
 * `customFields.<name>`, by `~id` too; a type after it is ignored, unless a name is exactly that.
 */
const nameIn = (model: AnyModel, name: string, definitions: FieldDefinitions): string => {
  if (!name.startsWith(custom) || fieldOf(model, name)) return name
  const path = name.slice(custom.length)
  const end = path.lastIndexOf('.')
  for (const part of end < 0 ? [path] : [path, path.slice(0, end)]) {
    const found = definitions.get(part) ?? definitionById(definitions, part)
    if (found) return custom + found.name
  }
  return name
}

const definitionById = (definitions: FieldDefinitions, id: string) =>
  id.startsWith('~') ? [...definitions.values()].find((field) => field.id === id) : undefined
