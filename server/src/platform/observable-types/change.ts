import { badRequest, createError, notAllowed } from '../../domain/errors.ts'
import { countOwned } from '../../storage/rows/count-owned.ts'
import { newRow } from '../changes/entity-rows.ts'
import { actorOf, type Call, type CallOfOne, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { keptBy } from '../rows.ts'
import {
  deleteObservableType,
  insertObservableType,
  isTypeInUse,
  maxTypes,
  observableTypesOf,
  requireObservableType,
} from './store.ts'

export async function createType(
  deps: PlatformDeps,
  call: Call & { input: { name: string; isAttachment?: boolean } },
) {
  const { db, dialect } = deps
  const { caller, input } = call
  if (input.name.startsWith('~'))
    throw badRequest('Names must not start with ~, which is reserved for IDs')
  const organization = keptBy(caller)
  const known = await observableTypesOf(db, organization)
  if (known.has(input.name)) throw alreadyExists(input.name)
  if ((await countOwned(db, 'observable_types', organization)) >= maxTypes)
    throw badRequest(`Limit of ${maxTypes} types reached. Delete some first`)
  const added = write(deps, actorOf(call), async (w) => {
    const row = await insertObservableType(w.tx, {
      ...newRow(w),
      organization,
      name: input.name,
      is_attachment: input.isAttachment ? 1 : 0,
    })
    w.record({
      operation: 'create',
      objectType: 'observableType',
      objectId: row.id,
      details: { name: row.name, isAttachment: row.is_attachment === 1 },
    })
    return row
  })
  return await added.catch((error: unknown) => {
    throw dialect.isUniqueViolation(error) ? alreadyExists(input.name) : error
  })
}

export const removeType = (deps: PlatformDeps, call: CallOfOne) =>
  write(deps, actorOf(call), async (w) => {
    const { caller, params } = call
    const row = await requireObservableType(w.tx, keptBy(caller), params.id)
    // guard: server/test/platform/observable-types.test.ts
    if (row.organization !== keptBy(caller))
      throw notAllowed(`The type ${row.name} is global; only a superadmin can delete it`)
    // guard: server/test/platform/observable-types.test.ts
    if (await isTypeInUse(w.tx, row))
      throw badRequest(`The type ${row.name} cannot be deleted: observables use it`)
    await deleteObservableType(w.tx, row)
    w.record({
      operation: 'delete',
      objectType: 'observableType',
      objectId: row.id,
      details: { name: row.name },
    })
  })

const alreadyExists = (name: string) => createError(`ObservableType ${name} already exists`)
