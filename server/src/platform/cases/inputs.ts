import type { contract, Input } from '@assay/contract'
import { readCustomFields, readDottedFields } from '../../domain/response/custom-fields.ts'
import type { CaseTemplateRow } from '../rows.ts'
import { readTask } from '../tasks/inputs.ts'
import type { NewCase } from './create.ts'
import type { CaseChange } from './update.ts'

type NewCaseInput = Input<typeof contract.createCase>
export type PromotedCaseInput = Input<typeof contract.promoteAlert>
type CaseChangeInput = Input<typeof contract.updateCase>

/** Both versions spell some attributes differently; either spelling is understood in either. */
export const readNewCase = (
  { title, description, ...input }: NewCaseInput,
  template: CaseTemplateRow | undefined,
): NewCase => ({ title, description, ...readRest(input), template })

/** What the body says of the case that an alert becomes. */
export const readPromotedCase = ({ title, description, ...input }: PromotedCaseInput) => ({
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
  ...readRest(input),
})

function readRest(input: Omit<NewCaseInput, 'title' | 'description'>) {
  const { owner, user, assignee, tasks, template: _, caseTemplate: __, ...rest } = input
  return {
    ...rest,
    assignee: owner ?? user ?? assignee,
    customFields: readNewFields(input),
    tasks: tasks?.map(readTask),
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
