import { contract } from '@assay/contract'
import type { Route } from '../../http/route.ts'
import { actorOf, type Call, type Writing, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { requireCase } from '../parents/case.ts'
import {
  createPage,
  createPageTemplate,
  removePage,
  removePageTemplate,
  updatePage,
  updatePageTemplate,
} from './change.ts'
import { pageTemplateRows, requirePage } from './store.ts'
import { pageTemplateV1, pageV0, pageV1 } from './views.ts'

export function pageRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps
  const change = <T>(call: Call, work: (w: Writing) => Promise<T>) =>
    write(deps, actorOf(call), work)
  const ofCase = async (w: Writing, { id, pageId }: { id: string; pageId: string }) => {
    const owner = await requireCase(w.tx, w.organization, id)
    return requirePage(w.tx, w.organization, owner.id, pageId)
  }

  route(contract.createCasePage, async (call) =>
    pageV1(
      await change(call, async (w) => {
        const { id } = await requireCase(w.tx, w.organization, call.params.id)
        return createPage(w, id, call.input)
      }),
    ),
  )
  route(contract.updateCasePage, async (call) => {
    await call.refuseChanges(async () => {
      const { organization } = call.caller
      const owner = await requireCase(db, organization, call.params.id)
      return pageV1(await requirePage(db, organization, owner.id, call.params.pageId))
    })
    await change(call, async (w) => updatePage(w, await ofCase(w, call.params), call.input))
  })
  route(contract.deleteCasePage, (call) =>
    change(call, async (w) => removePage(w, await ofCase(w, call.params))),
  )

  const ofOrganization = (w: Writing, id: string) => requirePage(w.tx, w.organization, null, id)
  route(contract.createPage, async (call) =>
    pageV0(await change(call, (w) => createPage(w, null, call.input))),
  )
  route(contract.getPage, async ({ caller, params }) =>
    pageV0(await requirePage(db, caller.organization, null, params.id)),
  )
  route(contract.updatePage, async (call) =>
    pageV0(
      await change(call, async (w) =>
        updatePage(w, await ofOrganization(w, call.params.id), call.input),
      ),
    ),
  )
  route(contract.deletePage, (call) =>
    change(call, async (w) => removePage(w, await ofOrganization(w, call.params.id))),
  )

  route(contract.createPageTemplate, async (call) =>
    pageTemplateV1(await change(call, (w) => createPageTemplate(w, call.input))),
  )
  route(contract.getPageTemplate, async ({ caller, params }) =>
    pageTemplateV1(await pageTemplateRows.require(db, caller.organization, params.id)),
  )
  route(contract.updatePageTemplate, (call) =>
    change(call, (w) => updatePageTemplate(w, call.params.id, call.input)),
  )
  route(contract.deletePageTemplate, (call) =>
    change(call, async (w) =>
      removePageTemplate(w, await pageTemplateRows.require(w.tx, w.organization, call.params.id)),
    ),
  )
}
