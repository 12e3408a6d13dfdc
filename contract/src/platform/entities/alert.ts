import { Type } from 'typebox'
import { orNull } from '../../values.ts'
import { CustomFieldsForm } from '../marked.ts'
import { Description, Moment, Pap, Severity, Tags, Title, Tlp } from '../values.ts'
import { entity } from './entity.ts'

const short = { short: true } as const
/** Organization, type, source and reference together fit into one entry of an index. */
const Name = Type.String({ minLength: 1, maxLength: 128 })
const Ref = Type.String({ minLength: 1, maxLength: 256 })
const Link = Type.String({ maxLength: 4_096 })
export const TemplateName = Type.String({ maxLength: 256 })
const Login = Type.String({ minLength: 1, maxLength: 256 })
const Assignee = Type.String({ description: 'Assigned user' })
export const dismissals = ['duplicate', 'benign', 'ownTest', 'other'] as const
const Dismissal = Type.Enum(dismissals, { description: 'Why it was dismissed' })

export const alert = entity({
  table: 'alerts',
  types: ['alert', 'Alert'],
  everyKeyV0: true,
  attributes: {
    type: { kind: 'keyword', input: Name, required: true, search: short, recorded: 'always' },
    source: { kind: 'keyword', input: Name, required: true, search: short, recorded: 'always' },
    sourceRef: { kind: 'keyword', input: Ref, required: true, search: short, recorded: 'always' },
    externalLink: { kind: 'keyword', input: Link, nullable: true },
    title: { kind: 'text', input: Title, required: true, search: short, recorded: 'always' },
    description: { kind: 'text', input: Description, required: true },
    severity: { kind: 'whole', input: Severity, default: 2, recorded: 'always' },
    date: { kind: 'moment', input: Moment, default: 'now' },
    lastSyncDate: { kind: 'moment', input: [false, Moment], default: 'now', shown: false },
    tags: { kind: 'list', input: Tags, decided: true, recorded: 'always' },
    flag: { kind: 'flag', input: Type.Boolean(), default: false, shown: false },
    tlp: { kind: 'whole', input: Tlp, default: 2, recorded: 'always' },
    pap: { kind: 'whole', input: Pap, default: 2, recorded: 'always' },
    read: { kind: 'flag', input: [false, Type.Boolean()], default: false, shown: [false, true] },
    follow: { kind: 'flag', input: Type.Boolean(), default: true },
    customFields: {
      kind: 'object',
      input: [CustomFieldsForm, orNull(CustomFieldsForm)],
      decided: true,
      shown: false,
    },
    /** By name. */
    caseTemplate: {
      kind: 'keyword',
      input: TemplateName,
      nullable: true,
      decided: true,
      search: short,
    },
    /** The case that it was promoted to or merged into. */
    caseId: {
      kind: 'keyword',
      nameV0: 'case',
      nullable: true,
      search: short,
      fixed: 'merge the alert into a case, or create a case from it',
      recorded: 'never',
    },
    importDate: { kind: 'moment', nullable: true, shown: false, recorded: 'never' },
    /** When it stopped to wait; null while it waits, and where an older version handled it. */
    handledDate: {
      kind: 'moment',
      column: 'handled_at',
      nullable: true,
      decided: true,
      shown: false,
      search: false,
      recorded: 'never',
    },
    assignee: {
      kind: 'keyword',
      input: [false, orNull(Login)],
      nullable: true,
      decided: true,
      shown: [false, Assignee],
      search: short,
    },
    /** Why it was read and left alone; an alert in a case, or one that waits, has none. */
    dismissal: {
      kind: 'keyword',
      input: [false, orNull(Dismissal)],
      values: dismissals,
      nullable: true,
      decided: true,
      shown: [false, Dismissal],
      search: [false, { short: true, values: dismissals }],
    },
    /** What it was set to, and the stage that it means; null where both follow from the rest. */
    extendedStatus: {
      kind: 'keyword',
      nullable: true,
      shown: false,
      search: false,
      recorded: 'never',
    },
    stage: { kind: 'keyword', nullable: true, shown: false, search: false, recorded: 'never' },
  },
})
