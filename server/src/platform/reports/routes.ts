import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { contract, defangSentence, type ReportTemplate } from '@assay/contract'
import { renderReport, reportTexts, sectionsOf } from '@assay/contract/report'
import { notFound } from '../../domain/errors.ts'
import type { Route } from '../../http/route.ts'
import { audit } from '../../identity/audit/store.ts'
import { actorOf, type Call, type CallOfOne, type Writing, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { requireCase } from '../parents/case.ts'
import type { CaseRow, ReportDraftRow } from '../rows.ts'
import { readingAs } from '../shares/access.ts'
import { copiesOf, copyView, requireCopy, storeCopy } from './copies.ts'
import { draftView, findDraft, saveDraft, startDraft } from './drafts.ts'
import { factsOf } from './facts.ts'
import {
  createReportTemplate,
  listTemplates,
  removeReportTemplate,
  requireReportTemplate,
  requireRow,
  templateView,
  updateReportTemplate,
} from './templates.ts'

export function reportRoutes(route: Route, deps: PlatformDeps): void {
  templateRoutes(route, deps)
  const { db, blobs, clock } = deps

  const readable = async ({ caller: { organization }, params: { id } }: CallOfOne) =>
    requireCase(db, await readingAs(db, organization, 'case', id), id)
  const own = ({ caller, params }: CallOfOne) => requireCase(db, caller.organization, params.id)

  /** In the trail of the organization that owns the case: it sees who reads what it shares. */
  const recordReading = (
    call: Call,
    row: CaseRow,
    action: 'caseReport.read' | 'caseReport.export',
  ) =>
    audit(db, { ...call.origin, login: call.caller.login }, clock.now(), {
      action,
      objectType: 'case',
      objectId: row.id,
      organization: row.organization,
      details: { caseId: row.number, tlp: row.tlp, organization: call.caller.organization },
    })

  route(contract.getCaseReport, async (call) => {
    const row = await readable(call)
    const { organization } = call.caller
    const { body, language } = await requireReportTemplate(db, organization, call.input.template)
    const facts = await factsOf(db, call.caller, row, clock.now())
    await recordReading(call, row, 'caseReport.export')
    const sections = sectionsOf(body).map((section) => ({ ...section, lines: [] }))
    return renderReport(sections, facts, {
      texts: reportTexts[language],
      locale: language === 'en' ? 'en-GB' : language,
      timeZone: 'UTC',
      typeName: (dataType) => dataType,
      say: (reason) => defangSentence(reason.text),
    })
  })
  route(contract.getReportFacts, async (call) => {
    const row = await readable(call)
    if (row.organization !== call.caller.organization)
      await recordReading(call, row, 'caseReport.read')
    return factsOf(db, call.caller, row, clock.now())
  })

  route(contract.getReportDraft, async (call) => {
    const { id } = await own(call)
    const { organization } = call.caller
    const template = await requireReportTemplate(db, organization, undefined)
    const row = await findDraft(db, organization, id)
    return draftView(db, { organization, caseId: id, row, template })
  })
  route(contract.saveReportDraft, (call) =>
    write(deps, actorOf(call), async (w) => {
      const { id } = await requireCase(w.tx, w.organization, call.params.id)
      const before = await findDraft(w.tx, w.organization, id)
      const template = before
        ? ofDraft(before)
        : await requireReportTemplate(w.tx, w.organization, undefined)
      const row = await saveDraft(w, id, template, call.input)
      return draftView(w.tx, { organization: w.organization, caseId: id, row, template })
    }),
  )
  route(contract.startReportDraft, (call) =>
    write(deps, actorOf(call), async (w) => {
      const { id } = await requireCase(w.tx, w.organization, call.params.id)
      const template = await requireReportTemplate(w.tx, w.organization, call.input.template)
      const row = await startDraft(w, id, template)
      return draftView(w.tx, { organization: w.organization, caseId: id, row, template })
    }),
  )

  route(contract.listStoredReports, async (call) => {
    const { id } = await own(call)
    return copiesOf(db, call.caller.organization, id)
  })
  route(contract.storeReport, async (call) => {
    // Asked before the file is kept: a call that names no case must not fill the disk.
    await own(call)
    const file = await blobs.stage(Readable.from([Buffer.from(call.input.content)]))
    try {
      const row = await write(
        deps,
        actorOf(call),
        async (w) =>
          storeCopy(
            w,
            await requireCase(w.tx, w.organization, call.params.id),
            call.input.template,
            file,
          ),
        [file],
      )
      const { id } = await own(call)
      const known = (await copiesOf(db, call.caller.organization, id)).find(
        (one) => one.id === row.id,
      )
      return known ?? copyView(row, row.created_by)
    } finally {
      await file.discard()
    }
  })
  route(contract.getStoredReport, async ({ caller: { organization }, params }) => {
    const { id } = await requireCase(db, organization, params.id)
    const row = await requireCopy(db, organization, id, params.reportId)
    const blob = await blobs.open(row.attachment_id)
    if (!blob) throw notFound('Stored report', params.reportId)
    return text(blob.stream)
  })
}

/** The template as it was when the draft began: it may be gone or changed since. */
const ofDraft = (row: ReportDraftRow): ReportTemplate => ({
  id: row.template,
  name: row.template_name,
  language: row.language,
  logo: row.logo,
  body: '',
  isShipped: false,
})

function templateRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps
  const change = <T>(call: Call, work: (w: Writing) => Promise<T>) =>
    write(deps, actorOf(call), work)

  route(contract.listReportTemplates, ({ caller }) => listTemplates(db, caller.organization))
  route(contract.createReportTemplate, async (call) =>
    templateView(await change(call, (w) => createReportTemplate(w, call.input))),
  )
  route(contract.updateReportTemplate, async (call) => {
    const { id } = call.params
    await call.refuseChanges(async () =>
      templateView(await requireRow(db, call.caller.organization, id)),
    )
    return templateView(
      await change(call, async (w) =>
        updateReportTemplate(w, await requireRow(w.tx, w.organization, id), call.input),
      ),
    )
  })
  route(contract.deleteReportTemplate, (call) =>
    change(call, async (w) =>
      removeReportTemplate(w, await requireRow(w.tx, w.organization, call.params.id)),
    ),
  )
}
