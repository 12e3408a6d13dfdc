import type { RuleObjectType } from '@assay/contract'

/** How a field is compared, and with what kind of value. */
export type FieldKind =
  | 'text'
  /** One of what the server names. */
  | 'choices'
  | 'tags'
  | 'marking'
  | 'severity'
  | 'flag'
  | 'people'

/** A field of the object or, with `of`, of the alert or case around it. */
export interface ConditionField {
  readonly name: string
  readonly of?: 'alert' | 'case'
  readonly kind: FieldKind
  /** Of `choices`: what there is, or where it is asked for. */
  readonly choices?: readonly string[] | 'dataTypes' | 'alertType' | 'alertSource'
}

/** Of alerts and cases alike. */
const fieldsOfBoth: readonly ConditionField[] = [
  { name: 'title', kind: 'text' },
  { name: 'description', kind: 'text' },
  { name: 'severity', kind: 'severity' },
  { name: 'tlp', kind: 'marking' },
  { name: 'pap', kind: 'marking' },
  { name: 'tags', kind: 'tags' },
]

const alertFields: readonly ConditionField[] = [
  { name: 'source', kind: 'choices', choices: 'alertSource' },
  { name: 'type', kind: 'choices', choices: 'alertType' },
  ...fieldsOfBoth,
  { name: 'status', kind: 'choices', choices: ['New', 'Updated', 'Ignored', 'Imported'] },
  { name: 'sourceRef', kind: 'text' },
]

const caseFields: readonly ConditionField[] = [
  { name: 'status', kind: 'choices', choices: ['Open', 'Resolved', 'Duplicated'] },
  ...fieldsOfBoth,
  { name: 'owner', kind: 'people' },
  { name: 'flag', kind: 'flag' },
  {
    name: 'resolutionStatus',
    kind: 'choices',
    choices: ['TruePositive', 'FalsePositive', 'Indeterminate', 'Duplicated', 'Other'],
  },
  {
    name: 'impactStatus',
    kind: 'choices',
    choices: ['NoImpact', 'WithImpact', 'NotApplicable'],
  },
]

const within = (
  of: 'alert' | 'case',
  names: readonly string[],
  fields: readonly ConditionField[],
) => fields.filter(({ name }) => names.includes(name)).map((field) => ({ ...field, of }))

const ofAlert = within('alert', ['source', 'type', 'title', 'severity', 'tags'], alertFields)
const ofCase = within('case', ['status', 'title', 'severity', 'tags', 'owner'], caseFields)

export const conditionFields: Readonly<Record<RuleObjectType, readonly ConditionField[]>> = {
  alert: alertFields,
  case: caseFields,
  observable: [
    { name: 'dataType', kind: 'choices', choices: 'dataTypes' },
    { name: 'data', kind: 'text' },
    { name: 'tlp', kind: 'marking' },
    { name: 'tags', kind: 'tags' },
    { name: 'ioc', kind: 'flag' },
    { name: 'sighted', kind: 'flag' },
    { name: 'message', kind: 'text' },
    ...ofAlert,
    ...ofCase,
  ],
  task: [
    { name: 'title', kind: 'text' },
    {
      name: 'status',
      kind: 'choices',
      choices: ['Waiting', 'InProgress', 'Completed', 'Cancel'],
    },
    { name: 'group', kind: 'text' },
    { name: 'description', kind: 'text' },
    { name: 'owner', kind: 'people' },
    { name: 'flag', kind: 'flag' },
    ...ofCase,
  ],
  response: [{ name: 'responderName', kind: 'text' }],
  budget: [
    { name: 'name', kind: 'text' },
    { name: 'state', kind: 'choices', choices: ['open', 'held', 'down', 'refused'] },
    { name: 'shared', kind: 'flag' },
  ],
}

/** Whose being around it can be a condition by itself. */
export const aroundOf: Readonly<Record<RuleObjectType, readonly ('alert' | 'case')[]>> = {
  alert: ['case'],
  case: [],
  observable: ['alert', 'case'],
  task: [],
  response: [],
  budget: [],
}

export const comparisonsOf: Readonly<Record<FieldKind, readonly string[]>> = {
  text: ['is', 'ne', 'like', 'startsWith', 'endsWith'],
  choices: ['is', 'ne'],
  tags: ['is', 'ne'],
  marking: ['lte', 'gte', 'is'],
  severity: ['gte', 'lte', 'is'],
  flag: ['is'],
  people: ['is', 'ne'],
}

/** Several are "is one of"; with others one is compared. */
export const takesSeveral = (kind: FieldKind, comparison: string) =>
  comparison === 'is' && (kind === 'choices' || kind === 'tags' || kind === 'people')

const numbers: readonly FieldKind[] = ['marking', 'severity']

/** As the search language has it: numbers and yes or no are no texts. */
export function typedValue(kind: FieldKind | undefined, text: string): string | number | boolean {
  if (kind === 'flag') return text === 'true'
  if (kind && numbers.includes(kind)) return Number(text)
  // A field that this list does not know, such as a custom field, is compared as it is written.
  if (kind === undefined && /^-?\d{1,15}(\.\d{1,6})?$/.test(text)) return Number(text)
  if (kind === undefined && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
