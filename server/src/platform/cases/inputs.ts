import type { contract, Input } from '@assay/contract'
import { readCustomFields, readDottedFields } from '../../domain/response/custom-fields.ts'
import type { CaseTemplateRow } from '../rows.ts'
import { readTask } from '../tasks/inputs.ts'
import type { NewCase } from './create.ts'
import type { CaseChange } from './update.ts'

type NewCaseInput = Input<typeof contract.createCase>
type CaseChangeInput = Input<typeof contract.updateCase>

/** Both versions spell some attributes differently; either spelling is understood in either. */
export function readNewCase(input: NewCaseInput, template: CaseTemplateRow | undefined): NewCase {
  const { owner, user, assignee, tasks, ...rest } = input
  return {
    ...rest,
    assignee: owner ?? user ?? assignee,
    customFields: readNewFields(input),
    tasks: tasks?.map(readTask),
    template,
  }
}

/** All the names under which custom fields of a new entity may arrive. */
export const readNewFields = (
  input: Pick<NewCaseInput, 'customFields' | 'customFieldValues' | 'customFieldValue'>,
) => [
  ...readCustomFields(input.customFieldValue),
  ...readCustomFields(input.customFieldValues),
  ...readCustomFields(input.customFields),
  ...readDottedFields(input),
]

export const templateName = ({ template, caseTemplate }: NewCaseInput): string | undefined =>
  template || caseTemplate || undefined

export function readCaseChange(input: CaseChangeInput): CaseChange {
  const { status, customFields, owner, user, assignee, ...rest } = input
  return {
    ...rest,
    // A client that does not know the status sends null, and does not mean to clear it.
    status: status ?? undefined,
    assignee: [owner, user, assignee].find((login) => login !== undefined),
    customFields: customFields === undefined ? undefined : readCustomFields(customFields),
    setCustomFields: readDottedFields(input),
  }
}
