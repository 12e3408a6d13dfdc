import { type Static, Type } from 'typebox'
import {
  caseAges,
  maxDeskDays,
  maxDeskDaysByDay,
  maxDeskPeople,
  maxDeskSources,
  maxDeskTechniques,
} from '../desk-kinds.ts'
import { endpoint } from '../endpoint.ts'
import { object, Since, Timestamp } from '../values.ts'
import { reading } from './values.ts'

const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description && { description }) })
const milliseconds = (description: string) => Type.Optional(Type.Integer({ description }))

const piece = {
  from: Timestamp,
  to: Type.Integer({ ...Timestamp, description: 'Epoch milliseconds, exclusive' }),
}

export const DeskTimes = object(
  {
    count: count('Cases'),
    median: milliseconds('Half of them took at most this long, in milliseconds'),
    p90: milliseconds('90 % of them took at most this long, in milliseconds'),
  },
  'DeskTimes',
)
export type DeskTimes = Static<typeof DeskTimes>

export const DeskOutcomes = object({
  truePositive: count('In a case that was closed as TruePositive'),
  falsePositive: count('In a case that was closed as FalsePositive'),
  indeterminate: count('In a case that was closed as Indeterminate'),
  duplicated: count('In a case that was closed as Duplicated'),
  other: count('In a case that was closed in another way, or without a resolution'),
  open: count('In an open case'),
  dismissed: count('Read and in no case'),
  waiting: count('Unread and in no case'),
})
export type DeskOutcomes = Static<typeof DeskOutcomes>

const work = {
  cases: count('Open cases that they are assigned to'),
  overdue: count('Of these cases, past their due date'),
  tasks: count('Tasks with status Waiting or InProgress'),
  alerts: count('Alerts that wait'),
}

export const Desk = object(
  {
    from: Timestamp,
    to: Timestamp,
    zone: Type.String({ description: 'Days and weeks (from Monday) are those of this time zone' }),
    at: Type.Integer({ ...Timestamp, description: 'Open work is that of this moment' }),
    by: Type.Enum(['day', 'week'], {
      description: `Pieces of \`alerts\`: days up to ${maxDeskDaysByDay} days, else weeks`,
    }),
    alerts: Type.Array(
      object({
        ...piece,
        received: count('Created in this time'),
        handled: count('Read, dismissed or added to a case in this time'),
        waiting: Type.Optional(
          count('At the end of this time, or now; omitted where it has not begun'),
        ),
      }),
      { description: 'The first and the last piece end where the period does' },
    ),
    times: Type.Array(object({ ...piece, acknowledge: DeskTimes, resolve: DeskTimes }), {
      description:
        'By week: cases that were acknowledged in it, cases that were closed in it and still are. Times as in `getCaseClocks`',
    }),
    openCases: Type.Array(
      object({
        severity: Type.Integer({ description: '1 low to 4 critical' }),
        age: Type.Enum([...caseAges], {
          description: 'Open for less than 1, 7 or 30 days, or longer',
        }),
        count: count(),
        overdue: count('Of these, past their due date'),
      }),
      { description: 'Now, whatever the period is. Combinations without a case are omitted' },
    ),
    sources: Type.Array(object({ source: Type.String(), ...DeskOutcomes.properties }), {
      description: `Alerts that were received in the period: the ${maxDeskSources} sources with the most`,
    }),
    otherSources: Type.Optional(
      object({ sources: count('All others together: how many'), ...DeskOutcomes.properties }),
    ),
    people: Type.Array(
      object({
        login: Type.Optional(
          Type.String({ description: 'Omitted for what is assigned to no one' }),
        ),
        ...work,
      }),
      {
        description: `Now, whatever the period is: the ${maxDeskPeople} with the most, and before them what is assigned to no one`,
      },
    ),
    otherPeople: Type.Optional(object({ people: count('All others together: how many'), ...work })),
    techniques: Type.Array(
      object({
        id: Type.String({ description: 'T1059.006' }),
        name: Type.Optional(Type.String()),
        cases: count('With a procedure of this technique'),
        alerts: count('With a procedure of this technique'),
      }),
      {
        description: `Of procedures that occurred in the period: the ${maxDeskTechniques} most frequent techniques`,
      },
    ),
    otherTechniques: count('Further techniques that are not listed'),
  },
  'Desk',
)
export type Desk = Static<typeof Desk>

export const getDesk = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/desk',
  resource: 'desk',
  summary: `Get the numbers of the desk of your organization, for at most ${maxDeskDays} days`,
  input: object({
    from: Since,
    to: Type.Integer({ ...Since, description: 'Epoch milliseconds, exclusive' }),
    zone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Time zone, such as Europe/Berlin; UTC by default',
      }),
    ),
  }),
  output: Desk,
})
