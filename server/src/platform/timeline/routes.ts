import { type CustomEventV1, contract } from '@assay/contract'
import { customEvent } from '@assay/contract/entities'
import { parseRange } from '../../domain/page.ts'
import { rowsInMemory } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import { actorOf, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { attributesView } from '../entity/views.ts'
import { requireCase } from '../parents/case.ts'
import { keysV1 } from '../render/parts.ts'
import type { CustomEventRow } from '../rows.ts'
import { createEvent, removeEvent, updateEvent } from './change.ts'
import { timelineOf } from './read.ts'
import { customEventRows } from './store.ts'
import { storyOf } from './story.ts'

const attributesV1 = attributesView(customEvent, 1)

const customEventV1 = (row: CustomEventRow): CustomEventV1 => ({
  ...keysV1(row),
  ...attributesV1(row),
  extraData: {},
})

export function timelineRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps

  route(contract.getTimeline, async ({ caller: { organization }, params }) => {
    const row = await requireCase(db, organization, params.id)
    return { events: await timelineOf(db, organization, row) }
  })
  route(contract.listTimeline, async ({ caller: { organization }, params, input }) => {
    const row = await requireCase(db, organization, params.id)
    const story = await storyOf(db, organization, row)
    const { offset, limit } = parseRange(input.range)
    return rowsInMemory(story.slice(offset, offset + limit), story.length)
  })
  route(contract.createCustomEvent, async (call) =>
    customEventV1(
      await write(deps, actorOf(call), async (w) =>
        createEvent(w, await requireCase(w.tx, w.organization, call.params.id), call.input),
      ),
    ),
  )
  route(contract.getCustomEvent, async ({ caller, params }) =>
    customEventV1(await customEventRows.require(db, caller.organization, params.id)),
  )
  route(contract.updateCustomEvent, (call) =>
    write(deps, actorOf(call), (w) => updateEvent(w, call.params.id, call.input)),
  )
  route(contract.deleteCustomEvent, (call) =>
    write(deps, actorOf(call), async (w) =>
      removeEvent(w, await customEventRows.require(w.tx, w.organization, call.params.id)),
    ),
  )
}
