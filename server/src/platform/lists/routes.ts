import { contract, type Input } from '@assay/contract'
import type { Caller } from '../../domain/caller.ts'
import { badRequest, notFound } from '../../domain/errors.ts'
import { isEntityId } from '../../domain/response/entity-id.ts'
import { asStored } from '../../http/answer-forms.ts'
import type { Route } from '../../http/route.ts'
import type { Call, CallOfOne } from '../changes/write.ts'
import {
  createField,
  type FieldChange,
  removeField,
  requireField,
  updateField,
} from '../custom-fields/change.ts'
import { findCustomField } from '../custom-fields/store.ts'
import { customFieldV0 } from '../custom-fields/views.ts'
import type { PlatformDeps } from '../deps.ts'
import { createType, removeType } from '../observable-types/change.ts'
import { observableTypesOf } from '../observable-types/store.ts'
import { customFieldsOf } from '../render/definitions.ts'
import { keptBy } from '../rows.ts'

type Value = Input<typeof contract.addToList>['value']

/** One list of the older API: how it is read, and what an addition means. */
interface List {
  items(caller: Caller): Promise<Record<string, unknown>>
  has(caller: Caller, key: string | undefined, value: unknown): Promise<boolean>
  add(call: Call, value: Value): Promise<{ id: string }>
}

export function listRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps

  const fieldsOf = async (caller: Caller) =>
    [...(await customFieldsOf(db, keptBy(caller))).values()].map(customFieldV0)
  const typesOf = async (caller: Caller) => [
    ...(await observableTypesOf(db, keptBy(caller))).values(),
  ]

  const lists: Readonly<Record<string, List>> = {
    custom_fields: {
      items: async (caller) =>
        Object.fromEntries((await fieldsOf(caller)).map((field) => [field.id, field])),
      has: async (caller, key = 'reference', value) =>
        (await fieldsOf(caller)).some((field) =>
          Object.entries(field).some(([name, shown]) => name === key && shown === value),
        ),
      add(call, value) {
        if (typeof value === 'string')
          throw badRequest('value must be an object with name and type')
        const type = value.type === 'number' ? 'integer' : value.type
        return createField(deps, withInput(call, { ...value, type }))
      },
    },
    list_artifactDataType: {
      items: async (caller) =>
        Object.fromEntries((await typesOf(caller)).map(({ id, name }) => [id, name])),
      has: async (caller, _key, value) =>
        (await typesOf(caller)).some(({ name }) => name === value),
      add(call, value) {
        if (typeof value !== 'string')
          throw badRequest('value must be the name of an observable type')
        return createType(deps, withInput(call, { name: value }))
      },
    },
  }
  const find = (name: string) => (Object.hasOwn(lists, name) ? lists[name] : undefined)

  route(contract.getListNames, async () => Object.keys(lists))
  route(contract.getList, async ({ caller, params }) => find(params.name)?.items(caller) ?? {})
  route(contract.isInList, async ({ caller, params, input }) => ({
    found: (await find(params.name)?.has(caller, input.key, input.value)) ?? false,
  }))

  route(contract.addToList, async (call) => {
    const list = find(call.params.name)
    if (!list) throw notFound('list', call.params.name)
    return asJson((await list.add(call, call.input.value)).id)
  })

  route(contract.updateInList, async (call) => {
    if (!(await isField(call))) throw notFound('custom field', call.params.id)
    const present = customFieldV0(await requireField(db, call))
    const input = changeOf(present, call.input.value)
    const row = await updateField(deps, { ...withInput(call, input), params: call.params })
    return asJson(row.id)
  })

  route(contract.deleteFromList, async (call) => {
    // By id alone: a name may be that of a field and of a type.
    if (!isEntityId(call.params.id)) throw notFound('item', call.params.id)
    if (await isField(call)) await removeField(deps, call)
    else await removeType(deps, call)
  })

  const isField = async ({ caller, params }: CallOfOne) =>
    (await findCustomField(db, keptBy(caller), params.id)) !== undefined
}

/** Named one by one: what a call is handed cannot be spread. */
const withInput = <I>({ caller, origin }: Call, input: I) => ({ caller, origin, input })

/** A text by itself would be sent without quotes. */
const asJson = (id: string) => asStored<string>(JSON.stringify(id))

/** Clients send the whole item; type and reference may be in it, as they are. */
function changeOf(
  present: { type: string; reference: string },
  value: Record<string, unknown>,
): FieldChange {
  for (const name of ['type', 'reference'] as const)
    if (value[name] !== undefined && value[name] !== present[name])
      throw badRequest(`value.${name} must stay ${present[name]}: existing values depend on it`)
  return {
    ...text('name', value.name),
    ...text('description', value.description),
    ...(value.options !== undefined && { options: optionsOf(value.options) }),
  }
}

function text<K extends string>(name: K, value: unknown): { [N in K]?: string } {
  if (value === undefined) return {}
  if (typeof value !== 'string' || value === '' || value.length > 256)
    throw badRequest(`value.${name} must be a string of 1 to 256 characters`)
  return { [name]: value } as { [N in K]: string }
}

function optionsOf(value: unknown): NonNullable<FieldChange['options']> {
  if (!Array.isArray(value) || value.length > 1_000)
    throw badRequest('value.options must be a list of at most 1000 values')
  return value
}
