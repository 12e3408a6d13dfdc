import type { ListInput } from '@assay/contract'
import { type Criteria, parseCriteria } from './criteria.ts'
import { type Page, parseRange, parseSort, type Sort } from './page.ts'

export interface Listing {
  readonly criteria: Criteria
  readonly range: Page
  readonly sort: Sort[]
}

/** What every list and search takes, read once. */
export const parseListing = ({ query, range, sort }: ListInput): Listing => ({
  criteria: parseCriteria(query),
  range: parseRange(range),
  sort: parseSort(typeof sort === 'string' ? [sort] : sort),
})
