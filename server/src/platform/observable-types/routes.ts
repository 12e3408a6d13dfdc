import { contract } from '@assay/contract'
import { type Caller, isSuperadmin } from '../../domain/caller.ts'
import { badRequest, createError, notAllowed } from '../../domain/errors.ts'
import type { Route } from '../../http/route.ts'
import { actorOf, type Call, type CallOfOne, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { bothVersions } from '../render/both-versions.ts'
import { wholePlatform } from '../rows.ts'
import {
  countObservableTypes,
  deleteObservableType,
  insertObservableType,
  isTypeInUse,
  maxTypes,
  observableTypesOf,
  requireObservableType,
} from './store.ts'
import { observableTypeV0, observableTypeV1, observableTypeViews } from './views.ts'

/** Superadmin keeps the types of the whole platform, everybody else those of their organization. */
const keptBy = (caller: Caller) => (isSuperadmin(caller) ? wholePlatform : caller.organization)

export function observableTypeRoutes(route: Route, deps: PlatformDeps): void {
  const { db, dialect } = deps

  const both = bothVersions(route, db, observableTypeViews)

  const list = async ({ caller }: Call) => [
    ...(await observableTypesOf(db, keptBy(caller))).values(),
  ]
  const get = ({ caller, params }: CallOfOne) =>
    requireObservableType(db, keptBy(caller), params.id)

  const create = async (call: Call & { input: { name: string; isAttachment?: boolean } }) => {
    const { caller, input } = call
    if (input.name.startsWith('~')) throw badRequest('A name does not start with ~: ids do')
    const organization = keptBy(caller)
    const known = await observableTypesOf(db, organization)
    if (known.has(input.name)) throw alreadyExists(input.name)
    if ((await countObservableTypes(db, organization)) >= maxTypes)
      throw badRequest(`There are ${maxTypes} types already; remove some first`)
    const added = write(deps, actorOf(call), async (w) => {
      const row = await insertObservableType(w.tx, {
        id: w.newId(),
        organization,
        name: input.name,
        is_attachment: input.isAttachment ? 1 : 0,
        created_at: w.now,
        created_by: w.actor.login,
        updated_at: null,
        updated_by: null,
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

  const remove = (call: CallOfOne) =>
    write(deps, actorOf(call), async (w) => {
      const { caller, params } = call
      const row = await requireObservableType(w.tx, keptBy(caller), params.id)
      if (row.organization !== keptBy(caller))
        throw notAllowed(`The type ${row.name} is the whole platform's; superadmin may remove it`)
      if (await isTypeInUse(w.tx, row))
        throw badRequest(`The type ${row.name} cannot be removed: there are observables of it`)
      await deleteObservableType(w.tx, row)
      w.record({
        operation: 'delete',
        objectType: 'observableType',
        objectId: row.id,
        details: { name: row.name },
      })
    })

  route(contract.listObservableTypes, async (call) => (await list(call)).map(observableTypeV0))
  route(contract.listObservableTypesV1, async (call) => (await list(call)).map(observableTypeV1))
  both(contract.getObservableType, contract.getObservableTypeV1, get)
  both(contract.createObservableType, contract.createObservableTypeV1, create)
  both(contract.deleteObservableType, contract.deleteObservableTypeV1, remove)
}

const alreadyExists = (name: string) => createError(`ObservableType ${name} already exists`)
