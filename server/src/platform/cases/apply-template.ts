import type { contract, Input } from '@assay/contract'
import { notFound } from '../../domain/errors.ts'
import { prefixed } from '../../domain/response/case-rules.ts'
import { requireCaseTemplate } from '../case-templates/store.ts'
import { inLockOrder, type Writing } from '../changes/write.ts'
import { requireCase } from '../parents/case.ts'
import { resolved } from '../parents/resolved.ts'
import type { CaseRow, CaseTemplateRow } from '../rows.ts'
import { createTask, type NewTask } from '../tasks/create.ts'
import { changeCase, touchCase } from './store.ts'
import { type CaseChange, updateCase } from './update.ts'

type Asked = Input<typeof contract.applyCaseTemplate>

/** What is asked for, of cases that exist; an attribute that the template leaves open stays. */
export async function applyCaseTemplate(w: Writing, asked: Asked): Promise<void> {
  const template = await requireCaseTemplate(w.tx, w.organization, asked.caseTemplate)
  const tasks = chosenTasks(template, asked.importTasks ?? [])
  for (const id of inLockOrder(await resolved(w, requireCase, asked.ids))) {
    const before = await touchCase(w, id)
    if (asked.updateCustomFields)
      await changeCase(w, before, { custom_fields: fieldsAfter(before, template) })
    const row = await updateCase(w, before, changeOf(before, template, asked))
    for (const task of tasks) await createTask(w, row, task)
  }
}

function changeOf(before: CaseRow, template: CaseTemplateRow, asked: Asked): CaseChange {
  const { title_prefix, description, severity, flag, tlp, pap, tags } = template
  return {
    ...(asked.updateTitlePrefix && { title: prefixed(title_prefix, before.title) }),
    ...(asked.updateDescription && description !== null && { description }),
    ...(asked.updateSeverity && severity !== null && { severity }),
    ...(asked.updateFlag && { flag: flag === 1 }),
    ...(asked.updateTlp && tlp !== null && { tlp }),
    ...(asked.updatePap && pap !== null && { pap }),
    ...(asked.updateTags && { addTags: JSON.parse(tags) as string[] }),
  }
}

/** Values of the case win, as they do when it is created. */
const fieldsAfter = (before: CaseRow, template: CaseTemplateRow): string =>
  JSON.stringify({ ...JSON.parse(template.custom_fields), ...JSON.parse(before.custom_fields) })

function chosenTasks({ tasks }: CaseTemplateRow, titles: readonly string[]): NewTask[] {
  const planned: NewTask[] = JSON.parse(tasks)
  return titles.map((title) => {
    const task = planned.find((each) => each.title === title)
    if (!task) throw notFound('Task of the case template', title)
    return task
  })
}
