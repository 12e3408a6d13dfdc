import { contract, type ReportType, reportTypes } from '@assay/contract'
import { notFound } from '../../domain/errors.ts'
import type { Route } from '../../http/route.ts'
import { actorOf, type Call, type Writing, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { readTemplates } from './archive.ts'
import { changeTemplate, createTemplate, removeTemplate, storeTemplates } from './change.ts'
import { requireTemplate } from './store.ts'
import { analyzerTemplateV0 } from './views.ts'

/** Kept for clients that render reports by them; the page has its own rendering. */
export function analyzerTemplateRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps
  const change = <T>(call: Call, work: (w: Writing) => Promise<T>) =>
    write(deps, actorOf(call), work)

  route(contract.createAnalyzerTemplate, async (call) => {
    const { analyzerId, content, reportType = 'long' } = call.input
    const template = { analyzerId, content, reportType }
    return analyzerTemplateV0(await change(call, (w) => createTemplate(w, template)))
  })
  route(contract.importAnalyzerTemplates, async (call) => {
    const { templates, results } = await readTemplates(call.input.templates)
    await change(call, (w) => storeTemplates(w, templates))
    return results
  })

  const content = async (idOrAnalyzer: string, reportType?: ReportType) =>
    (await requireTemplate(db, idOrAnalyzer, reportType)).content
  route(contract.getAnalyzerTemplate, ({ params }) => content(params.id))
  route(contract.getAnalyzerTemplateContent, ({ params }) => content(params.analyzerId))
  route(contract.getAnalyzerTemplateContentOf, ({ params }) => {
    const type = reportTypes.find((known) => known === params.reportType)
    if (!type) throw notFound('Report type', params.reportType)
    return content(params.analyzerId, type)
  })

  route(contract.updateAnalyzerTemplate, async (call) => {
    const { id } = call.params
    await call.refuseChanges(async () => analyzerTemplateV0(await requireTemplate(db, id)))
    const row = await change(call, async (w) =>
      changeTemplate(w, await requireTemplate(w.tx, id), call.input.content),
    )
    return analyzerTemplateV0(row)
  })
  route(contract.deleteAnalyzerTemplate, (call) =>
    change(call, async (w) => removeTemplate(w, await requireTemplate(w.tx, call.params.id))),
  )
}
