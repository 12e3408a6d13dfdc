import { contract, type Input } from '@assay/contract'
import { badRequest, conflict, notFound } from '../../domain/errors.ts'
import { readCustomFields } from '../../domain/response/custom-fields.ts'
import { isEntityId } from '../../domain/response/entity-id.ts'
import { whole } from '../../domain/response/wire-values.ts'
import type { Route } from '../../http/route.ts'
import { countOwned } from '../../storage/rows/count-owned.ts'
import { newRow } from '../changes/entity-rows.ts'
import { recordRows } from '../changes/record-rows.ts'
import { actorOf, type Call, type CallOfOne, type Writing, write } from '../changes/write.ts'
import { newFields } from '../custom-fields/values.ts'
import type { PlatformDeps } from '../deps.ts'
import { bothVersions } from '../render/both-versions.ts'
import type { CaseTemplateRow } from '../rows.ts'
import { rememberTags } from '../tags/store.ts'
import { readTask } from '../tasks/inputs.ts'
import { setPageTemplates } from './page-templates.ts'
import {
  changeCaseTemplate,
  deleteCaseTemplate,
  insertCaseTemplate,
  refuseIfClocked,
  requireCaseTemplate,
} from './store.ts'
import { caseTemplateViews } from './views.ts'

type NewTemplate = Input<typeof contract.createCaseTemplate>
type TemplateChange = Input<typeof contract.updateCaseTemplate>

const maxTemplates = 1_000

export function caseTemplateRoutes(route: Route, deps: PlatformDeps): void {
  const { db, dialect } = deps

  const both = bothVersions(route, db, caseTemplateViews)

  const create = (call: Call & { input: NewTemplate }) =>
    write(deps, actorOf(call), async (w) => {
      const { input } = call
      checkName(input.name)
      if ((await countOwned(w.tx, 'case_templates', w.organization)) >= maxTemplates)
        throw badRequest(`Limit of ${maxTemplates} case templates reached. Delete some first`)
      const row = await insertCaseTemplate(w, {
        ...newRow(w),
        name: input.name,
        display_name: input.displayName ?? input.name,
        title_prefix: input.titlePrefix ?? null,
        description: input.description ?? null,
        severity: levelOf(input.severity),
        flag: Number(input.flag ?? false),
        tlp: levelOf(input.tlp),
        pap: levelOf(input.pap),
        summary: input.summary ?? null,
        tags: await tagsText(w, input.tags ?? []),
        custom_fields: await newFields(w, readCustomFields(input.customFields)),
        tasks: tasksText(input.tasks ?? []),
      })
      if (!row) throw conflict('caseTemplate', input.name)
      record(w, 'create', row)
      return row
    })

  const update = (call: CallOfOne & { input: TemplateChange }) =>
    write(deps, actorOf(call), async (w) => {
      const {
        params: { id },
        input,
      } = call
      if (input.name !== undefined) checkName(input.name)
      const { id: found } = await requireCaseTemplate(w.tx, w.organization, id)
      const change = changeCaseTemplate(w, found, {
        ...(await changedColumns(w, input)),
        updated_at: w.now,
        updated_by: w.actor.login,
      })
      const row = await change.catch((error: unknown) => {
        throw dialect.isUniqueViolation(error) ? conflict('caseTemplate', input.name ?? id) : error
      })
      if (!row) throw notFound('CaseTemplate', id)
      record(w, 'update', row)
      return row
    })

  const remove = (call: CallOfOne) =>
    write(deps, actorOf(call), async (w) => {
      const row = await requireCaseTemplate(w.tx, w.organization, call.params.id)
      await refuseIfClocked(w, row)
      await deleteCaseTemplate(w, row.id)
      record(w, 'delete', row)
    })

  both(contract.createCaseTemplate, contract.createCaseTemplateV1, create)
  both(contract.getCaseTemplate, contract.getCaseTemplateV1, ({ caller, params }) =>
    requireCaseTemplate(db, caller.organization, params.id),
  )
  both(contract.updateCaseTemplate, contract.updateCaseTemplateV1, update)
  route(contract.linkPageTemplates, (call) =>
    write(deps, actorOf(call), async (w) => {
      const { id } = await requireCaseTemplate(w.tx, w.organization, call.params.id)
      const row = await changeCaseTemplate(w, id, { updated_at: w.now, updated_by: w.actor.login })
      if (!row) throw notFound('CaseTemplate', id)
      await setPageTemplates(w, row, call.input.pageTemplateIds)
      w.record({
        operation: 'update',
        objectType: 'caseTemplate',
        objectId: id,
        details: { name: row.name, pageTemplates: call.input.pageTemplateIds },
      })
    }),
  )
  both(contract.deleteCaseTemplate, contract.deleteCaseTemplateV1, remove)
}

/** Such a name would be taken for an id, and the template never be found by it. */
function checkName(name: string): void {
  if (isEntityId(name) || name === '_search' || name === '_stats')
    throw badRequest(`The case template name ${name} is reserved. Choose another`)
}

async function changedColumns(w: Writing, input: TemplateChange) {
  const { name, displayName, titlePrefix, description, flag, summary, customFields } = input
  return {
    ...(name !== undefined && { name }),
    ...(displayName !== undefined && { display_name: displayName }),
    ...(titlePrefix !== undefined && { title_prefix: titlePrefix }),
    ...(description !== undefined && { description }),
    ...(input.severity !== undefined && { severity: levelOf(input.severity) }),
    ...(flag !== undefined && { flag: Number(flag) }),
    ...(input.tlp !== undefined && { tlp: levelOf(input.tlp) }),
    ...(input.pap !== undefined && { pap: levelOf(input.pap) }),
    ...(summary !== undefined && { summary }),
    ...(input.tags !== undefined && { tags: await tagsText(w, input.tags) }),
    ...(input.tasks !== undefined && { tasks: tasksText(input.tasks) }),
    ...(customFields !== undefined && {
      custom_fields: await newFields(w, readCustomFields(customFields)),
    }),
  }
}

const levelOf = (value: number | null | undefined) => (value == null ? null : whole(value))

async function tagsText(w: Writing, tags: readonly string[]): Promise<string> {
  const each = [...new Set(tags)]
  await rememberTags(w, each)
  return JSON.stringify(each)
}

const tasksText = (tasks: NonNullable<NewTemplate['tasks']>) => JSON.stringify(tasks.map(readTask))

const record = recordRows<CaseTemplateRow>('caseTemplate', (row) => ({
  details: { name: row.name, displayName: row.display_name },
}))
