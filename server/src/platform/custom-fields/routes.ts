import { contract, type Input } from '@assay/contract'
import { type Caller, isSuperadmin, type Origin } from '../../domain/caller.ts'
import { badRequest, conflict, notAllowed, notFound } from '../../domain/errors.ts'
import { type CustomFieldType, checkedOptions } from '../../domain/response/custom-fields.ts'
import { isEntityId } from '../../domain/response/entity-id.ts'
import type { Route } from '../../http/route.ts'
import type { Db } from '../../storage/database.ts'
import { actorOf, type Writing, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { type CustomFieldRow, wholePlatform } from '../rows.ts'
import {
  changeCustomField,
  countCustomFields,
  deleteCustomField,
  findCustomField,
  insertCustomField,
  maxCustomFields,
} from './store.ts'
import { customFieldV0, customFieldV1 } from './views.ts'

type NewField = Input<typeof contract.createCustomField>
type FieldChange = Input<typeof contract.updateCustomField>

/** Superadmin keeps the fields of the whole platform, everybody else those of their organization. */
const ownerOf = (caller: Caller) => (isSuperadmin(caller) ? wholePlatform : caller.organization)

export function customFieldRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps

  const create = (caller: Caller, origin: Origin, input: NewField) =>
    write(deps, actorOf(caller, origin), async (w) => {
      const owner = ownerOf(caller)
      const name = input.reference ?? input.name
      checkName(name)
      if ((await countCustomFields(w.tx, owner)) >= maxCustomFields)
        throw badRequest(`There are ${maxCustomFields} custom fields already; remove some first`)
      const row = await insertCustomField(w.tx, {
        id: w.newId(),
        organization: owner,
        name,
        display_name: input.displayName ?? input.name,
        description: input.description ?? '',
        type: input.type,
        mandatory: Number(input.mandatory ?? false),
        options: optionsText(input.type, input.options ?? []),
        created_at: w.now,
        created_by: w.actor.login,
        updated_at: null,
        updated_by: null,
      })
      if (!row) throw conflict('customField', name)
      tell(w, 'create', row)
      return row
    })

  const update = (caller: Caller, origin: Origin, id: string, input: FieldChange) =>
    write(deps, actorOf(caller, origin), async (w) => {
      const found = await requireOwnField(w.tx, caller, id)
      const { description, mandatory, options } = input
      const displayName = input.displayName ?? input.name
      const row = await changeCustomField(w.tx, found.organization, found.id, {
        updated_at: w.now,
        updated_by: w.actor.login,
        ...(displayName !== undefined && { display_name: displayName }),
        ...(description !== undefined && { description }),
        ...(mandatory !== undefined && { mandatory: Number(mandatory) }),
        ...(options !== undefined && { options: optionsText(found.type, options) }),
      })
      if (!row) throw notFound('CustomField', id)
      tell(w, 'update', row)
      return row
    })

  const remove = (caller: Caller, origin: Origin, id: string) =>
    write(deps, actorOf(caller, origin), async (w) => {
      const row = await requireOwnField(w.tx, caller, id)
      await deleteCustomField(w.tx, row.organization, row.id)
      tell(w, 'delete', row)
    })

  route(contract.createCustomField, async ({ caller, origin, input }) =>
    customFieldV0(await create(caller, origin, input)),
  )
  route(contract.createCustomFieldV1, async ({ caller, origin, input }) =>
    customFieldV1(await create(caller, origin, input)),
  )
  route(contract.getCustomField, async ({ caller, params }) =>
    customFieldV0(await requireField(db, caller, params.id)),
  )
  route(contract.getCustomFieldV1, async ({ caller, params }) =>
    customFieldV1(await requireField(db, caller, params.id)),
  )
  route(contract.updateCustomField, async ({ caller, origin, params, input, refuseChanges }) => {
    await refuseChanges(async () => customFieldV0(await requireField(db, caller, params.id)))
    return customFieldV0(await update(caller, origin, params.id, input))
  })
  route(contract.updateCustomFieldV1, async ({ caller, origin, params, input, refuseChanges }) => {
    await refuseChanges(async () => customFieldV1(await requireField(db, caller, params.id)))
    await update(caller, origin, params.id, input)
  })
  route(contract.deleteCustomField, ({ caller, origin, params }) =>
    remove(caller, origin, params.id),
  )
  route(contract.deleteCustomFieldV1, ({ caller, origin, params }) =>
    remove(caller, origin, params.id),
  )
}

async function requireField(db: Db, caller: Caller, idOrName: string): Promise<CustomFieldRow> {
  const row = await findCustomField(db, ownerOf(caller), idOrName)
  if (!row) throw notFound('CustomField', idOrName)
  return row
}

/** Everybody sees the fields of the platform; only superadmin changes them. */
async function requireOwnField(db: Db, caller: Caller, idOrName: string): Promise<CustomFieldRow> {
  const row = await requireField(db, caller, idOrName)
  if (row.organization !== ownerOf(caller))
    throw notAllowed(`${row.name} is a custom field of the whole platform; superadmin keeps it`)
  return row
}

/** Such a name would be taken for an id, or could not be a key of a JSON object. */
function checkName(name: string): void {
  if (isEntityId(name) || name === '__proto__' || name === '_search' || name === '_stats')
    throw badRequest(`A custom field cannot be called ${name}; choose another name`)
}

const optionsText = (type: CustomFieldType, options: readonly unknown[]) =>
  JSON.stringify(checkedOptions(type, options))

const tell = (w: Writing, operation: 'create' | 'update' | 'delete', row: CustomFieldRow) =>
  w.tell({
    operation,
    objectType: 'customField',
    objectId: row.id,
    details: { name: row.name, displayName: row.display_name, type: row.type },
  })
