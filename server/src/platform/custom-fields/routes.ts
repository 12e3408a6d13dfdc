import { contract } from '@assay/contract'
import type { Caller } from '../../domain/caller.ts'
import { badRequest } from '../../domain/errors.ts'
import type { Route } from '../../http/route.ts'
import type { CallOfOne } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { bothVersions } from '../render/both-versions.ts'
import type { CustomFieldRow } from '../rows.ts'
import { createField, type FieldChange, removeField, requireField, updateField } from './change.ts'
import { customFieldViews } from './views.ts'

/** How many objects have a value, of those that the caller answers for. */
export type FieldUse = (
  caller: Caller,
  field: CustomFieldRow,
) => Promise<{ readonly total: number }>

export function customFieldRoutes(route: Route, deps: PlatformDeps, useOf: FieldUse): void {
  const both = bothVersions(route, deps.db, customFieldViews)
  const present = (call: CallOfOne) => requireField(deps.db, call)

  /** Values of one type cannot be read as those of another. */
  async function refuseUsedType(call: CallOfOne & { input: FieldChange }) {
    const type = 'type' in call.input ? call.input.type : undefined
    if (type === undefined) return
    const field = await present(call)
    if (type === field.type) return
    const { total } = await useOf(call.caller, field)
    // guard: server/test/platform/custom-fields.test.ts
    if (total > 0)
      throw badRequest(
        `The type of custom field ${field.name} is fixed: ${total} objects have a value. Define another field`,
      )
  }

  both(contract.createCustomField, contract.createCustomFieldV1, (call) => createField(deps, call))
  both(contract.getCustomField, contract.getCustomFieldV1, present)
  both(
    contract.updateCustomField,
    contract.updateCustomFieldV1,
    async (call) => {
      await refuseUsedType(call)
      return updateField(deps, call)
    },
    present,
  )
  both(contract.deleteCustomField, contract.deleteCustomFieldV1, (call) => removeField(deps, call))
}
