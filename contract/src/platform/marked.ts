import { type TProperties, Type } from 'typebox'
import { AnyObject, orNull } from '../values.ts'
import { Description, Pap, Severity, Tags, Title, Tlp } from './values.ts'

/** In a change, null means "clear". */

/**
 * `{ name: value }`, `{ name: { type: value, order } }` or `[{ name, value, order }]`. As a union of two
 * it is not an object to the HTTP layer, which therefore leaves `customFields.<name>` as it is sent: the
 * whole replaces, one name touches one field.
 */
export const CustomFieldsForm = Type.Union(
  [AnyObject, Type.Array(AnyObject, { maxItems: 1_000 })],
  { description: 'Values by name, or a list of name, value and order' },
)

/** What the creator of a case or an alert says about it. */
export const newMarks = {
  title: Title,
  description: Description,
  severity: Type.Optional(Severity),
  tags: Type.Optional(Tags),
  flag: Type.Optional(Type.Boolean()),
  tlp: Type.Optional(Tlp),
  pap: Type.Optional(Pap),
  customFields: Type.Optional(CustomFieldsForm),
  customFieldValues: Type.Optional(CustomFieldsForm),
  customFieldValue: Type.Optional(CustomFieldsForm),
}

export const changedMarks = {
  title: Type.Optional(Title),
  description: Type.Optional(Description),
  severity: Type.Optional(Severity),
  tags: Type.Optional(Tags),
  addTags: Type.Optional(Tags),
  removeTags: Type.Optional(Tags),
  flag: Type.Optional(Type.Boolean()),
  tlp: Type.Optional(Tlp),
  pap: Type.Optional(Pap),
  customFields: Type.Optional(orNull(CustomFieldsForm)),
}

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
