import type { ApiLevel } from '../../domain/response/api-level.ts'
import type { Entity } from '../../domain/response/query-entities.ts'
import type { AnyModel } from '../../storage/search/model.ts'
import type { Field } from '../../storage/search/search.ts'

/**
 * The entities as one version of the wire spells them, with the custom fields of one organization.
 * A model asks it for its relatives, so entities need not import each other.
 */
export interface Models {
  of(entity: Entity): AnyModel
  readonly level: ApiLevel
  /** `customFields.<name>`, for cases and alerts. */
  readonly customFields: Record<string, Field<'custom_fields'>>
}
