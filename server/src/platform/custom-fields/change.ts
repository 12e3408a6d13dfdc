import type { contract, Input } from '@assay/contract'
import { badRequest, conflict, notAllowed, notFound } from '../../domain/errors.ts'
import { type CustomFieldType, checkedOptions } from '../../domain/response/custom-fields.ts'
import { isEntityId } from '../../domain/response/entity-id.ts'
import type { Db } from '../../storage/database.ts'
import { countOwned } from '../../storage/rows/count-owned.ts'
import { newRow } from '../changes/entity-rows.ts'
import { recordRows } from '../changes/record-rows.ts'
import { actorOf, type Call, type CallOfOne, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { maxCustomFields } from '../render/definitions.ts'
import { type CustomFieldRow, keptBy } from '../rows.ts'
import {
  changeCustomField,
  deleteCustomField,
  findCustomField,
  insertCustomField,
} from './store.ts'

export type NewField = Input<typeof contract.createCustomField>
export type FieldChange =
  | Input<typeof contract.updateCustomField>
  | Input<typeof contract.updateCustomFieldV1>

export const createField = (deps: PlatformDeps, call: Call & { input: NewField }) =>
  write(deps, actorOf(call), async (w) => {
    const { input } = call
    const owner = keptBy(call.caller)
    const name = input.reference ?? input.name
    checkName(name)
    if ((await countOwned(w.tx, 'custom_fields', owner)) >= maxCustomFields)
      throw badRequest(`Limit of ${maxCustomFields} custom fields reached. Delete some first`)
    const row = await insertCustomField(w.tx, {
      ...newRow(w),
      organization: owner,
      name,
      display_name: input.displayName ?? input.name,
      description: input.description ?? '',
      type: input.type,
      mandatory: Number(input.mandatory ?? false),
      options: optionsText(input.type, input.options ?? []),
    })
    if (!row) throw conflict('customField', name)
    record(w, 'create', row)
    return row
  })

export const updateField = (deps: PlatformDeps, call: CallOfOne & { input: FieldChange }) =>
  write(deps, actorOf(call), async (w) => {
    const { input } = call
    const found = await requireOwnField(w.tx, call)
    const { description, mandatory, options } = input
    const type = 'type' in input ? (input.type ?? found.type) : found.type
    const displayName = input.displayName ?? ('name' in input ? input.name : undefined)
    const row = await changeCustomField(w.tx, found.organization, found.id, {
      updated_at: w.now,
      updated_by: w.actor.login,
      ...(displayName !== undefined && { display_name: displayName }),
      ...(description !== undefined && { description }),
      ...(mandatory !== undefined && { mandatory: Number(mandatory) }),
      ...(type !== found.type && { type, options: optionsText(type, options ?? []) }),
      ...(options !== undefined && { options: optionsText(type, options) }),
    })
    if (!row) throw notFound('CustomField', call.params.id)
    record(w, 'update', row)
    return row
  })

export const removeField = (deps: PlatformDeps, call: CallOfOne) =>
  write(deps, actorOf(call), async (w) => {
    const row = await requireOwnField(w.tx, call)
    await deleteCustomField(w.tx, row.organization, row.id)
    record(w, 'delete', row)
  })

export async function requireField(db: Db, { caller, params }: CallOfOne): Promise<CustomFieldRow> {
  const row = await findCustomField(db, keptBy(caller), params.id)
  if (!row) throw notFound('CustomField', params.id)
  return row
}

/** All users see the fields of the platform; only superadmin changes them. */
async function requireOwnField(db: Db, call: CallOfOne): Promise<CustomFieldRow> {
  const row = await requireField(db, call)
  // guard: server/test/platform/custom-fields.test.ts
  if (row.organization !== keptBy(call.caller))
    throw notAllowed(`Custom field ${row.name} is global; only a superadmin can change it`)
  return row
}

/** Such a name would be taken for an id, or could not be a key of a JSON object. */
function checkName(name: string): void {
  // guard: server/test/platform/custom-fields.test.ts
  if (isEntityId(name) || name === '__proto__' || name === '_search' || name === '_stats')
    throw badRequest(`The custom field name ${name} is reserved. Choose another`)
}

const optionsText = (type: CustomFieldType, options: readonly unknown[]) =>
  JSON.stringify(checkedOptions(type, options))

const record = recordRows<CustomFieldRow>('customField', (row) => ({
  details: { name: row.name, displayName: row.display_name, type: row.type },
}))
