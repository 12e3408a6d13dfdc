import type { ApiLevel } from '../../domain/response/api-level.ts'
import type { CustomFieldType } from '../../domain/response/custom-fields.ts'
import type { Entity, Version } from '../../domain/response/query-entities.ts'
import type { AnyModel } from '../../storage/search/model.ts'
import type { Field } from '../../storage/search/search.ts'
import { actionModel } from '../actions/model.ts'
import { alertModel } from '../alerts/model.ts'
import { jobModel } from '../analyses/model.ts'
import { analyzerTemplateModel } from '../analyzer-templates/model.ts'
import { attachmentModel } from '../attachments/model.ts'
import { auditModel } from '../audit/model.ts'
import { caseTemplateModel } from '../case-templates/model.ts'
import { caseModel } from '../cases/model.ts'
import { commentModel } from '../comments/model.ts'
import { customFieldModel } from '../custom-fields/model.ts'
import { dashboardModel } from '../dashboards/model.ts'
import type { Models } from '../models/models.ts'
import { observableTypeModel } from '../observable-types/model.ts'
import { observableModel } from '../observables/model.ts'
import { organizationModel } from '../organizations/model.ts'
import { pageModel, pageTemplateModel } from '../pages/model.ts'
import { patternModel } from '../patterns/model.ts'
import { procedureModel } from '../procedures/model.ts'
import { profileModel } from '../profiles/model.ts'
import type { FieldDefinitions } from '../render/definitions.ts'
import { alertStatusModel, caseStatusModel } from '../statuses/model.ts'
import { tagModel } from '../tags/model.ts'
import { logModel, taskModel } from '../tasks/model.ts'
import { userModel } from '../users/model.ts'

const kinds = {
  string: 'keyword',
  integer: 'number',
  float: 'decimal',
  boolean: 'boolean',
  date: 'date',
} as const satisfies Record<CustomFieldType, Field['kind']>

export function modelsFor(
  version: Version,
  definitions: FieldDefinitions,
  level: ApiLevel = 4,
): Models {
  const made = new Map<Entity, AnyModel>()
  const models: Models = {
    level,
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
  comment: commentModel,
  attachment: attachmentModel,
  pattern: patternModel,
  procedure: procedureModel,
  page: pageModel,
  pageTemplate: pageTemplateModel,
  analyzerTemplate: analyzerTemplateModel,
  dashboard: dashboardModel,
  caseStatus: caseStatusModel,
  alertStatus: alertStatusModel,
  action: actionModel,
  job: jobModel,
  caseTemplate: caseTemplateModel,
  customField: customFieldModel,
  observableType: observableTypeModel,
  tag: tagModel,
  user: userModel,
  organisation: organizationModel,
  profile: profileModel,
  audit: auditModel,
}
