import { type TProperties, Type } from 'typebox'
import { AnyObject } from '../values.ts'
import { Tags } from './values.ts'

/**
 * `{ name: value }`, `{ name: { type: value, order } }` or `[{ name, value, order }]`. As a union of two
 * it is not an object to the HTTP layer, which therefore leaves `customFields.<name>` as it is sent: the
 * whole replaces, one name touches one field.
 */
export const CustomFieldsForm = Type.Union(
  [AnyObject, Type.Array(AnyObject, { maxItems: 1_000 })],
  { description: 'Values by name, or a list of name, value and order' },
)

/** More names of the custom fields of a new entity. */
export const alsoCustomFields = {
  customFieldValues: Type.Optional(CustomFieldsForm),
  customFieldValue: Type.Optional(CustomFieldsForm),
}

/** Tags that a change adds and removes; the others stay. */
export const changedTags = { addTags: Type.Optional(Tags), removeTags: Type.Optional(Tags) }

/** With attributes `customFields.<name>`, each of which sets one field. */
export const withDottedFields = <P extends TProperties>(properties: P) =>
  Type.Object(properties, {
    additionalProperties: false,
    patternProperties: { '^customFields\\.': {} },
  })

export const Ids = Type.Array(Type.String({ minLength: 1, maxLength: 520 }), {
  minItems: 1,
  maxItems: 1_000,
})
