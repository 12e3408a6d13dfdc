import type { AuditEntry } from '@assay/contract'
import { allOf, anyOf, isOneOf } from '../../../base/data/steps.ts'
import type { Condition, FilterValues, ListDeclaration } from '../../../shared/list/declaration.ts'
import { conditionOf, searchFilter } from '../../../shared/list/filters.ts'
import { actionsSaid } from './action-words.ts'

/** The audit trail: a new filter is one more entry here. */
export const auditList: ListDeclaration<AuditEntry> = {
  idOf: ({ id }) => String(id),
  pageSizes: [50],
  texts: { noMatch: 'audit.none' },
  filters: [
    searchFilter('audit.search', {
      query: ([wanted = '']) =>
        anyOf([
          ...['actor', 'action', 'objectType', 'objectId', 'address'].map((field) => ({
            _wildcard: { _field: field, _value: `*${wanted.trim()}*` },
          })),
          isOneOf('action', actionsSaid(wanted)),
        ]),
    }),
  ],
}

/** An organization is named where more than one may be seen; undefined finds all that may be seen. */
export const auditQuery = (
  values: FilterValues,
  organization: string | undefined,
): Condition | undefined =>
  allOf([organization !== undefined && { organization }, conditionOf(auditList.filters, values)])
