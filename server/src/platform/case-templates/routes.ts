import { type CaseTemplateV1, contract, type Input } from '@assay/contract'
import type { Caller, Origin } from '../../domain/caller.ts'
import { badRequest, conflict, notFound } from '../../domain/errors.ts'
import { readCustomFields } from '../../domain/response/custom-fields.ts'
import { isEntityId } from '../../domain/response/entity-id.ts'
import { whole } from '../../domain/response/wire-values.ts'
import type { Route } from '../../http/route.ts'
import { actorOf, type Writing, write } from '../changes/write.ts'
import { customFieldsOf } from '../custom-fields/store.ts'
import { newFields } from '../custom-fields/values.ts'
import type { PlatformDeps } from '../deps.ts'
import type { CaseTemplateRow } from '../rows.ts'
import { rememberTags } from '../tags/store.ts'
import { readTask } from '../tasks/inputs.ts'
import {
  changeCaseTemplate,
  countCaseTemplates,
  deleteCaseTemplate,
  findCaseTemplate,
  insertCaseTemplate,
} from './store.ts'
import { caseTemplateV0, caseTemplateV1 } from './views.ts'

type NewTemplate = Input<typeof contract.createCaseTemplate>
type TemplateChange = Input<typeof contract.updateCaseTemplate>

const maxTemplates = 1_000

export function caseTemplateRoutes(route: Route, deps: PlatformDeps): void {
  const { db, dialect } = deps

  const v1Of = async (row: CaseTemplateRow): Promise<CaseTemplateV1> =>
    caseTemplateV1(row, await customFieldsOf(db, row.organization))

  const create = (caller: Caller, origin: Origin, input: NewTemplate) =>
    write(deps, actorOf(caller, origin), async (w) => {
      checkName(input.name)
      if ((await countCaseTemplates(w.tx, w.organization)) >= maxTemplates)
        throw badRequest(`There are ${maxTemplates} case templates already; remove some first`)
      const row = await insertCaseTemplate(w, {
        id: w.newId(),
        organization: w.organization,
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
        created_at: w.now,
        created_by: w.actor.login,
        updated_at: null,
        updated_by: null,
      })
      if (!row) throw conflict('caseTemplate', input.name)
      tell(w, 'create', row)
      return row
    })

  const update = (caller: Caller, origin: Origin, id: string, input: TemplateChange) =>
    write(deps, actorOf(caller, origin), async (w) => {
      if (input.name !== undefined) checkName(input.name)
      const { id: found } = await requireTemplate(w.tx, w.organization, id)
      const change = changeCaseTemplate(w, found, {
        ...(await changedColumns(w, input)),
        updated_at: w.now,
        updated_by: w.actor.login,
      })
      const row = await change.catch((error: unknown) => {
        throw dialect.isUniqueViolation(error) ? conflict('caseTemplate', input.name ?? id) : error
      })
      if (!row) throw notFound('CaseTemplate', id)
      tell(w, 'update', row)
      return row
    })

  const remove = (caller: Caller, origin: Origin, id: string) =>
    write(deps, actorOf(caller, origin), async (w) => {
      const row = await requireTemplate(w.tx, w.organization, id)
      await deleteCaseTemplate(w, row.id)
      tell(w, 'delete', row)
    })

  route(contract.createCaseTemplate, async ({ caller, origin, input }) =>
    caseTemplateV0(await create(caller, origin, input)),
  )
  route(contract.createCaseTemplateV1, async ({ caller, origin, input }) =>
    v1Of(await create(caller, origin, input)),
  )
  route(contract.getCaseTemplate, async ({ caller, params }) =>
    caseTemplateV0(await requireTemplate(db, caller.organization, params.id)),
  )
  route(contract.getCaseTemplateV1, async ({ caller, params }) =>
    v1Of(await requireTemplate(db, caller.organization, params.id)),
  )
  route(contract.updateCaseTemplate, async ({ caller, origin, params, input }) =>
    caseTemplateV0(await update(caller, origin, params.id, input)),
  )
  route(contract.updateCaseTemplateV1, async ({ caller, origin, params, input }) => {
    await update(caller, origin, params.id, input)
  })
  route(contract.deleteCaseTemplate, ({ caller, origin, params }) =>
    remove(caller, origin, params.id),
  )
  route(contract.deleteCaseTemplateV1, ({ caller, origin, params }) =>
    remove(caller, origin, params.id),
  )
}

async function requireTemplate(
  db: PlatformDeps['db'],
  organization: string,
  idOrName: string,
): Promise<CaseTemplateRow> {
  const row = await findCaseTemplate(db, organization, idOrName)
  if (!row) throw notFound('CaseTemplate', idOrName)
  return row
}

/** Such a name would be taken for an id, and the template never be found by it. */
function checkName(name: string): void {
  if (isEntityId(name) || name === '_search' || name === '_stats')
    throw badRequest(`A case template cannot be called ${name}; choose another name`)
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

const tell = (w: Writing, operation: 'create' | 'update' | 'delete', row: CaseTemplateRow) =>
  w.tell({
    operation,
    objectType: 'caseTemplate',
    objectId: row.id,
    details: { name: row.name, displayName: row.display_name },
  })
