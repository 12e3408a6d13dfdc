import type { Criteria } from './criteria-tree.ts'

/**
 * Whether a search reads only fields that pass the test: knowing these tells whether the row is
 * found. A bare term reads all fields, a relation other tables.
 */
export function looksOnlyAt(criteria: Criteria, isAllowed: (field: string) => boolean): boolean {
  switch (criteria.kind) {
    case 'all':
    case 'none':
    case 'type':
      return true
    case 'and':
    case 'or':
      return criteria.of.every((part) => looksOnlyAt(part, isAllowed))
    case 'not':
      return looksOnlyAt(criteria.of, isAllowed)
    case 'equals':
    case 'in':
    case 'range':
    case 'exists':
    case 'like':
    case 'part':
    case 'wildcard':
      return isAllowed(criteria.field)
    case 'anywhere':
    case 'anywhere-wildcard':
    case 'parent':
    case 'child':
      return false
  }
}
