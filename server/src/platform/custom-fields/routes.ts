import { contract } from '@assay/contract'
import type { Route } from '../../http/route.ts'
import type { CallOfOne } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { bothVersions } from '../render/both-versions.ts'
import { createField, removeField, requireField, updateField } from './change.ts'
import { customFieldViews } from './views.ts'

export function customFieldRoutes(route: Route, deps: PlatformDeps): void {
  const both = bothVersions(route, deps.db, customFieldViews)
  const present = (call: CallOfOne) => requireField(deps.db, call)

  both(contract.createCustomField, contract.createCustomFieldV1, (call) => createField(deps, call))
  both(contract.getCustomField, contract.getCustomFieldV1, present)
  both(
    contract.updateCustomField,
    contract.updateCustomFieldV1,
    (call) => updateField(deps, call),
    present,
  )
  both(contract.deleteCustomField, contract.deleteCustomFieldV1, (call) => removeField(deps, call))
}
