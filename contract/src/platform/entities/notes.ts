import { Type } from 'typebox'
import { Description, Moment, Title } from '../values.ts'
import { entity } from './entity.ts'

/** What people add to a case or an alert. */
export const comment = entity({
  table: 'comments',
  types: ['comment', 'Comment'],
  attributes: {
    message: {
      kind: 'text',
      input: Type.String({ ...Description, minLength: 1 }),
      required: true,
      recorded: 'always',
    },
  },
})

const PatternId = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'T1059.006, or its `_id`',
})
const Tactic = Type.String({
  maxLength: 64,
  description: 'Required if the technique has several tactics',
})

/** What was done, by which technique and when. */
export const procedure = entity({
  table: 'procedures',
  types: ['procedure', 'Procedure'],
  attributes: {
    patternId: {
      kind: 'keyword',
      input: [PatternId, false],
      required: true,
      decided: true,
      search: { short: true },
      fixed: 'add a procedure with the other technique',
      recorded: 'always',
    },
    tactic: {
      kind: 'keyword',
      input: Tactic,
      decided: true,
      search: { short: true },
      recorded: 'always',
    },
    occurDate: { kind: 'moment', input: Moment, default: 'now', recorded: 'always' },
    description: { kind: 'text', input: Description, nullable: true },
  },
})

/** Something that happened and that nothing else here records. */
export const customEvent = entity({
  table: 'custom_events',
  types: ['customEvent', 'CustomEvent'],
  attributes: {
    date: { kind: 'moment', input: Moment, required: true, recorded: 'always' },
    endDate: { kind: 'moment', input: Moment, nullable: true, decided: true },
    title: { kind: 'text', input: Title, required: true, recorded: 'always' },
    description: { kind: 'text', input: Description, nullable: true },
  },
})
