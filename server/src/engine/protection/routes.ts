import { contract, maxProtectedValues, type ProtectedValue } from '@assay/contract'
import { type Caller, isSuperadmin } from '../../domain/caller.ts'
import { badRequest, conflict, notAllowed, notFound } from '../../domain/errors.ts'
import { type ProtectedEntry, readEntry } from '../../domain/protection/entries.ts'
import { protecting, targetProblem } from '../../domain/protection/match.ts'
import type { Route } from '../../http/route.ts'
import { auditNamed } from '../../identity/audit/named.ts'
import type { Db } from '../../storage/database.ts'
import type { EngineDeps } from '../deps.ts'
import {
  countProtected,
  entriesInEffect,
  findDisabling,
  findProtected,
  insertProtected,
  listedEntries,
  lockProtected,
  newProtectedId,
  type Owner,
  type ProtectedRow,
  removeProtected,
  updateProtected,
} from './store.ts'
import { publicSuffixes } from './suffixes.ts'

/** A superadmin protects for all, everyone else for their organization. */
const ownerOf = (caller: Caller): Owner => (isSuperadmin(caller) ? null : caller.organization)

const rowView = (row: ProtectedRow): ProtectedValue => ({
  id: row.id,
  kind: row.kind,
  value: row.value,
  note: row.note,
  scope: row.organization === null ? 'all' : 'organization',
  enabled: true,
  ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
  createdAt: row.created_at,
  createdBy: row.created_by,
})

const shippedView = (entry: ProtectedEntry & { readonly enabled: boolean }): ProtectedValue => ({
  id: entry.id,
  kind: entry.kind,
  value: entry.value,
  note: entry.note,
  scope: 'shipped',
  enabled: entry.enabled,
})

export function protectionRoutes(route: Route, deps: EngineDeps): void {
  const { db, clock, dialect } = deps
  const audited = auditNamed(clock, 'protectedValue')

  const listed = async (owner: Owner): Promise<ProtectedValue[]> => {
    const { shipped, rows } = await listedEntries(deps, owner)
    return [...shipped.map(shippedView), ...rows.map(rowView)]
  }

  const future = (expiresAt: number | null | undefined) => {
    // guard: server/test/engine/protected-values.test.ts
    if (typeof expiresAt === 'number' && expiresAt <= clock.now())
      throw badRequest('expiresAt is in the past. Choose a later time, or null for no end')
    return expiresAt
  }

  route(contract.listProtectedValues, ({ caller }) => listed(ownerOf(caller)))

  route(contract.createProtectedValue, async ({ caller, origin, input }) => {
    const owner = ownerOf(caller)
    const read = readEntry(input.kind, input.value)
    // guard: server/test/engine/protected-values.test.ts
    if ('problem' in read) throw badRequest(read.problem)
    const row: ProtectedRow = {
      id: newProtectedId(),
      organization: owner,
      kind: input.kind,
      value: read.value,
      note: input.note ?? '',
      disables: null,
      expires_at: future(input.expiresAt) ?? null,
      created_at: clock.now(),
      created_by: caller.login,
    }
    const save = db.transaction().execute(async (tx) => {
      await lockProtected(tx, deps, caller.organization)
      // guard: server/test/engine/protected-values.test.ts
      if ((await countProtected(tx, owner)) >= maxProtectedValues)
        throw badRequest(
          `Limit of ${maxProtectedValues.toLocaleString('en')} protected observables reached. Remove one first`,
        )
      await insertProtected(tx, row)
      await audited(tx, { caller, origin }, 'create', row.id, { kind: row.kind, value: row.value })
    })
    await save.catch((error: unknown) => {
      throw dialect.isUniqueViolation(error) ? conflict('protected observable', row.value) : error
    })
    return rowView(row)
  })

  route(contract.updateProtectedValue, async ({ caller, origin, params: { id }, input }) => {
    const owner = ownerOf(caller)
    const change = {
      ...(input.note === undefined ? {} : { note: input.note }),
      ...(input.expiresAt === undefined ? {} : { expires_at: future(input.expiresAt) ?? null }),
    }
    await db.transaction().execute(async (tx) => {
      await lockProtected(tx, deps, caller.organization)
      const shipped = (await listedEntries({ ...deps, db: tx }, owner)).shipped.find(
        (entry) => entry.id === id,
      )
      if (shipped) {
        // guard: server/test/engine/protected-values.test.ts
        if (input.enabled === undefined || Object.keys(change).length > 0)
          throw badRequest('Of an entry that comes with Assay only enabled can be changed')
        const disabling = await findDisabling(tx, owner, id)
        if (input.enabled) {
          // guard: server/test/engine/protected-values.test.ts
          if (!disabling && !shipped.enabled)
            throw notAllowed('Disabled for all organizations. Only a superadmin can enable it')
          if (disabling) await removeProtected(tx, disabling.id)
        } else if (!disabling) await insertProtected(tx, disabled(shipped, owner, caller))
        await audited(tx, { caller, origin }, input.enabled ? 'enable' : 'disable', id, {
          kind: shipped.kind,
          value: shipped.value,
        })
        return
      }
      const row = await own(tx, caller, id)
      // guard: server/test/engine/protected-values.test.ts
      if (input.enabled !== undefined)
        throw badRequest('Only entries that come with Assay can be disabled. Delete this one')
      if (Object.keys(change).length === 0) return
      await updateProtected(tx, row.id, change)
      await audited(tx, { caller, origin }, 'update', id, { ...change, value: row.value })
    })
    const found = (await listed(owner)).find((entry) => entry.id === id)
    if (!found) throw notFound('protected observable', id)
    return found
  })

  route(contract.deleteProtectedValue, ({ caller, origin, params: { id } }) =>
    db.transaction().execute(async (tx) => {
      const row = await own(tx, caller, id)
      await removeProtected(tx, row.id)
      const details = { kind: row.kind, value: row.value }
      await audited(tx, { caller, origin }, 'delete', id, details)
    }),
  )

  route(contract.checkProtectedValues, async ({ caller, input }) => {
    const entries = await entriesInEffect(deps, caller.organization)
    const views = new Map((await listed(caller.organization)).map((view) => [view.id, view]))
    const isSuffix = await publicSuffixes()
    return input.values.map((target) => {
      const problem = targetProblem(target)
      return {
        ...target,
        protectedBy: protecting(entries, target, isSuffix).flatMap(({ id }) => views.get(id) ?? []),
        ...(problem === undefined ? {} : { problem }),
      }
    })
  })

  async function own(tx: Db, caller: Caller, id: string): Promise<ProtectedRow> {
    const row = await findProtected(tx, ownerOf(caller), id)
    if (row) return row
    const { shipped, rows } = await listedEntries({ ...deps, db: tx }, ownerOf(caller))
    // guard: server/test/engine/protected-values.test.ts
    if (shipped.some((entry) => entry.id === id))
      throw badRequest('An entry that comes with Assay cannot be deleted. Disable it')
    // guard: server/test/engine/protected-values.test.ts
    if (rows.some((entry) => entry.id === id))
      throw notAllowed('This entry is for all organizations. Only a superadmin can change it')
    throw notFound('protected observable', id)
  }

  const disabled = (entry: ProtectedEntry, owner: Owner, { login }: Caller): ProtectedRow => ({
    id: newProtectedId(),
    organization: owner,
    kind: entry.kind,
    value: entry.value,
    note: '',
    disables: entry.id,
    expires_at: null,
    created_at: clock.now(),
    created_by: login,
  })
}
