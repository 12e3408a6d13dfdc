import type { Criteria } from './criteria-tree.ts'

/**
 * Whether a search looks at nothing of a row but fields that pass the test: whoever knows these
 * knows whether the row is found. A bare term looks at all fields, a relation at other tables.
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
