import { randomBytes } from 'node:crypto'
import { type AnalyzerSet, contract, maxAnalyzerSets } from '@assay/contract'
import { badRequest, conflict, notFound } from '../../domain/errors.ts'
import type { Route } from '../../http/route.ts'
import { auditNamed } from '../../identity/audit/named.ts'
import type { Db } from '../../storage/database.ts'
import { type AnalyzerSetRow, analyzerSetsOf, chosenBy } from '../../storage/rows/analyzer-sets.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { EngineDeps } from '../deps.ts'

const view = (row: AnalyzerSetRow): AnalyzerSet => {
  const { analyzers, dataTypes } = chosenBy(row)
  return {
    id: row.id,
    name: row.name,
    analyzers: [...analyzers],
    dataTypes: [...dataTypes],
    createdAt: row.created_at,
    createdBy: row.created_by,
    ...(row.updated_at !== null && { updatedAt: row.updated_at }),
    ...(row.updated_by !== null && { updatedBy: row.updated_by }),
  }
}

const asList = (names: readonly string[]) => JSON.stringify([...new Set(names)])

/** Analyzers under a name. That one of them is not enabled is no mistake: it may be again. */
export function analyzerSetRoutes(route: Route, { db, dialect, clock }: EngineDeps): void {
  const audited = auditNamed(clock, 'analyzerSet')

  const once = async <T>(name: string, save: () => Promise<T>): Promise<T> => {
    try {
      return await save()
    } catch (error) {
      throw dialect.isUniqueViolation(error) ? conflict('analyzer set', name) : error
    }
  }
  const find = async (tx: Db, organization: string, id: string) => {
    const row = await dialect
      .lockRow(tx.selectFrom('analyzer_sets').selectAll().where(ownedRow(organization, id)))
      .executeTakeFirst()
    if (!row) throw notFound('analyzer set', id)
    return row
  }

  route(contract.listAnalyzerSets, async ({ caller }) =>
    (await analyzerSetsOf(db, caller.organization)).map(view),
  )

  route(contract.createAnalyzerSet, async ({ caller, origin, input }) => {
    const { organization, login } = caller
    const row: AnalyzerSetRow = {
      id: randomBytes(9).toString('base64url'),
      organization,
      name: input.name.trim(),
      analyzers: asList(input.analyzers),
      data_types: asList(input.dataTypes ?? []),
      created_at: clock.now(),
      created_by: login,
      updated_at: null,
      updated_by: null,
    }
    await once(row.name, () =>
      db.transaction().execute(async (tx) => {
        // Two calls at once must not pass the limit together.
        await dialect
          .lockRow(tx.selectFrom('organizations').select('name').where('name', '=', organization))
          .executeTakeFirst()
        const { count } = await tx
          .selectFrom('analyzer_sets')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('organization', '=', organization)
          .executeTakeFirstOrThrow()
        // guard: server/test/engine/analyzer-sets.test.ts
        if (Number(count) >= maxAnalyzerSets)
          throw badRequest(`Limit of ${maxAnalyzerSets} analyzer sets reached. Delete one first`)
        await tx.insertInto('analyzer_sets').values(row).execute()
        await audited(tx, { caller, origin }, 'create', row.id, shown(row))
      }),
    )
    return view(row)
  })

  route(contract.updateAnalyzerSet, async ({ caller, origin, params: { id }, input }) => {
    const { organization, login } = caller
    const { name, analyzers, dataTypes } = input
    const change = {
      ...(name !== undefined && { name: name.trim() }),
      ...(analyzers !== undefined && { analyzers: asList(analyzers) }),
      ...(dataTypes !== undefined && { data_types: asList(dataTypes) }),
    }
    return await once(change.name ?? '', () =>
      db.transaction().execute(async (tx) => {
        const before = await find(tx, organization, id)
        if (Object.keys(change).length === 0) return view(before)
        const changed = { ...change, updated_at: clock.now(), updated_by: login }
        const after = { ...before, ...changed }
        await tx
          .updateTable('analyzer_sets')
          .set(changed)
          .where(ownedRow(organization, id))
          .execute()
        await audited(tx, { caller, origin }, 'update', id, shown(after))
        return view(after)
      }),
    )
  })

  route(contract.deleteAnalyzerSet, ({ caller, origin, params: { id } }) =>
    db.transaction().execute(async (tx) => {
      const { organization } = caller
      const { name } = await find(tx, organization, id)
      await tx.deleteFrom('analyzer_sets').where(ownedRow(organization, id)).execute()
      await audited(tx, { caller, origin }, 'delete', id, { name })
    }),
  )
}

const shown = (row: AnalyzerSetRow) => ({ name: row.name, ...chosenBy(row) })
