import { contract, type ListInput, type Namespace } from '@assay/contract'
import type { Caller } from '../../domain/caller.ts'
import { type Listing, parseListing } from '../../domain/listing.ts'
import { eachAlone, mapBatches, mapRows, type Rows } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import { search } from '../../storage/search/search.ts'
import { jobModel } from '../analyses/model.ts'
import { analysisColumns } from '../analyses/store.ts'
import { analysisView } from '../analyses/views.ts'
import { withObservable } from '../analyses/with-observable.ts'
import type { PlatformDeps } from '../deps.ts'
import type { ObservableJobRow } from '../rows.ts'
import { modelsFor } from './models.ts'

interface Call {
  caller: Caller
  input: ListInput & { nparent?: number }
}

/** Here and not with the other calls of analyses: it may filter by the observable and its relatives. */
export function analysisSearchRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps
  const answer =
    (namespace: Namespace) =>
    async ({ caller, input }: Call) => {
      const found = await searchAnalyses(deps, caller.organization, parseListing(input))
      if (!input.nparent) return mapRows(found, (row) => analysisView(row, namespace))
      const withObservables = (rows: readonly ObservableJobRow[]) =>
        Promise.all(rows.map((row) => withObservable(db, namespace, row)))
      return { ...found, batches: mapBatches(eachAlone(found.batches), withObservables) }
    }
  route(contract.searchEngineAnalyses, answer('engine'))
  route(contract.searchCortexAnalyses, answer('cortex'))
}

/** Reports may be of 4 MB each: a list holds fewer rows than other lists do. */
const maxListed = 100

const searchAnalyses = (
  { db, dialect }: Pick<PlatformDeps, 'db' | 'dialect'>,
  organization: string,
  { criteria, range, sort }: Listing,
): Promise<Rows<ObservableJobRow>> =>
  search(
    db,
    dialect,
    // No custom field is a field of a job: their definitions need not be read.
    jobModel(0, modelsFor(0, new Map())),
    {
      columns: analysisColumns,
      criteria,
      range: { ...range, limit: Math.min(range.limit, maxListed) },
      sort,
    },
    organization,
  )
