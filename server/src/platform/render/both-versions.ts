import type { AnyEndpoint, Output } from '@assay/contract'
import type { Caller } from '../../domain/caller.ts'
import { type ApiLevel, apiLevel } from '../../domain/response/api-level.ts'
import type { Context, Handler, Route } from '../../http/route.ts'
import type { Db } from '../../storage/database.ts'
import { customFieldsOf } from './definitions.ts'
import type { View, ViewContext, Views } from './views.ts'

/** The view of an entity must be what the endpoint promises, unless it answers nothing. */
type Shows<E extends AnyEndpoint, V> = E['answer'] extends 'empty'
  ? E
  : V extends Output<E>
    ? E
    : never
type IsEmpty<E extends AnyEndpoint> = E['answer'] extends 'empty' ? true : false
type Result<E0 extends AnyEndpoint, E1 extends AnyEndpoint, R> = [
  IsEmpty<E0>,
  IsEmpty<E1>,
] extends [true, true]
  ? unknown
  : R

/**
 * Registers one call in both versions of the API. `handle` answers the row; each version shows it
 * in its view, or not at all where its endpoint answers nothing. `present` is for endpoints with
 * `fixedAttributes`: the row that they are compared with.
 */
export type RegisterBoth<R, V0, V1> = <E0 extends AnyEndpoint, E1 extends AnyEndpoint>(
  v0: E0 & Shows<E0, V0>,
  v1: E1 & Shows<E1, V1>,
  handle: (call: Context<E0> | Context<E1>) => Promise<Result<E0, E1, R>>,
  present?: (call: Context<E0> | Context<E1>) => Promise<R>,
) => void

export function bothVersions<R, V0, V1>(
  route: Route,
  db: Db,
  views: Views<R, V0, V1>,
  platformLevel = 4,
): RegisterBoth<R, V0, V1> {
  return (v0, v1, handle, present) => {
    register(v0, views.v0)
    register(v1, views.v1)

    function register<E extends AnyEndpoint, V>(endpoint: E, view: View<R, V>) {
      const handler = async (call: Context<AnyEndpoint>) => {
        const caller = call.caller as Caller
        const level = apiLevel(platformLevel, caller)
        const show = (row: R) => showOne(view, row, viewContext(db, caller.organization, level))
        // Both contexts have the parameters and the input that `handle` asks for.
        const context = call as Parameters<typeof handle>[0]
        if (present)
          await call.refuseChanges(async () => (await show(await present(context))) as object)
        const result = await handle(context)
        return endpoint.answer === 'empty' ? undefined : await show(result as R)
      }
      // `Shows` has compared the view with the output of the endpoint.
      route(endpoint, handler as unknown as Handler<NoInfer<E>>)
    }
  }
}

export const viewContext = (db: Db, organization: string, level: ApiLevel = 4): ViewContext => ({
  db,
  organization,
  level,
  definitions: () => customFieldsOf(db, organization),
})

export async function showOne<R, V>(view: View<R, V>, row: R, context: ViewContext): Promise<V> {
  const [shown] = await view([row], context)
  return shown as V
}
