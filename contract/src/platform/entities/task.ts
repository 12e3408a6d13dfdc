import { Type } from 'typebox'
import { Description, Moment, Title } from '../values.ts'
import { entity } from './entity.ts'

export const taskStatuses = ['Waiting', 'InProgress', 'Completed', 'Cancel'] as const
export type TaskStatus = (typeof taskStatuses)[number]

const Status = Type.Enum(taskStatuses)
const Group = Type.String({ minLength: 1, maxLength: 128 })
const Order = Type.Number({ minimum: -2_147_483_648, maximum: 2_147_483_647 })
const Login = Type.String({ maxLength: 256 })
const Mandatory = Type.Boolean({ description: 'Blocks resolving the case while it is open' })

const short = { short: true } as const

export const task = entity({
  table: 'tasks',
  types: ['case_task', 'Task'],
  attributes: {
    title: { kind: 'text', input: Title, required: true, search: short, recorded: 'always' },
    group: {
      kind: 'keyword',
      column: 'task_group',
      input: Group,
      default: 'default',
      search: short,
      recorded: 'always',
    },
    description: { kind: 'text', input: Description, nullable: true },
    status: {
      kind: 'keyword',
      input: Status,
      default: 'Waiting',
      shown: [Status, true],
      // Version 1 compares the status as plain text: an unknown one matches nothing.
      search: [{ short: true, values: taskStatuses }, short],
      recorded: 'always',
    },
    flag: { kind: 'flag', input: Type.Boolean(), default: false },
    /** While it is open, the case cannot be resolved. */
    mandatory: { kind: 'flag', input: Mandatory, default: false, filled: true },
    startDate: { kind: 'moment', input: Moment, nullable: true, decided: true },
    endDate: { kind: 'moment', input: Moment, nullable: true, decided: true },
    dueDate: { kind: 'moment', input: Moment, nullable: true },
    order: { kind: 'whole', column: 'position', input: Order, default: 0 },
    assignee: {
      kind: 'keyword',
      nameV0: 'owner',
      input: Login,
      nullable: true,
      decided: true,
      search: short,
      recorded: 'always',
    },
    /** The organization has to act, or has done so; null when no action was requested. */
    actionRequired: { kind: 'flag', nullable: true, shown: false },
  },
})
