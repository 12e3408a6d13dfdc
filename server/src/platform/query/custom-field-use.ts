import { type SqlBool, sql } from 'kysely'
import { type Caller, scopeOf as callersScope } from '../../domain/caller.ts'
import type { CustomFieldType } from '../../domain/response/custom-fields.ts'
import { every } from '../../storage/search/conditions.ts'
import { columnOf } from '../../storage/search/model.ts'
import { inScope } from '../../storage/search/rows.ts'
import { counted } from '../../storage/search/search.ts'
import type { PlatformDeps } from '../deps.ts'
import type { CustomFieldRow } from '../rows.ts'
import { ofWholePlatform } from './access.ts'
import { scopeOf } from './run.ts'

const kinds = {
  string: 'string',
  integer: 'number',
  float: 'number',
  date: 'number',
  boolean: 'boolean',
} as const satisfies Record<CustomFieldType, string>

/**
 * Only numbers, so superadmin, who sees no case, may ask for those of all organizations before a field is
 * removed.
 */
export async function customFieldUse(
  deps: PlatformDeps,
  caller: Caller,
  { name, type }: Pick<CustomFieldRow, 'name' | 'type'>,
) {
  const { dialect, models } = await scopeOf(deps, ofWholePlatform(caller), 0)
  const count = (entity: 'case' | 'alert' | 'caseTemplate') => {
    const model = models.of(entity)
    const values = columnOf(model.table, 'custom_fields')
    const value = dialect.memberValue(values, name, kinds[type])
    const where = every([
      inScope(model, callersScope(caller)),
      sql<SqlBool>`${values} <> '{}'`,
      sql<SqlBool>`${value} is not null`,
    ])
    return counted(deps.db, model, where, true)
  }
  const uses = {
    case: await count('case'),
    alert: await count('alert'),
    caseTemplate: await count('caseTemplate'),
  }
  return { ...uses, total: uses.case + uses.alert + uses.caseTemplate }
}
