import { Type } from 'typebox'
import { orNull } from '../../values.ts'
import { CustomFieldsForm } from '../marked.ts'
import { Description, Moment, Pap, Severity, Tags, Title, Tlp } from '../values.ts'
import { entity } from './entity.ts'

export const caseStatuses = ['Open', 'Resolved', 'Duplicated'] as const
export type CaseStatus = (typeof caseStatuses)[number]

const short = { short: true } as const
const only1 = [false, true] as const
const internalMoment = {
  kind: 'moment',
  nullable: true,
  decided: true,
  shown: false,
  recorded: 'never',
} as const
const Login = Type.String({ minLength: 1, maxLength: 256 })
const Word = Type.String({ maxLength: 256 })
const Status = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Open, Resolved, Duplicated, or a status from `listCaseStatus`',
})
const CaseNumber = Type.Integer({ description: 'Case number' })
const DueReason = Type.String({
  minLength: 3,
  maxLength: 500,
  description: 'Why a person set `dueDate`; required with a new one',
})
const ExtendedStatus = Type.String({
  description: 'The status that was set, if it is not a plain one',
})

export const caseEntity = entity({
  table: 'cases',
  types: ['case', 'Case'],
  everyKeyV0: true,
  attributes: {
    /** One sequence for all organizations. */
    number: {
      kind: 'whole',
      nameV0: 'caseId',
      shown: [CaseNumber, true],
      decided: true,
      fixed: 'the platform numbers cases',
      recorded: 'always',
    },
    title: { kind: 'text', input: Title, required: true, search: short, recorded: 'always' },
    description: { kind: 'text', input: Description, required: true },
    severity: { kind: 'whole', input: Severity, default: 2, recorded: 'always' },
    startDate: { kind: 'moment', input: Moment, default: 'now' },
    endDate: { kind: 'moment', input: Moment, nullable: true, decided: true },
    tags: { kind: 'list', input: Tags, decided: true, recorded: 'always' },
    flag: { kind: 'flag', input: Type.Boolean(), default: false },
    tlp: { kind: 'whole', input: Tlp, default: 2, recorded: 'always' },
    pap: { kind: 'whole', input: Pap, default: 2, recorded: 'always' },
    status: {
      kind: 'keyword',
      values: caseStatuses,
      input: [false, orNull(Status)],
      decided: true,
      search: { short: true, values: caseStatuses },
      recorded: 'always',
    },
    summary: { kind: 'text', input: Description, nullable: true },
    resolutionStatus: {
      kind: 'keyword',
      input: [false, orNull(Word)],
      nullable: true,
      search: short,
    },
    impactStatus: { kind: 'keyword', input: [false, orNull(Word)], nullable: true, search: short },
    assignee: {
      kind: 'keyword',
      nameV0: 'owner',
      alsoSentAs: ['user'],
      input: Login,
      nullable: true,
      decided: true,
      search: short,
      recorded: 'always',
    },
    customFields: {
      kind: 'object',
      input: [CustomFieldsForm, orNull(CustomFieldsForm)],
      decided: true,
      shown: false,
    },
    /** What it was set to, where that is not a plain status, and the stage that it means. */
    extendedStatus: {
      kind: 'keyword',
      nullable: true,
      shown: [false, ExtendedStatus],
      search: [false, short],
    },
    stage: { kind: 'keyword', nullable: true, shown: false, search: false, recorded: 'never' },
    /** Set by a person, who says why, else by the clocks of the case. */
    dueDate: {
      kind: 'moment',
      input: Moment,
      nullable: true,
      decided: true,
      shown: only1,
      search: only1,
    },
    /** Null where the clocks say when it is due. */
    dueReason: {
      kind: 'text',
      input: DueReason,
      nullable: true,
      decided: true,
      shown: only1,
      search: only1,
    },
    inProgressDate: { ...internalMoment, column: 'in_progress_at', search: only1 },
    closedDate: { ...internalMoment, column: 'closed_at', search: only1 },
    /** Between what an alert tells of and its arrival, of the first alert that became a part of the case. */
    timeToDetect: {
      kind: 'whole',
      column: 'detect_ms',
      nullable: true,
      decided: true,
      shown: false,
      search: only1,
      recorded: 'never',
    },
    /** In a status that pauses, since then. */
    pausedDate: { ...internalMoment, column: 'paused_at', search: only1 },
    /** The case template that it was created from. */
    templateId: {
      kind: 'keyword',
      nullable: true,
      decided: true,
      shown: false,
      search: false,
      recorded: 'never',
    },
    pausedMs: {
      kind: 'whole',
      decided: true,
      filled: true,
      shown: false,
      search: false,
      recorded: 'never',
    },
  },
})
