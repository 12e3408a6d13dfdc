import type { CustomFieldType } from '../../../domain/response/custom-fields.ts'
import type { Entity, Version } from '../../../domain/response/query-entities.ts'
import type { Field } from '../../../storage/search.ts'
import type { AnyModel } from '../../../storage/search-model.ts'
import type { FieldDefinitions } from '../../render/v1.ts'
import { alertModel } from './alert.ts'
import { caseModel } from './case.ts'
import {
  caseTemplateModel,
  customFieldModel,
  observableTypeModel,
  tagModel,
  userModel,
} from './catalogue.ts'
import { observableModel } from './observable.ts'
import { logModel, taskModel } from './task.ts'
import { actionModel, jobModel } from './tracked.ts'

/** The entities as one version of the wire spells them, with the custom fields of one organization. */
export interface Models {
  of(entity: Entity): AnyModel
  /** `customFields.<name>`, for cases and alerts. */
  readonly customFields: Record<string, Field<'custom_fields'>>
}

const kinds = {
  string: 'keyword',
  integer: 'number',
  float: 'decimal',
  boolean: 'boolean',
  date: 'date',
} as const satisfies Record<CustomFieldType, Field['kind']>

export function modelsFor(version: Version, definitions: FieldDefinitions): Models {
  const made = new Map<Entity, AnyModel>()
  const models: Models = {
    customFields: Object.fromEntries(
      [...definitions.values()].map(({ name, type }) => [
        `customFields.${name}`,
        { column: 'custom_fields', kind: kinds[type], member: name },
      ]),
    ),
    of(entity) {
      const known = made.get(entity) ?? makers[entity](version, models)
      made.set(entity, known)
      return known
    },
  }
  return models
}

const makers: Record<Entity, (version: Version, models: Models) => AnyModel> = {
  alert: alertModel,
  case: caseModel,
  task: taskModel,
  log: logModel,
  observable: observableModel,
  action: actionModel,
  job: jobModel,
  caseTemplate: caseTemplateModel,
  customField: customFieldModel,
  observableType: observableTypeModel,
  tag: tagModel,
  user: userModel,
}
